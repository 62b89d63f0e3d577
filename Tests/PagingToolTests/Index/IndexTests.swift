import Foundation
import PagingServer
import Testing

@testable import PagingTool

/// `paging index` makes, lists, checks and drops rank indexes, and leaves nothing when it is interrupted.
@Suite struct IndexTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = try SmallSample.copy(into: folder)
        // The sample has indexes of its own.
        let indexing = try RankIndexing(path: database)
        for index in try indexing.indexes() { try indexing.drop(list: index.list, order: index.order) }
    }

    @Test func `An index is made, listed, checked and dropped`() async throws {
        let none = try await ToolProcess.run("index", database)
        #expect(none.code == 0)
        #expect(none.output.isEmpty)
        #expect(none.error.contains("has no index"))

        let made = try await ToolProcess.run("index", database, "events", "--order", "time desc")
        #expect(made.code == 0, "\(made.error)")
        #expect(made.error.contains("rows of 'events'"))
        let listed = try await ToolProcess.run("index", database)
        #expect(listed.output == "events  time, id\n")
        // The same one serves the opposite order, too.
        let twice = try await ToolProcess.run("index", database, "events", "--order", "time")
        #expect(twice.code == 0 && twice.error.contains("has an index by time already; --rebuild builds it anew"))
        let rebuilt = try await ToolProcess.run("index", database, "events", "--order", "time", "--rebuild")
        #expect(rebuilt.code == 0 && rebuilt.error.contains("rows of 'events'"), "\(rebuilt.error)")
        let checked = try await ToolProcess.run("index", database, "events", "--order", "time", "--check")
        #expect(checked.code == 0)
        #expect(checked.output.contains("is right"))

        let dry = try await ToolProcess.run("index", database, "events", "--order", "time", "--drop", "--dry-run")
        #expect(dry.output.contains("DROP TABLE"))
        let dropped = try await ToolProcess.run("index", database, "events", "--order", "time", "--drop")
        #expect(dropped.code == 0)
        #expect(try await ToolProcess.run("index", database).output.isEmpty)
        let again = try await ToolProcess.run("index", database, "events", "--order", "time", "--drop")
        #expect(again.code == 1)
        #expect(again.error.contains("has no rank index"))
    }

    @Test func `A list is made searchable`() async throws {
        let made = try await ToolProcess.run("index", database, "events", "--search", "title, kind")
        #expect(made.code == 0, "\(made.error)")
        #expect(try await ToolProcess.run("index", database).output == "events  words of title, kind\n")
        let dropped = try await ToolProcess.run("index", database, "events", "--search=", "--drop")
        #expect(dropped.code == 0, "\(dropped.error)")
        #expect(try await ToolProcess.run("index", database).output.isEmpty)
    }

    @Test func `A dry run prints the statements`() async throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        let dry = try await ToolProcess.run("index", database, "events", "--order", "kind desc, time", "--dry-run")
        #expect(dry.code == 0)
        #expect(dry.output.contains("CREATE TABLE paging_rank_1_row"))
        #expect(dry.output.contains("CREATE TRIGGER paging_rank_1_delete AFTER DELETE ON \"events\""))
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
    }

    @Test(arguments: [
        (["nobody"], 1, "There is no list 'nobody'"), (["events", "--order", "height"], 1, "no column 'height'"),
        (["events", "--order", "time sideways"], 1, "cannot be read"),
        (["--order", "time"], 2, "needs the name of a list"),
        (["events", "--drop", "--check"], 2, "exclude each other"),
        (["events", "--search", "height"], 1, "no column 'height'"), (["events", "--search="], 1, "No column"),
        (["events", "--search", "kind", "--order", "time"], 2, "exclude each other"),
    ])
    func `Mistakes are explained`(arguments: [String], code: Int32, message: String) async throws {
        let outcome = try await ToolProcess(["index", database] + arguments).outcome()
        #expect(outcome.code == code)
        #expect(outcome.error.contains(message))
    }

    @Test(arguments: [
        (["postgres://u:secret@/d?host=/nowhere", "t"], 1, "pg_isready"),
        (["postgres://u:secret@/d?host=/nowhere", "t", "--search", "a"], 1, "pg_isready"),
        (["postgres://u:secret@/d?host=/nowhere", "--drop"], 2, "needs the name of a list"),
        (["postgres://u:secret@/d?host=/nowhere", "t", "--fold", "--check"], 2, "exclude each other"),
    ])
    func `Mistakes with an address are explained`(arguments: [String], code: Int32, message: String) async throws {
        let outcome = try await ToolProcess(["index"] + arguments).outcome()
        #expect(outcome.code == code)
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(!outcome.error.contains("secret"))
    }

    @Test func `Folding a SQLite file is nothing to do`() async throws {
        #expect(try await ToolProcess.run("index", database, "--fold").error.contains("folded 0 counts"))
    }

    @Test func `A missing database is not made`() async throws {
        let outcome = try await ToolProcess.run("index", folder.file("none.sqlite"), "events")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("Check the path"))
        #expect(!folder.has("none.sqlite"))
    }
}
