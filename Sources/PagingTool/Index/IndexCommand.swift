internal import Foundation
internal import PagingServer

/// `paging index`: indexes for exact jumps to any row in an order.
struct IndexCommand: Command {
    static let spec = CommandSpec(
        name: "index", summary: "Build an index for fast jumps to any offset of a sorted table.",
        operands: ["DATABASE", "[LIST]"],
        options: [
            .init(
                name: "order", value: "ORDER",
                help: "The order: columns with a direction, such as \"kind desc, name\". The key comes last by itself.",
                defaultValue: "the key"),
            .init(
                name: "search", value: "COLUMNS",
                help: "Make a full-text index of these columns, with commas between, instead; see below."),
            .init(name: "drop", help: "Remove the index instead."),
            .init(name: "check", help: "Compare the index with the table, row by row, instead."),
            .init(
                name: "fold",
                help: "Add up what PostgreSQL's writers have counted instead; 'paging serve' does it as well."),
            .init(name: "rebuild", help: "Build the index anew, where it is there already."),
            .init(name: "dry-run", help: "Print the SQL and write nothing."),
            .init(name: "quiet", help: "Show no progress."),
        ],
        discussion: """
            A rank index finds the row at any position, and the position of any row, in about a millisecond,
            however long the table is; without one the database walks over all rows before it. 'paging serve' uses it for
            the same order, and for the opposite one.

            It is made of ordinary tables, named paging_rank…, and of triggers that keep it, whatever program
            writes to the table. It takes about as much room as an ordinary index, and each insert, delete or change of
            key costs some tens of microseconds more.

            The database may be in use: it is locked for moments, and once, at the end, for about half a second per
            million rows. Ctrl-C leaves nothing behind. Where the index is there already and can be used, nothing is done
            without --rebuild. Without LIST, the indexes that the database has are listed.

            DATABASE is a SQLite file or the address of a PostgreSQL database, of which the user has to own the
            table. There writers only ever note what they counted, so that none waits for another; 'paging serve'
            adds it up, and so does --fold, for databases that are written to for long without being served.

            With --search the index is one of words, SQLite's FTS5 or PostgreSQL's GIN: 'paging serve' then finds the
            rows that have all words of search=TEXT, the last of which may go on. With --search and --drop the columns
            are left out: --search= --drop.
            """,
        examples: [
            (
                "paging index library.sqlite books --order \"year desc\"",
                "positions by year, newest first, and oldest first"
            ),
            ("paging index library.sqlite books --search title,author", "makes 'books' searchable"),
            (
                "paging index postgres://owner@db.example.org/library books --order \"year desc\"",
                "the same in a database of PostgreSQL"
            ),
            ("paging index library.sqlite", "the indexes there are, and whether they can be used"),
            ("paging index library.sqlite books --order \"year desc\" --drop", "removes it again"),
        ],
        exitCodes: [
            (0, "done; with --check: the index is right"), (1, "failed; with --check: the index is wrong"),
            (2, "the command line cannot be understood"), (130, "interrupted; nothing is left of the index"),
        ])

    private enum Action { case list, build, drop, check, fold }

