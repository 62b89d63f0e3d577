import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Credentials that expire, and answers that the app judges.
@Suite
struct RenewalTests {
    /// A token and how often it was renewed.
    private actor Session {
        private(set) var renewals = 0
        private(set) var token = "old"
        private let next: String
        private let gate: AsyncStream<Void>?

        init(next: String = "new", gate: AsyncStream<Void>? = nil) {
            (self.next, self.gate) = (next, gate)
        }

        func renew() async {
            if let gate { for await _ in gate {} }
            renewals += 1
            token = next
        }
    }

    private static func transport(
        accepting token: String, onRefusal: @escaping @Sendable () -> Void = {}
    ) -> ScriptedTransport {
        ScriptedTransport { asked in
            guard asked.header("Authorization") == token else {
                onRefusal()
                return .json("{}", status: 401)
            }
            return .json(#"{"rows": [{"id": \#(asked.int("offset") ?? 0)}], "total": 9}"#)
        }
    }

    @Test func `A 401 renews the token once for all requests in flight, and each is sent once more`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let session = Session(gate: gate)
        let (refusals, refusal) = AsyncStream.makeStream(of: Void.self)
        let transport = Self.transport(accepting: "new") { refusal.yield() }
        let source = HTTPSource<Row>(
            home, dialect: dialect { _ in },
            modify: { $0.setValue(await session.token, forHTTPHeaderField: "Authorization") },
            renew: { await session.renew() }, transport: transport)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for position in 0..<8 {
                group.addTask { try await source.page(for: .positions(position..<position + 1)).items[0].id }
            }
            // All eight have been refused before the token is there.
            for await _ in refusals.prefix(8) {}
            opening.finish()
            let ids = try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            #expect(ids == Set(0..<8))
        }
        #expect(await session.renewals == 1)
        #expect(transport.requests.count == 16)
    }

    @Test func `A new token that is refused as well is an error, not a loop`() async throws {
        let session = Session(next: "wrong")
        let transport = Self.transport(accepting: "new")
        let source = HTTPSource<Row>(
            home, dialect: dialect { _ in },
            modify: { $0.setValue(await session.token, forHTTPHeaderField: "Authorization") },
            renew: { await session.renew() }, transport: transport)
        guard case .status(401, _) = await reason({ _ = try await source.page(for: .positions(0..<1)) }) else {
            return #expect(Bool(false), "no 401")
        }
        #expect(transport.requests.count == 2)
        #expect(await session.renewals == 1)
    }

    @Test func `What the renewal throws, the page throws, and the next request renews again`() async throws {
        struct SignedOut: Error {}
        let transport = Self.transport(accepting: "new")
        let source = HTTPSource<Row>(
            home, dialect: dialect { _ in }, renew: { throw SignedOut() }, transport: transport)
        for _ in 0..<2 {
            await #expect(throws: SignedOut.self) { try await source.page(for: .positions(0..<1)) }
        }
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [Dialect.automatic, dialect { _ in }])
    func `An answer that the app's check refuses is no page`(dialect: Dialect) async throws {
        struct Maintenance: Error, Equatable { let message: String? }
        let body = #"{"ok": false, "message": "back at noon", "rows": [], "total": 0}"#
        let source = HTTPSource<Row>(
            home, dialect: dialect,
            validate: { document, _ in
                if document["ok"] == false { throw Maintenance(message: document["message"]?.string) }
            }, transport: ScriptedTransport { _ in .json(body) })
        await #expect(throws: Maintenance(message: "back at noon")) {
            try await source.page(for: .after(nil, limit: 3))
        }
    }

    @Test(arguments: [Dialect.automatic, dialect { _ in }])
    func `The original answer is beside the page`(dialect: Dialect) async throws {
        let transport = ScriptedTransport { _ in
            .json(#"{"rows": [{"id": 1}], "total": 1, "message": "hello"}"#, headers: [("X-Request-Id", "7")])
        }
        let page = try await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(
            for: .after(nil, limit: 3))
        let metadata = try #require(page.metadata)
        #expect(metadata.status == 200)
        #expect(metadata.header("x-request-ID") == "7")
        #expect(try JSONValue(parsing: metadata.body)["message"] == "hello")
        #expect(page.age == nil)
    }
}
