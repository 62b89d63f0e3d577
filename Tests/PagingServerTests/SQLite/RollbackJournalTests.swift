import Foundation
import PagingTesting
import PagingWire
import Testing

@testable import PagingServer

/// Readers beside writers of a file with a rollback journal, in which a commit waits until nobody reads, and readers wait for the commit.
@Suite(.timeLimit(.minutes(2))) struct RollbackJournalTests {
    /// Milliseconds to wait for each other: more than any of this takes on a slow machine.
    private static let patience = 20_000
    let fixture: Fixture

    init() throws { fixture = try Fixture(["CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT)"]) }

    private func connection(_ mode: SQLiteConnection.Mode, _ milliseconds: Int = patience) throws -> SQLiteConnection {
        try SQLiteConnection(path: fixture.path, mode: mode, busyMilliseconds: milliseconds)
    }

    /// A reader that holds a snapshot, and asks whether it is the latest, is asked to end by a commit that asks nothing of it.
    @Test func `A reader makes way for a commit`() async throws {
        let database = try SQLiteDatabase(path: fixture.path, busyMilliseconds: Self.patience)
        let (reader, witness) = (try connection(.readOnly), try connection(.readOnly, 0))
        let writer = Writer(try connection(.readWrite, 600_000))
        var snapshots = 0
        _ = try database.begin(reader) {
            snapshots += 1
            guard snapshots == 1 else { return }
            writer.begin()
            // A new reader is refused once the commit waits for those that are there.
            let end = ContinuousClock.now + WaitLimit.standard
            while ContinuousClock.now < end, (try? witness.value("SELECT count(*) FROM books")) != nil {}
        }
        try await writer.end()
        // Taken anew, after the commit.
        #expect(snapshots > 1)
        #expect(try reader.value("SELECT count(*) FROM books") == .integer(1))
    }

    /// Readers and writers of this process and of others, one of which undoes what it wrote.
    @Test func `Requests beside writers are all answered`() throws {
        let responder = Responder(
            try SQLiteDatabase(path: fixture.path, busyMilliseconds: Self.patience),
            writing: WritePolicy(token: WritingTests.token))
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for number in 0..<LongTests.count(60, of: 200) {
                failures.note { try perform(thread, number, responder) }
            }
        }
        #expect(failures.all.isEmpty)
    }

    private func perform(_ thread: Int, _ number: Int, _ responder: Responder) throws {
        let headers = [
            (name: "Content-Type", value: "application/json"), ("Authorization", "Bearer \(WritingTests.token)"),
        ]
        switch thread {
        case 0, 1:
            let writer = try connection(.readWrite)
            try writer.execute("BEGIN IMMEDIATE")
            try writer.execute("INSERT INTO books (title) VALUES ('theirs \(number)')")
            try writer.execute(thread == 0 ? "COMMIT" : "ROLLBACK")
        case 2:
            let body = Array(#"{"title": "ours \#(number)"}"#.utf8)
            let request = Request(method: "POST", target: "/lists/books", headers: headers, body: body)
            try check(responder.respond(to: request))
        default: try check(responder.respond(to: Request(target: "/lists/books")))
        }
    }

    private func check(_ response: Response) throws {
        guard response.status >= 300 else { return }
        throw SQLiteError(
            .other, path: fixture.path, operation: "answer", message: String(decoding: response.body, as: UTF8.self))
    }

    /// A writer that undoes its changes looks like an interrupted one for a moment.
    @Test func `A journal that goes is waited for`() throws {
        let journal = try leaveAJournal()
        let reader = try connection(.readOnly)
        reader.waitForRollback = { try? FileManager.default.removeItem(atPath: journal) }
        #expect(try reader.value("SELECT count(*) FROM books") == .integer(0))
        _ = try leaveAJournal()
        #expect(try reader.value("SELECT count(*) FROM books") == .integer(0))
    }

    private func leaveAJournal() throws -> String {
        let path = fixture.path + "-journal"
        try Data(repeating: 0xD9, count: 512).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The work of an interrupted writer can be undone by a program that may write, and the problem says so.
    @Test func `An interrupted writer is named`() throws {
        let responder = try fixture.responder()
        #expect(responder.get("/lists/books").status == 200)
        _ = try leaveAJournal()
        let refused = responder.get("/lists/books")
        #expect(refused.status == 503)
        #expect(try refused.json()["detail"]?.string?.contains("undoes what is left") == true)
        // The writer finds nothing to undo in this journal, and removes it.
        try fixture.write(["INSERT INTO books (title) VALUES ('new')"])
        #expect(responder.get("/lists/books").status == 200)
    }

    /// Writes a row on a thread of its own.
    ///
    /// `@unchecked Sendable`: the connection is used on that thread alone.
    private final class Writer: @unchecked Sendable {
        private let connection: SQLiteConnection
        private let outcome = Gathered<Result<Void, any Error>>()

        init(_ connection: SQLiteConnection) { self.connection = connection }

        func begin() {
            Thread.detachNewThread {
                self.outcome.add(Result { try self.connection.execute("INSERT INTO books (title) VALUES ('new')") })
            }
        }

        func end() async throws { try await outcome.wait(for: 1)[0].get() }
    }

    /// `@unchecked Sendable`: `failures` is read and written only while `lock` is held.
    private final class Failures: @unchecked Sendable {
        private let lock = NSLock()
        private var failures: [String] = []

        func note(_ body: () throws -> Void) {
            do { try body() } catch { lock.withLock { failures.append("\(error)") } }
        }

        var all: [String] { lock.withLock { failures } }
    }
}
