import Foundation
import PagingHTTP
import Testing

/// A server's answers to requests for rows before a row.
@Suite
struct UpwardAnswerTests {
    private static let stripe = Dialect.named["stripe"]!

    /// A list of 40 rows, newest first, which is read downwards alone: whatever else it is asked, it ignores.
    private static func downwards(_ asked: Asked, page: (Int) -> Int = { $0 }) -> HTTPAnswer {
        let from = asked.number("starting_after").map { $0 - 1 } ?? 39
        let rows = stride(from: from, to: max(-1, from - 5), by: -1).map { #"{"id": "i\#($0)"}"# }
        return .json(
            #"{"object": "list", "has_more": \#(from > 4 ? "true" : "false"), "data": [\#(rows.joined(separator: ","))]}"#
        )
    }

    private static func source(_ answer: @escaping @Sendable (Asked) -> HTTPAnswer) -> (
        HTTPSource<JSONValue>, ScriptedTransport
    ) {
        let transport = ScriptedTransport(answer)
        return (HTTPSource(home, transport: transport), transport)
    }

    /// Reads so many pages down, and answers with what leads upwards from the last.
    private static func cursorAbove(_ source: HTTPSource<JSONValue>, pages: Int) async throws -> Cursor? {
        var page = try await source.page(for: .after(nil, limit: 5))
        for _ in 1..<pages {
            guard case .next(let cursor) = page.continuation else { return nil }
            page = try await source.page(for: .after(cursor, limit: 5))
        }
        guard case .previous(let cursor) = page.beginning else { return nil }
        return cursor
    }

    @Test(arguments: [2, 3, 6])
    func `A server that ignores the parameter is not believed`(pages: Int) async throws {
        let (source, transport) = Self.source { Self.downwards($0) }
        let cursor = try #require(try await Self.cursorAbove(source, pages: pages))
        let before = transport.requests.count
        if pages == 2 {
            // Its first page is what comes before the second.
            let page = try await source.page(for: .before(cursor, limit: 5))
            #expect(page.items.compactMap { $0["id"]?.string } == ["i39", "i38", "i37", "i36", "i35"])
        } else {
            let reason = await reason { _ = try await source.page(for: .before(cursor, limit: 5)) }
            #expect(reason == .ignoresParameters("ending_before, limit"))
        }
        #expect(transport.requests.count - before <= 6)
    }

    @Test(
        arguments: [12, 200])
    func `A server that ignores the parameter for the end is not believed, unless its list ends there`(count: Int)
        async throws
    {
        let (source, transport) = Self.source { asked in
            let before = asked.number("before") ?? count
            let rows = (max(0, before - 5)..<before).reversed().map { #"{"id": "\#($0)", "channel_id": "7"}"# }
            return .json("[\(rows.joined(separator: ","))]")
        }
        let request = PageRequest.before(nil, limit: 5)
        if count == 12 {
            let page = try await source.page(for: request)
            #expect(page.items.compactMap { $0["id"]?.string } == (0..<12).reversed().map { "\($0)" })
            #expect(page.continuation == .end)
        } else {
            #expect(await reason { _ = try await source.page(for: request) } == .ignoresParameters("after, limit"))
        }
        #expect(transport.requests.count <= 6)
    }

    @Test func `A server that finds nothing for a parameter that it does not know is not believed to be at its start`()
        async throws
    {
        let (source, transport) = Self.source {
            $0.query["ending_before"] == nil
                ? Self.downwards($0) : .json(#"{"object": "list", "has_more": false, "data": []}"#)
        }
        let cursor = try #require(try await Self.cursorAbove(source, pages: 3))
        let before = transport.requests.count
        let reason = await reason { _ = try await source.page(for: .before(cursor, limit: 5)) }
        #expect(reason == .ignoresParameters("ending_before, limit"))
        #expect(transport.requests.count - before <= 6)
    }

    @Test func `A proof is asked for once, and costs a request`() async throws {
        let peer = try #require(upwardPeers.first { $0.name == "Stripe" })
        let (source, transport) = peer.source(UpwardList(count: 60))
        let cursor = try #require(try await Self.cursorAbove(source, pages: 6))
        var before = transport.requests.count
        guard case .previous(let second) = try await source.page(for: .before(cursor, limit: 7)).beginning else {
            Issue.record("nothing above")
            return
        }
        #expect(transport.requests.count - before == 2)
        before = transport.requests.count
        _ = try await source.page(for: .before(second, limit: 7))
        #expect(transport.requests.count - before == 1)
    }

    @Test(arguments: [true, false])
    func `Addresses that lead in a circle, or to the same page for ever, end with an error`(isFresh: Bool) async throws
    {
        let counter = ScriptedCounter()
        let (source, transport) = Self.source { asked in
            let page = asked.int("p") ?? 5
            let previous =
                isFresh ? #"/items?p=4&fresh=\#(counter.next())"# : page > 3 ? "/items?p=\(page - 1)" : "/items?p=4"
            let rows = (0..<5).map { #"{"id": "r\#(page)-\#($0)"}"# }.joined(separator: ",")
            return .json(#"{"results": [\#(rows)], "previous": "\#(previous)", "next": "/items?p=\#(page + 1)&q=1"}"#)
        }
        var page = try await source.page(for: .after(nil, limit: 5))
        guard case .next(let down) = page.continuation else { Issue.record("no way down"); return }
        page = try await source.page(for: .after(down, limit: 5))
        var failure: HTTPSourceError.Reason?
        for _ in 0..<10 {
            guard case .previous(let cursor) = page.beginning else { break }
            failure = await reason { page = try await source.page(for: .before(cursor, limit: 5)) }
            if failure != nil { break }
        }
        #expect(failure == .noProgress)
        #expect(transport.requests.count < 10)
    }

    @Test func `A dialect that names no way says so`() async throws {
        let transport = ScriptedTransport { asked in
            .json(
                #"{"items": [{"id": \#(asked.query["cursor"] == nil ? 1 : 2)}], "next": "b\#(asked.query["cursor"] ?? "")"}"#
            )
        }
        let source = HTTPSource<Row>(
            home, dialect: .cursor(items: "items", next: .cursor("next")), transport: transport)
        #expect(try await source.page(for: .after(nil, limit: 5)).beginning == .start)
        #expect(try await source.page(for: .after("b", limit: 5)).beginning == .unspecified)
        for request in [PageRequest.before("b", limit: 5), .before(nil, limit: 5), .around("1", limit: 5)] {
            #expect(await reason { _ = try await source.page(for: request) } == .cannotAsk(request))
        }
        // Both pages are asked for once more with the one row that came for five.
        #expect(transport.requests.count == 4)
    }

    @Test func `A list that came whole ends with its first page, and has the rows that it has`() async throws {
        let (source, _) = Self.source { _ in .json(#"[{"id": 1}, {"id": 2}, {"id": 3}]"#) }
        #expect(try await source.page(for: .before(nil, limit: 2)).items.count == 3)
        #expect(try await source.page(for: .around("2", limit: 2)).items.count == 3)
        #expect(await reason { _ = try await source.page(for: .around("4", limit: 2)) } == .noSuchRow("4"))
    }

    @Test(
        arguments: ["Stripe", "Matrix, from the newest on"])
    func `Rows whose type is known are read upwards as others are`(name: String) async throws {
        struct Typed: Codable, Sendable { var id: String?; var event_id: String? }
        let peer = try #require(upwardPeers.first { $0.name == name })
        let list = UpwardList(count: 60)
        let transport = ScriptedTransport { peer.answer($0, list) }
        let source = HTTPSource<Typed>(URL(string: peer.address)!, pageSize: 7, transport: transport)
        var page = try await source.page(for: .around(Cursor(peer.id(300)), limit: 7))
        var rows = page.items
        while case .previous(let cursor) = page.beginning {
            page = try await source.page(for: .before(cursor, limit: 7))
            rows = page.items + rows
        }
        #expect(page.beginning == .start)
        #expect(rows.first.flatMap { $0.id ?? $0.event_id } == peer.id(600))
        #expect(rows.compactMap { $0.id ?? $0.event_id }.firstIndex(of: peer.id(300)) == 30)
    }
}

/// A counter that a script may use.
final class ScriptedCounter: @unchecked Sendable {
    // `@unchecked`: the count is read and written only while `lock` is held.
    private let lock = NSLock()
    private var count = 0
    func next() -> Int {
        lock.withLock {
            count += 1; return count
        }
    }
}
