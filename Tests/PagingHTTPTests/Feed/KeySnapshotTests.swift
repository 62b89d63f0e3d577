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
}
