internal import Foundation
internal import Paging
internal import PagingHTTP
internal import PagingWire

/// `paging watch`: prints the changes of a list as they arrive.
struct WatchCommand: Command {
    static let spec = CommandSpec(
        name: "watch", summary: "Print what happens to the top of a list, as it happens.", operands: ["URL"],
        options: SourceOptions.options + [
            .init(
                name: "rows", value: "N", help: "How many rows are looked at, from the first on.", defaultValue: "20"),
            .init(
                name: "every", value: "SECONDS",
                help: "How often the list is refreshed besides, for servers that tell nothing by themselves.",
                defaultValue: "30"),
            .init(
                name: "changes", value: "ADDRESS",
                help: "Where it is told what happened since a version: relative to the list's address.",
                defaultValue: "what the answer says"),
            .init(
                name: "live", value: "ADDRESS",
                help: "Where it is told as it happens, by Server-Sent Events: relative to the list's address.",
                defaultValue: "what the answer says"),
        ] + SourceOptions.changing(state: "what the answer says") + [
            .init(name: "json", help: "One JSON object a line: see below.")
        ],
        discussion: """
            The list is kept right by whatever its server can do: a list with a log, served by 'paging serve', tells what
            happens as it happens; any other is read again every so often. A line is printed for each row:

              + 3  {…}    came, and is at 3              - 3  {…}    went from 3
              > 7 → 3     moved                          ~ 3  {…}    has other content
                3  {…}    was loaded

            With --json each line is one change of the list: "count" is its length, "removed" are ranges of positions
            before the change, "inserted" and "changed" of positions after it, "moved" pairs of a position before and
            one after; "rows" are the rows at these, where they are loaded: {"at": 3, "row": {…}}. Replayed in order,
            they give the list.

            Where the list cannot be refreshed, a line on standard error says why, and another one when it can be
            again. Meanwhile it is asked for less and less often: after twice --every, then four times, up to
            \(Format.span(RefreshPace.longest)), and not before the time that the server names.
            """,
        examples: [
            ("paging watch http://127.0.0.1:8080/lists/books", "what happens to a list with a log"),
            ("paging watch 'http://127.0.0.1:8080/lists/books?sort=-year' --json", "to a program"),
            ("paging watch https://example.com/api/items --every 5", "any API, every five seconds"),
        ],
        exitCodes: [
            (1, "the list cannot be read"), (2, "the command line cannot be understood"), (130, "interrupted"),
        ])

    private let source: SourceOptions
    private let dialect: Dialect
    private let rows: Int
    private let seconds: Int
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        source = try SourceOptions(arguments, command: Self.spec.name)
        rows = try arguments.integer("rows", in: 1...1_000) ?? 20
        seconds = try arguments.integer("every", in: 1...86_400) ?? 30
        isJSON = arguments.has("json")
        var dialect = source.dialect
        if let address = arguments.value("changes") { dialect.changes = Dialect.Changes(address: address) }
        if let address = arguments.value("live") { dialect.live = Dialect.Live(address: address) }
        self.dialect = dialect
        if source.identification == .position {
            throw .usage(
                "rows that nothing identifies cannot be watched", "'--id none'", "Name what identifies a row with --id",
                command: Self.spec.name)
        }
    }

    private func policy(_ retry: RetryPolicy) -> LoadPolicy {
        LoadPolicy(pageSize: max(rows, 5), preloads: false, retry: retry)
    }

    @MainActor
    private static func failure(at position: Int, of list: PagedList<WatchedRow>) -> (any Error)? {
        if case .failed(let error) = list.state(at: position) { error } else { nil }
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let id: FieldPath = if case .path(let path) = source.identification { path } else { "id" }
        let (waits, wait) = AsyncStream.makeStream(of: String.self)
        let traffic = Traffic { wait.yield($0) }
        let api = HTTPSource<WatchedRow>(
            source.url, dialect: dialect, headers: source.headers, decoder: WatchedRow.decoder(id: id),
            limits: source.limits, transport: source.transport ?? URLSessionTransport(), observer: { traffic.note($0) })
        let list = PagedList(
            api, behavior: ListBehavior(membership: .changes, ranking: .rebuilt, content: .changes),
            policy: policy(source.retryPolicy))
        defer { list.removeViewer() }
        let refresher = ListRefresher(
            list, every: .seconds(seconds), failing: policy(RetryPolicy(attempts: 1)),
            sleep: { try await Task.sleep(for: $0) }, tell: { console.note(TerminalText.harmless($0)) })
        let refreshing = Task { try await refresher.run() }
        let waiting = Task { for await wait in waits { refresher.hearWait(wait, of: source.shownAddress) } }
        defer { waiting.cancel() }
        defer { refreshing.cancel() }
        var printer = ChangePrinter(console: console, isJSON: isJSON)
        let watch = ListWatch(list)
        list.viewport(0..<rows)
        var hasBegun = false
        let changes = list.changes
        let failing = Task {
            var told = ""
            for await _ in watch.changes {
                if list.count == 0, let error = list.state.error { throw error }
                // Rows that cannot be loaded do not end the watch: the others go on.
                let failed = (0..<min(rows, list.count)).lazy.compactMap { Self.failure(at: $0, of: list) }.first
                let text = failed.map { "\($0)" } ?? ""
                if text != told, !text.isEmpty { console.note(TerminalText.harmless("paging: \(text)")) }
                told = text
            }
        }
        let printing = Task {
            for await change in changes {
                if change.after.isEmpty, !hasBegun { continue }
                hasBegun = true
                try printer.show(change)
                // The top is watched, not the rows that were there.
                list.viewport(0..<rows)
            }
        }
        defer { printing.cancel() }
        return try await withTaskCancellationHandler {
            try await failing.value
            try await printing.value
            return .interrupted
        } onCancel: {
            failing.cancel()
            printing.cancel()
        }
    }
}
