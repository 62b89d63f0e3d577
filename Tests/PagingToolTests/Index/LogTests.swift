import Foundation
import Paging
import PagingHTTP
import Testing

@testable import PagingServer
@testable import PagingTool

/// `paging log` makes, lists and drops logs of changes, and lists that have one are kept right by what happened.
@Suite struct LogTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = try SmallSample.copy(into: folder)
    }

    @Test func `A log is made, listed and dropped`() async throws {
        let none = try await ToolProcess.run("log", database)
        #expect(none.code == 0)
        #expect(none.error.contains("no log"))
        let dry = try await ToolProcess.run("log", database, "events", "--dry-run")
        #expect(dry.output.contains("CREATE TRIGGER paging_log_1_delete AFTER DELETE ON \"events\""))
        #expect(try await ToolProcess.run("log", database).output.isEmpty)
        let made = try await ToolProcess.run("log", database, "events", "--keep", "5000")
        #expect(made.code == 0, "\(made.error)")
        #expect(try await ToolProcess.run("log", database).output == "events  the last 5,000 changes\n")
        let again = try await ToolProcess.run("log", database, "events", "--keep", "5000")
        #expect(again.error.contains("logged already"))
        #expect(try await ToolProcess.run("log", database, "events", "--drop").code == 0)
        let gone = try await ToolProcess.run("log", database, "events", "--drop")
        #expect(gone.code == 1)
        #expect(gone.error.contains("has no log of changes"))
    }

    @Test(arguments: [
        (["nobody"], 1, "There is no list 'nobody'"), (["--keep", "3"], 2, "needs the name of a list"),
        (["events", "--drop", "--keep", "3"], 2, "exclude each other"), (["events", "--keep", "0"], 2, "--keep"),
    ])
    func `Mistakes are explained`(arguments: [String], code: Int32, message: String) async throws {
        let outcome = try await ToolProcess(["log", database] + arguments).outcome()
        #expect(outcome.code == code)
        #expect(outcome.error.contains(message))
    }

    private struct Event: Decodable, Identifiable, Sendable, Equatable {
        let id: Int
        let kind: String?
    }

    /// Waits until a list is as wanted, looking at it with each change.
    @MainActor
    private func until(_ list: PagedList<Event>, _ isWanted: () -> Bool) async {
        for await _ in list.changes where isWanted() { return }
    }

    @MainActor
    @Test(arguments: [false, true])
    func `A list is kept right by the server's changes`(rowsComeAlong: Bool) async throws {
        try ChangeLogging(path: database).start(list: "events")
        let server = ServerInProcess(Responder(try SQLiteDatabase(path: database)))
        var dialect = Dialect.envelope
        dialect.lookup = .init("ids")
        dialect.snapshot = .init(address: "events/ids", identifiers: "ids")
        dialect.changes = .init(address: "events/changes", items: rowsComeAlong ? "objects" : nil)
        if rowsComeAlong { dialect.changes?.parameters = ["objects": "true"] }
        let source = HTTPSource<Event>(
            URL(string: "http://localhost/lists/events")!, dialect: dialect, transport: server)
        let list = PagedList(
            source, behavior: ListBehavior(membership: .changes, content: .changes),
            policy: LoadPolicy(pageSize: 20, preloads: false))
        list.viewport(0..<120)
        await until(list) { list.rows.loadedRanges(in: 0..<120).count == 120 }
        let (count, before) = (list.count, (100..<120).map { list.peek($0) })
        _ = server.takeAsked()

        let connection = try SQLiteConnection(path: database, mode: .readWrite)
        let (first, seen) = (try #require(before[0]).id, try #require(before[5]).id)
        try connection.execute("UPDATE events SET kind = 'seen' WHERE id = \(seen)")
        try await list.refresh()
        await until(list) { list.position(ofID: seen).flatMap { list.peek($0)?.kind } == "seen" }
        let asked = server.takeAsked()
        #expect(asked.count == (rowsComeAlong ? 1 : 2), "\(asked)")
        #expect(asked.first?.hasPrefix("/lists/events/changes?") == true, "\(asked)")
        #expect(rowsComeAlong || asked.last?.hasPrefix("/lists/events?ids=\(seen)") == true, "\(asked)")

        try connection.execute("DELETE FROM events WHERE id < \(first) AND id > \(first) - 4")
        try await list.refresh()
        #expect(list.count == count - 3)
        #expect(list.position(ofID: first) == 97)
        // The removed rows were loaded, so only rows that moved up to the end of the screen are asked for.
        await until(list) { list.rows.loadedRanges(in: 0..<120).count == 120 }
        #expect(server.takeAsked().count == 2)
    }
}
