import Foundation
import Paging
import PagingHTTP
import Testing

@testable import PagingServer
@testable import PagingTool

/// A channel of this project's server, opened at the first unread message and read to both ends while others write.
@Suite(.timeLimit(.minutes(10))) struct ConversationTests {
    private struct Message: Decodable, Identifiable, Sendable, Equatable {
        let id: Int
        let text: String
    }

    private static let count = 1_200
    private static let screen = 20
    private let folder: TemporaryFolder
    private let path: String
    private let connection: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("channel.sqlite")
        connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("PRAGMA journal_mode = wal")
        try connection.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
            INSERT INTO messages SELECT i * 10, 'message ' || i FROM n
            """)
    }

    /// Posts, edits and deletes a message each; of those that were there, only every seventh is ever touched.
    private func write(_ step: Int, using random: inout Paging.SplitMix64) throws {
        let place = Int(random.next() % UInt64(Self.count / 7)) * 70
        try connection.execute("INSERT INTO messages (text) VALUES ('new \(step)')")
        try connection.execute("INSERT OR IGNORE INTO messages VALUES (\(place + 5), 'between \(step)')")
        try connection.execute("UPDATE messages SET text = 'edited \(step)' WHERE id = \(place)")
        try connection.execute("DELETE FROM messages WHERE id = \(Int(random.next() % UInt64(Self.count / 7)) * 70)")
    }

    @MainActor
    @Test(arguments: [false, true]) func everyMessageIsSeenOnTheWayUpAndDown(byCursors: Bool) async throws {
        try ChangeLogging(path: path).start(list: "messages")
        let server = ServerInProcess(Responder(try SQLiteDatabase(path: path)))
        let address = try #require(URL(string: "http://localhost/lists/messages" + (byCursors ? "?after=" : "")))
        let source = HTTPSource<Message>(address, transport: server)
        let unread = 600 * 10 + 10
        let (behavior, policy) = (ListBehavior(membership: .changes, content: .changes), LoadPolicy(pageSize: 50))
        let list = PagedList(source, startingAt: .id(unread), behavior: behavior, policy: policy)
        var top = 0
        // A view's place: its first row, wherever that goes.
        let observation = list.observe { change in
            top = change.before.isEmpty ? list.startingPosition : change.update.newPosition(of: top) ?? top
        }
        defer { observation.cancel() }
        list.viewport(0..<Self.screen)
        while list.count == 0 || list.peek(top) == nil { await Task.yield() }
        #expect(list.peek(top)?.id == unread)
        #expect(server.takeAsked().count <= 4)

        var (seen, random) = (Set<Int>(), Paging.SplitMix64(seed: 7))
        func look() async {
            list.viewport(top..<top + Self.screen)
            while (top..<min(top + Self.screen, list.count)).contains(where: { list.peek($0) == nil }) {
                await Task.yield()
            }
            for row in top..<min(top + Self.screen, list.count) { if let id = list.peek(row)?.id { seen.insert(id) } }
        }
        var steps = 0
        while top > 0 || !list.isStartKnown {
            try write(steps, using: &random)
            let place = list.peek(top)?.id
            if steps % 5 == 0 { try await list.refresh() }
            // The first row on screen is the one that it was, if it is still there.
            if let place, place % 70 != 0, place % 10 == 0 { #expect(list.peek(top)?.id == place) }
            top = max(0, top - Self.screen / 2)
            await look()
            steps += 1
            if steps > 1_000 { break }
        }
        #expect(list.peek(0)?.id == list.rows[0]?.id && steps < 200)
        while top + Self.screen < list.count || !list.isEndKnown {
            try write(steps, using: &random)
            if steps % 5 == 0 { try await list.refresh() }
            top = min(top + Self.screen / 2, max(0, list.count - 1))
            await look()
            steps += 1
            if steps > 1_500 { break }
        }
        let untouched = Set((1...Self.count).lazy.map { $0 * 10 }.filter { $0 % 70 != 0 })
        #expect(untouched.subtracting(seen).isEmpty)
        #expect(steps < 600)
        print("\(byCursors ? "by cursors" : "by position"): \(list.counters.requests) requests, \(steps) steps")
    }
}
