import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CarriedRecordTests {
    struct Post: Codable, Identifiable, Hashable, Sendable {
        let id: Int
        var likes: Int
    }

    /// A server of a hundred posts; after the change one is on top and another is liked.
    private nonisolated static func server(
        carrying records: String, isChanged: Locked<Bool>
    ) -> ScriptedTransport {
        ScriptedTransport { asked in
            let isChanged = isChanged.withLock { $0 }
            let posts = (isChanged ? [1_000] : []) + Array(0..<100)
            func json(_ ids: some Sequence<Int>) -> String {
                ids.map { #"{"id": \#($0), "likes": \#(isChanged && $0 == 3 ? 7 : 0)}"# }.joined(separator: ",")
            }
            if asked.path == "/changes" {
                return .json(
                    #"{"version": 2, "removed": [], "added": [{"id": 1000, "index": 0}], "edited": [3], "total": 101\#(records)}"#
                )
            }
            if let ids = asked.query["ids"] {
                return .json(#"{"rows": [\#(json(ids.split(separator: ",").compactMap { Int($0) }))]}"#)
            }
            let rows = posts.dropFirst(asked.int("offset") ?? 0).prefix(asked.int("limit") ?? 20)
            return .json(
                #"{"rows": [\#(json(rows))], "total": \#(posts.count), "version": \#(isChanged ? 2 : 1)}"#)
        }
    }

    private nonisolated static let way = dialect {
        $0.version = .path("version")
        $0.lookup = Dialect.Lookup("ids")
        $0.changes = Dialect.Changes(address: "/changes", items: "records")
    }

    /// The requests of a refresh after the change, and the first rows then.
    private func refreshed(carrying records: String) async throws -> (asked: [String], rows: [Post?]) {
        let isChanged = Locked(false)
        let transport = Self.server(carrying: records, isChanged: isChanged)
        let list = PagedList(
            HTTPSource<Post>(home, dialect: Self.way, transport: transport),
            behavior: ListBehavior(membership: .changes, content: .changes),
            policy: LoadPolicy(pageSize: 20, preloads: false))
        list.viewport(0..<20)
        await list.settle()
        #expect(list.count == 100 && list.peek(19) != nil && list.inFlight.isEmpty)
        isChanged.withLock { $0 = true }
        let before = transport.requests.count
        try await list.refresh()
        // The reader stays with his row, which is another one now.
        list.viewport(0..<20)
        await list.settle()
        #expect(list.peek(0)?.id == 1_000 && list.peek(4)?.likes == 7 && list.inFlight.isEmpty)
        return (Array(transport.targets.dropFirst(before)), (0..<5).map { list.peek($0) })
    }

    @Test func `What comes along is not asked for`() async throws {
        let (asked, rows) = try await refreshed(
            carrying: #", "records": [{"id": 3, "likes": 7}, {"id": 1000, "likes": 0}, {"id": 3, "likes": 9}]"#)
        #expect(asked == ["/changes?since=1"])
        #expect(rows.map { $0?.id } == [1_000, 0, 1, 2, 3])
    }

    @Test(arguments: ["", #", "records": null"#, #", "records": []"#])
    func `What does not come along is`(records: String) async throws {
        let (asked, _) = try await refreshed(carrying: records)
        #expect(asked.count > 1)
    }

    @Test nonisolated func `What is no list of records is named with its place`() async throws {
        for records in [#", "records": 5"#, #", "records": [{"id": 3}]"#] {
            let transport = Self.server(carrying: records, isChanged: Locked(true))
            let source = HTTPSource<Post>(home, dialect: Self.way, transport: transport)
            guard case .wrongShape(let path, _, _) = await reason({ _ = try await source.changesWithItems(since: "1") })
            else {
                Issue.record("no wrong shape in \(records)")
                continue
            }
            #expect(path.names.first == "records")
        }
    }
}
