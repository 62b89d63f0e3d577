import Foundation
import Paging
import PagingHTTP
import PagingTesting
import Testing

@testable import PagingServer
@testable import PagingTool

/// A channel of this project's server, opened at the first unread message and read to both ends while others write.
@Suite(.timeLimit(.minutes(60))) struct ConversationTests {
    private struct Message: Decodable, Identifiable, Sendable, Equatable {
        let id: Int
        let text: String
    }

    /// Messages; `make soak` has 200,000.
    private static let count =
        ProcessInfo.processInfo.environment["PAGING_MESSAGES"].flatMap { Int($0) }.map { max($0, 700) } ?? 1_200
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

    /// Seeds of the order in which requests and answers pass: `PAGING_ORDERS=200 PAGING_FIRST_ORDER=1` for others.
    private static let orders: Range<UInt64> = {
        func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
        let first = number("PAGING_FIRST_ORDER") ?? 1
        return first..<first + (number("PAGING_ORDERS") ?? 2)
    }()

    @MainActor
    @Test(arguments: [false, true], orders)
    func `Every message is seen on the way up and down`(byCursors: Bool, order: UInt64) async throws {
        try ChangeLogging(path: path).start(list: "messages")
        let server = ServerInProcess(Responder(try SQLiteDatabase(path: path)))
        let address = try #require(URL(string: "http://localhost/lists/messages" + (byCursors ? "?after=" : "")))
        let (wire, clock) = (HeldWire(), VirtualClock())
        let source = HTTPSource<Message>(address, transport: HeldTransport(server: server, wire: wire))
        let unread = Self.count / 2 * 10 + 10
        let (behavior, policy) = (ListBehavior(membership: .changes, content: .changes), LoadPolicy(pageSize: 50))
        let list = PagedList(
            source, startingAt: .id(unread), behavior: behavior, policy: policy, clock: clock, seed: order)
        var top = 0
        // A view's place: its first row, wherever that goes.
        let observation = list.observe { change in
            top = change.before.isEmpty ? list.startingPosition : change.update.newPosition(of: top) ?? top
        }
        defer { observation.cancel() }
        var passing = Paging.SplitMix64(seed: order)
        // Requests and answers pass in the order of a seed, then time, until something is so; what else is under way stays so.
        func wait(for what: String, _ isSo: () -> Bool) async throws {
            for _ in 0..<4_000 {
                await list.settle()
                if isSo() { return }
                // Now and then time passes before an answer, as on a slow network.
                if passing.next() % 4 == 0, clock.advanceToNextSleeper() { continue }
                if wire.release(&passing) == nil, !clock.advanceToNextSleeper() { break }
            }
            Issue.record("Not so, and nothing goes on: \(what)")
            throw CancellationError()
        }
        func refresh() async throws {
            let ended = Ended()
            list.ledger.turn {
                do { ended.result = .success(try await list.refresh()) } catch { ended.result = .failure(error) }
            }
            try await wait(for: "the end of a refresh") { ended.result != nil }
            try ended.result?.get()
        }
        list.viewport(0..<Self.screen)
        try await wait(for: "the first unread message") { list.count > 0 && list.peek(top) != nil }
        #expect(list.peek(top)?.id == unread)
        #expect(server.takeAsked().count <= 4)

        var (seen, random) = (Set<Int>(), Paging.SplitMix64(seed: 7))
        func look() async throws {
            list.viewport(top..<top + Self.screen)
            try await wait(for: "the messages on screen") {
                (top..<min(top + Self.screen, list.count)).allSatisfy { list.peek($0) != nil }
            }
            for row in top..<min(top + Self.screen, list.count) { if let id = list.peek(row)?.id { seen.insert(id) } }
        }
        var steps = 0
        while top > 0 || !list.isStartKnown {
            try write(steps, using: &random)
            let place = list.peek(top)?.id
            if steps % 5 == 0 { try await refresh() }
            // The first row on screen is the one that it was, if it is still there.
            if let place, place % 70 != 0, place % 10 == 0 { #expect(list.peek(top)?.id == place) }
            top = max(0, top - Self.screen / 2)
            try await look()
            steps += 1
            if steps > Self.count { break }
        }
        #expect(list.peek(0)?.id == list.rows[0]?.id && steps < Self.count / 6)
        while top + Self.screen < list.count || !list.isEndKnown {
            try write(steps, using: &random)
            if steps % 5 == 0 { try await refresh() }
            top = min(top + Self.screen / 2, max(0, list.count - 1))
            try await look()
            steps += 1
            if steps > Self.count { break }
        }
        let untouched = Set((1...Self.count).lazy.map { $0 * 10 }.filter { $0 % 70 != 0 })
        #expect(untouched.subtracting(seen).isEmpty)
        #expect(steps < Self.count / 2)
        // A page up and a page down for each that the channel has, and as many again for what is written at each step.
        #expect(list.counters.requests < 4 * Self.count / policy.pageSize + 3 * steps)
        print("\(byCursors ? "by cursors" : "by position"): \(list.counters.requests) requests, \(steps) steps")
    }

    // MARK: In the terminal

    /// Messages as a screen shows them.
    private static func numbers(on screen: [String]) -> [Int] {
        screen.compactMap { line in
            line.firstMatch(of: /message (\d+)/).flatMap { Int($0.1) }
        }
    }

    @Test(.enabled(if: Tmux.isInstalled, "tmux is not installed"))
    func `The terminal shows every message on the way up and down`() async throws {
        let httpServer = try HTTPServer(Responder(try SQLiteDatabase(path: path)), configuration: .init(port: 0))
        defer { httpServer.stop() }
        let last = 600
        try connection.execute("DELETE FROM messages WHERE id > \(10 * last)")
        let command = "'\(ToolProcess.path)' browse '\(httpServer.url)/lists/messages?after=' --columns id,text --at-id"
        let terminal = try await Tmux("\(command) \(10 * last / 2)", width: 60, height: 30)
        func page(_ what: String, _ isThere: ([String]) -> Bool) async throws -> [String] {
            // Seen twice: a screen may be read while it is drawn.
            var last: [String] = []
            return try await terminal.screen(what) { screen in
                defer { last = screen }
                return screen == last && !screen.contains { $0.contains("░") } && isThere(screen)
            }
        }
        var screen = try await page("the message to begin at") { Self.numbers(on: $0).first == last / 2 }
        var (seen, random) = (Set<Int>(), Paging.SplitMix64(seed: 9))
        func walk(_ key: String, until isOver: ([String]) -> Bool) async throws {
            for step in 0..<100 {
                seen.formUnion(Self.numbers(on: screen))
                if isOver(screen) { return }
                try write(step, using: &random)
                let before = screen
                try await terminal.type(key)
                // A page's first or last row is on the one before, too; at the end of what is known nothing moves until more is there.
                screen = try await page("another page than \(before)") { $0 != before }
                // The status line changes by itself: the key may not have been read yet.
                for _ in 0..<20 where Self.numbers(on: screen) == Self.numbers(on: before) {
                    screen = try await page("a screen that stays") { _ in true }
                }
            }
            Issue.record("the walk does not end: \(screen)")
        }
        try await walk("PageUp") { $0.last { !$0.isEmpty }?.hasPrefix(" 1/") ?? false }
        try await walk("PageDown") { Self.numbers(on: $0).contains(last) }
        #expect(Set((1...last).filter { $0 % 7 != 0 }).subtracting(seen).isEmpty)
        await terminal.close()
    }
}

/// How a piece of work ended.
@MainActor private final class Ended {
    var result: Result<Void, any Error>?
}
