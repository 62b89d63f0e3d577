internal import Paging
internal import PagingWire

/// `paging browse`: a list of any length in the terminal.
struct BrowseCommand: Command {
    static let spec = CommandSpec(
        name: "browse", summary: "Scroll through any paginated JSON API in the terminal.", operands: ["URL"],
        options: SourceOptions.options + [
            .init(
                name: "columns", value: "PATHS",
                help: "The fields to show, with commas between, as id,name,author/name.",
                defaultValue: "guessed"),
            .init(
                name: "sections", value: "COLUMN",
                help: "Group the rows by a column and go by its values; for servers of this project."),
            .init(name: "at", value: "ROW", help: "Begin at a row, counted from 1; past the end at the last."),
            .init(
                name: "at-id", value: "ID",
                help: "Begin at the row with this identifier, and read up and down from there, where the server can."),
            .init(name: "end", help: "Begin at the last rows."),
        ],
        discussion: """
            Keys
            \(KeyHelp.lines(width: 98, height: 12).map { "  " + $0 }.joined(separator: "\n"))
            The line at the foot tells the marked row and its section, and what loading has cost.
            """,
        examples: [
            ("paging browse http://127.0.0.1:8080/lists/unicode", "the sample; End is one load away"),
            ("paging browse http://127.0.0.1:8080/lists/unicode --sections category", "n goes to the next category"),
            ("paging browse URL --at-id 4711", "a message, and what was said before and after it"),
            ("paging browse URL --columns id,title,author/name", "with columns of one's own choice"),
        ],
        exitCodes: [
            (0, "quit"), (1, "the terminal cannot be drawn on"), (2, "the command line cannot be understood"),
            (130, "interrupted"),
        ])

    /// The number of rows per request: about two screens, so that one answer is enough for any place.
    static let standardPageSize = 50

    private let source: SourceOptions
    private let columns: [FieldPath]?
    private let row: Int?
    private let id: String?
    private let beginsAtEnd: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        source = try SourceOptions(arguments, command: Self.spec.name, pageSize: Self.standardPageSize)
        columns = arguments.value("columns").map { $0.split(separator: ",").map { FieldPath(String($0)) } }
        row = try arguments.integer("at", in: 1...Int.max)
        id = arguments.value("at-id")
        beginsAtEnd = arguments.has("end")
        let places = [row.map { _ in "--at" }, id.map { _ in "--at-id" }, beginsAtEnd ? "--end" : nil].compactMap { $0 }
        if places.count > 1 {
            throw .usage(
                "\(places[0]) and \(places[1]) exclude each other", "", "Give one of them", command: Self.spec.name)
        }
        if id != nil, source.identification == .position {
            throw .usage(
                "rows that nothing identifies have no identifier to begin at", "'--id none'",
                "Name what identifies a row with --id", command: Self.spec.name)
        }
        if let columns, columns.isEmpty {
            throw .usage("--columns names none", "''", "Give paths with commas between", command: Self.spec.name)
        }
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let terminal = try CursesTerminal(usesColor: console.usesColor)
        let browser = Browser(source, columns: columns, startingAt: id, terminal: terminal)
        browser.soughtRow = row.map { $0 - 1 }
        browser.seeksEnd = beginsAtEnd
        let hasQuit = await browser.run()
        terminal.stop()
        return hasQuit ? .done : .interrupted
    }
}