    private let database: String
    private let list: String
    private let order: String
    private let action: Action
    /// The columns of a full-text index, or `nil` for a rank index.
    private let searched: [String]?
    private let rebuilds: Bool
    private let isDryRun: Bool
    private let isQuiet: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        database = arguments.operands[0]
        list = arguments.operands.dropFirst().first ?? ""
        order = arguments.value("order") ?? ""
        searched = arguments.value("search")?.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        rebuilds = arguments.has("rebuild")
        isDryRun = arguments.has("dry-run")
        isQuiet = arguments.has("quiet")
        let asked: [(String, Action)] = [
            ("drop", .drop), ("check", .check), ("fold", .fold),
        ].filter { arguments.has($0.0) }
        if asked.count > 1 {
            throw .usage(
                "--\(asked[0].0) and --\(asked[1].0) exclude each other", "", "Give one of them",
                command: Self.spec.name)
        }
        if rebuilds, let other = asked.first?.0 {
            throw .usage("--rebuild and --\(other) exclude each other", "", "Leave one out", command: Self.spec.name)
        }
        if searched != nil, let other = ["order", "check", "fold"].first(where: { arguments.has($0) }) {
            throw .usage(
                "--search and --\(other) exclude each other", "", "Give one of them", command: Self.spec.name)
        }
        if isDryRun, asked.first?.1 == .check {
            throw .usage(
                "--check writes nothing anyway", "with --dry-run", "Leave --dry-run out", command: Self.spec.name)
        }
        if asked.first?.1 == .fold, let other = ["order", "dry-run"].first(where: { arguments.has($0) }) {
            throw .usage("--fold and --\(other) exclude each other", "", "Leave one out", command: Self.spec.name)
        }
        guard arguments.operands.count < 2 else {
            action = asked.first?.1 ?? .build
            return
        }
        action = asked.first?.1 == .fold ? .fold : .list
        for option in ["order", "search", "drop", "check", "rebuild", "dry-run"] where arguments.has(option) {
            throw .usage(
                "--\(option) needs the name of a list", "after '\(Database.name(of: database))'",
                "Write paging index DATABASE LIST --\(option)", command: Self.spec.name)
        }
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        do {
            switch action {
            case .list: return try showIndexes(console)
            case .drop: return try drop(console)
            case .check: return try check(console)
            case .fold: return try fold(console)
            case .build: return try await build(console)
            }
        } catch let error as SQLiteError {
            throw ToolError("\(error)")
        } catch let error as PostgresError {
            throw ToolError("\(error)")
        } catch let error as RankIndexError {
            throw ToolError("\(error)")
        } catch let error as SearchIndexError {
            throw ToolError("\(error)")
        } catch let error as LeftoverIndex {
            throw ToolError("\(error)")
        }
    }

    @MainActor
    private func showIndexes(_ console: Console) throws -> ExitCode {
        let indexes = try RankIndexes.open(database).indexes()
        let searches = try SearchIndexes.open(database).indexes()
        if indexes.isEmpty, searches.isEmpty {
            console.note(
                "paging: \(Database.name(of: database)) has no index; 'paging index --help' tells how to make one")
        }
        let lines =
            indexes.map { ("\($0.list)  \($0.order)", $0.isUsable, $0.ending) }
            + searches.map { ("\($0.list)  words of \($0.columns.joined(separator: ", "))", $0.isUsable, nil) }
        for (line, isUsable, ending) in lines {
            let why = ending ?? "half built, or the table has changed"
            let state = isUsable ? "" : "  (not usable: \(why); build it anew)"
            try console.say(line + state)
        }
        return .done
    }

    @MainActor
    private func drop(_ console: Console) throws -> ExitCode {
        let statements =
            searched == nil
            ? try RankIndexes.open(database).drop(list: list, order: order, isDryRun: isDryRun)
            : try SearchIndexes.open(database).drop(list: list, isDryRun: isDryRun)
        if isDryRun { try show(statements, console) } else { console.note("paging: dropped the index of '\(list)'") }
        return .done
    }

    @MainActor
    private func check(_ console: Console) throws -> ExitCode {
        let faults = try RankIndexes.open(database).check(list: list, order: order)
        for fault in faults { try console.say(fault) }
        guard faults.isEmpty else {
            throw ToolError(
                "the index does not fit the table", "'\(list)'",
                "Build it anew: the same command with --rebuild in place of --check")
        }
        try console.say("The index of '\(list)' is right.")
        return .done
    }

    @MainActor
    private func fold(_ console: Console) throws -> ExitCode {
        let count = try RankIndexes.open(database).fold(list: list.isEmpty ? nil : list)
        if !isQuiet { console.note("paging: folded \(Format.plural(count, "count"))") }
        return .done
    }

    @MainActor
    private func show(_ statements: [String], _ console: Console) throws {
        for statement in statements { try console.say(statement + ";") }
    }

    /// `true` if the index exists and is usable.
    private func exists() throws -> Bool {
        guard let searched else { return try RankIndexes.open(database).isIndexed(list: list, order: order) }
        return try SearchIndexes.open(database).indexes().contains {
            $0.list == list && $0.columns == searched && $0.isUsable
        }
    }

    @MainActor
    private func build(_ console: Console) async throws -> ExitCode {
        if try !rebuilds && exists() {
            let place = searched == nil ? order.isEmpty ? "by its key" : "by \(order)" : "of these words"
            console.note("paging: '\(list)' has an index \(place) already; --rebuild builds it anew")
            return .done
        }
        if isDryRun {
            let statements =
                try searched.map { try SearchIndexes.open(database).statements(list: list, columns: $0) }
                ?? RankIndexes.open(database).statements(list: list, order: order)
            try show(statements, console)
            return .done
        }
        let (progress, continuation) = AsyncStream.makeStream(
            of: RankIndexing.Progress.self, bufferingPolicy: .bufferingNewest(1))
        // Off the main actor, which shows the progress. Cancelling removes the unfinished index.
        let work = Task.detached { [database, list, order, searched] in
            defer { continuation.finish() }
            if let searched {
                return try SearchIndexes.open(database).build(list: list, columns: searched) {
                    continuation.yield($0)
                }
            }
            return try RankIndexes.open(database).build(list: list, order: order) { continuation.yield($0) }
        }
        return try await withTaskCancellationHandler {
            let line = ProgressLine(console, isQuiet: isQuiet)
            for await step in progress {
                line.show(
                    ProgressBar(done: step.done, total: step.total, unit: step.total == nil ? "rows; sorting" : "rows"))
            }
            line.clear()
            do {
                let count = try await work.value
                if !isQuiet { console.note("paging: indexed \(Format.plural(count, "row")) of '\(list)'") }
                return .done
            } catch is CancellationError {
                console.note("paging: interrupted; nothing is left of the index")
                return .interrupted
            }
        } onCancel: {
            work.cancel()
        }
    }
}
