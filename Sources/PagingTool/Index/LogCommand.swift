internal import Foundation
internal import PagingServer

/// `paging log`: versions of a list, and the changes since one.
struct LogCommand: Command {
    static let spec = CommandSpec(
        name: "log", summary: "Log a table's changes, so that clients can ask what happened since.",
        operands: ["DATABASE", "[LIST]"],
        options: [
            .init(
                name: "keep", value: "N", help: "How many changes are kept; the oldest goes with each that comes.",
                defaultValue: "\(ServerLimits.defaultLoggedChanges)"),
            .init(name: "drop", help: "Remove the log instead."),
            .init(name: "dry-run", help: "Print the SQL and write nothing."),
        ],
        discussion: """
            With a log, a list that 'paging serve' serves has versions of its own, which only its own changes make
            new, and answers at /lists/LIST/changes?since=VERSION which rows went, came and changed since. A client
            then keeps right what it has loaded, however long the list is, with one small request.

            DATABASE is a SQLite file or the address of a PostgreSQL database, of which the user has to own the
            table. No statement of a program that writes fails or waits because of the log, whatever becomes of the
            table: where the log cannot go on, it ends, and this command says why.

            The log is made of ordinary tables, named paging_log…, kept by triggers, whatever program writes. Each
            insert, delete or change costs some microseconds more. It is made at once, however long the table is,
            and may be made while the database is in use. Without LIST, the logs that there are are listed.
            """,
        examples: [
            ("paging log library.sqlite books", "begins to log the changes of 'books'"),
            ("paging log library.sqlite", "the logs there are, and whether they can be used"),
            ("paging log library.sqlite books --drop", "removes it again"),
        ],
        exitCodes: [(0, "done"), (1, "failed"), (2, "the command line cannot be understood")])

    private let database: String
    private let list: String?
    private let keep: Int
    private let drops: Bool
    private let isDryRun: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        database = arguments.operands[0]
        list = arguments.operands.dropFirst().first
        keep = try arguments.integer("keep", in: 1...1_000_000_000) ?? ServerLimits.defaultLoggedChanges
        drops = arguments.has("drop")
        isDryRun = arguments.has("dry-run")
        if drops, arguments.has("keep") {
            throw .usage("--drop and --keep exclude each other", "", "Give one of them", command: Self.spec.name)
        }
        if list == nil, let option = ["keep", "drop", "dry-run"].first(where: { arguments.has($0) }) {
            throw .usage(
                "--\(option) needs the name of a list", "after '\(Database.name(of: database))'",
                "Write paging log DATABASE LIST --\(option)", command: Self.spec.name)
        }
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        do {
            let logging = try ChangeLogs.open(database)
            guard let list else { return try showLogs(logging, console) }
            let statements =
                drops
                ? try logging.drop(list: list, isDryRun: isDryRun)
                : try logging.start(list: list, keep: keep, isDryRun: isDryRun)
            if isDryRun {
                for statement in statements { try console.say(statement + ";") }
            } else if statements.isEmpty {
                console.note("paging: the changes of '\(list)' are logged already")
            } else {
                console.note(
                    drops
                        ? "paging: dropped the log of '\(list)'"
                        : "paging: the changes of '\(list)' are logged from now on")
            }
            return .done
        } catch let error as SQLiteError {
            throw ToolError("\(error)")
        } catch let error as PostgresError {
            throw ToolError("\(error)")
        } catch let error as ChangeLogError {
            throw ToolError("\(error)")
        }
    }

    @MainActor
    private func showLogs(_ logging: any ChangeLogKeeping, _ console: Console) throws -> ExitCode {
        let logs = try logging.logs()
        if logs.isEmpty {
            console.note("paging: \(Database.name(of: database)) has no log; 'paging log --help' tells how to make one")
        }
        for log in logs {
            let state = log.isUsable ? "" : "  (not usable: \(log.ending ?? "the table has changed"); make it anew)"
            try console.say("\(log.list)  the last \(Format.plural(log.keep, "change"))\(state)")
        }
        return .done
    }
}
