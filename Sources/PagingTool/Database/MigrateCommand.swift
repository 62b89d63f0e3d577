internal import PagingServer

/// `paging migrate`: creates and updates everything that this tool adds to a database.
struct MigrateCommand: Command {
    static let spec = CommandSpec(
        name: "migrate", summary: "Make what a server needs in a database, and make anew what no longer fits.",
        operands: ["DATABASE"],
        options: [
            .init(name: "dry-run", help: "Print the SQL and write nothing."),
            .init(name: "remove", help: "Remove everything instead: logs, rank and full-text indexes, kept answers."),
        ],
        discussion: """
            Run it with the role that owns the tables, as part of a deployment: after it a server with a role that may
            read, and perhaps write rows, needs no right to create anything. It makes the table in which answers to
            requests with an Idempotency-Key are kept, and makes anew each log and index that a change of its table
            has ended. Where nothing is to be done it does nothing.

            'paging index DATABASE' and 'paging log DATABASE' list what there is, and make more.
            """,
        examples: [
            ("paging migrate postgres://owner@db.example.org/library --dry-run", "the SQL that would run"),
            ("paging migrate postgres://owner@db.example.org/library", "runs it"),
            ("paging migrate library.sqlite --remove", "leaves nothing of ours in the file"),
        ],
        exitCodes: [(0, "done"), (1, "failed"), (2, "the command line cannot be understood")])

    private let database: String
    private let isDryRun: Bool
    private let removes: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        database = arguments.operands[0]
        isDryRun = arguments.has("dry-run")
        removes = arguments.has("remove")
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        do {
            let maintenance = DatabaseMaintenance(database)
            let steps = try removes ? maintenance.removal() : maintenance.migration()
            if steps.isEmpty { console.note("paging: nothing is to be done") }
            for step in steps {
                if isDryRun {
                    try console.say("-- \(step.what)")
                    for statement in step.statements { try console.say(statement + ";") }
                } else {
                    try step.run()
                    console.note("paging: done: \(step.what)")
                }
            }
            return .done
        } catch let error as BrokenPipe {
            throw error
        } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError("\(error)")
        }
    }
}
