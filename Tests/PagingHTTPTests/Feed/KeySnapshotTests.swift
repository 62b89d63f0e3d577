import Foundation
import PagingCore
import PagingHTTP
import PagingWire
import Testing

/// Snapshots of keys in bytes.
@Suite
struct KeySnapshotTests {
    private static let bytes = KeySnapshot(keys: [5, 3, 900], offset: 0, total: 3, version: "2-a-1")

    private static func answer(_ body: [UInt8], headers: [(String, String)] = []) -> HTTPAnswer {
        HTTPAnswer(
            status: 200, headers: HTTPHeaders([("Content-Type", MediaType.keys)] + headers), body: Data(body))
    }

    private func source<Element: Decodable & Sendable>(
        _ type: Element.Type, _ transport: ScriptedTransport, version: Dialect.VersionPlace? = .path("paging/version")
    ) -> HTTPSource<Element> {
        HTTPSource(
            home,
            dialect: dialect {
                $0.snapshot = .envelope("items/ids")
                $0.version = version
            }, transport: transport)
    }

    @Test func `Whole numbers are asked for in bytes, with JSON as the second choice, and read in either`() async throws
    {
        let transport = ScriptedTransport { _ in Self.answer(Self.bytes.bytes) }
        let snapshot = try await source(Numbered.self, transport).snapshot()
        #expect(snapshot.identifiers == [5, 3, 900] && snapshot.version == "2-a-1")
        #expect(
            Asked(transport.requests[0]).header("Accept")
                == "application/vnd.paging.ids, application/json;q=0.9")
        let json = ScriptedTransport { _ in .json(#"{"paging":{"version":"2-a-1","totalCount":2},"ids":[5,3]}"#) }
        #expect(try await source(Numbered.self, json).snapshot().identifiers == [5, 3])
    }

    @Test func `Other identifiers are asked for as JSON, and bytes that come all the same are read`() async throws {
        let transport = ScriptedTransport { _ in Self.answer(Self.bytes.bytes) }
        let source = source(Numbered.self, transport)
        #expect(try await source.snapshot(of: JSONValue.self).identifiers == [5, 3, 900])
        #expect(Asked(transport.requests[0]).header("Accept")?.contains(MediaType.keys) == false)
        #expect(try await source.snapshot(of: Int32.self).identifiers == [5, 3, 900])
        #expect(try await source.snapshot(of: Int64.self).identifiers == [5, 3, 900])
        #expect(Asked(transport.requests[2]).header("Accept")?.contains(MediaType.keys) == true)
    }

    @Test func `The version is where the dialect says`() async throws {
        let transport = ScriptedTransport { _ in Self.answer(Self.bytes.bytes, headers: [("X-Version", "7")]) }
        #expect(try await source(Numbered.self, transport, version: .header("X-Version")).snapshot().version == "7")
        #expect(try await source(Numbered.self, transport, version: nil).snapshot().version == nil)
    }

    @Test func `Bytes that are no whole snapshot are an error that says why`() async {
        let whole = Self.bytes.bytes
        let found = await reason {
            _ = try await source(Numbered.self, ScriptedTransport { _ in Self.answer(Array(whole.dropLast())) })
                .snapshot()
        }
        guard case .wrongShape(_, _, let text) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(text.contains("end before all of them are there"))
        let part = KeySnapshot(keys: [5, 3], offset: 0, total: 3, version: nil).bytes
        #expect(
            await reason {
                _ = try await source(Numbered.self, ScriptedTransport { _ in Self.answer(part) }).snapshot()
            } == .noWayOn(items: 2, total: 3))
        let twice = KeySnapshot(keys: [5, 5], offset: 0, total: 2, version: nil).bytes
        let repeated = await reason {
            _ = try await source(Numbered.self, ScriptedTransport { _ in Self.answer(twice) }).snapshot()
        }
        if case .wrongShape(let path, _, _) = repeated {
            #expect(path == "ids/1")
        } else {
            Issue.record("\(String(describing: repeated))")
        }
    }

    private static func problem(_ status: Int, _ kind: String) -> HTTPAnswer {
        HTTPAnswer(
            status: status, headers: HTTPHeaders([("Content-Type", "application/problem+json")]),
            body: Data(#"{"type":"tag:swift-paging,2026:\#(kind)","title":"No","status":\#(status)}"#.utf8))
    }

    /// A server that reads so many keys at a time, and whose list changes once.
    @Test(arguments: [true, false]) func `Keys that the server cannot read at once are asked for in parts`(
        inBytes: Bool
    ) async throws {
        let keys = (0..<120_000).map { Int64($0 * 3) }
        let asked = Asks()
        let transport = ScriptedTransport { request in
            let number = asked.count()
            let (offset, limit) = (request.int("offset") ?? 0, request.int("limit") ?? .max)
            guard limit <= 30_000 else { return Self.problem(503, "too-slow") }
            let version = number < 4 ? "2-a-1" : "2-a-2"
            if let wanted = request.query["version"], wanted != version { return Self.problem(409, "other-version") }
            let part = Array(keys[offset..<min(offset + limit, keys.count)])
            guard inBytes else {
                let ids = part.map(String.init).joined(separator: ",")
                return .json(
                    #"{"paging":{"offset":\#(offset),"totalCount":120000,"version":"\#(version)"},"ids":[\#(ids)]}"#)
            }
            return Self.answer(KeySnapshot(keys: part, offset: offset, total: keys.count, version: version).bytes)
        }
        let snapshot = try await source(Numbered.self, transport).snapshot()
        #expect(snapshot.identifiers.map(Int64.init) == keys && snapshot.version == "2-a-2")
        // All, too many, one part, the next of another version, and five parts.
        #expect(transport.requests.count == 9)
    }

    @Test func `A server that is too slow for any part is not asked for ever`() async {
        let transport = ScriptedTransport { _ in Self.problem(503, "too-slow") }
        let found = await reason { _ = try await source(Numbered.self, transport).snapshot() }
        guard case .status(503, _) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(transport.requests.count == 6)
        let changing = ScriptedTransport { request in
            guard request.int("limit") != nil else { return Self.problem(503, "too-slow") }
            guard request.query["version"] == nil else { return Self.problem(409, "other-version") }
            return Self.answer(KeySnapshot(keys: [1], offset: 0, total: 2, version: "2-a-1").bytes)
        }
        let other = await reason { _ = try await source(Numbered.self, changing).snapshot() }
        guard case .status(409, _) = other else {
            Issue.record("\(String(describing: other))")
            return
        }
        #expect(changing.requests.count == 9)
    }

    @Test func `A server that gives a few keys at a time of a list without end is left alone`() async {
        let transport = ScriptedTransport { request in
            guard request.int("limit") != nil, let offset = request.int("offset") else {
                return Self.problem(503, "too-slow")
            }
            return Self.answer(
                KeySnapshot(keys: [Int64(offset)], offset: offset, total: 1 << 40, version: "2-a-1").bytes)
        }
        let found = await reason { _ = try await source(Numbered.self, transport).snapshot() }
        #expect(found == .noWayOn(items: 41, total: 1 << 40))
        // All at once, and forty short parts with the one too many.
        #expect(transport.requests.count == 42)
    }
}

/// Counts requests.
///
/// `@unchecked Sendable`: `number` is read and written only while `lock` is held.
private final class Asks: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    func count() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }
}
