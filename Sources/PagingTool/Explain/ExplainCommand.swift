internal import Foundation
internal import Paging
internal import PagingHTTP
internal import PagingWire

/// `paging explain`: how an API pages, the evidence for it, and the requests of a pull.
struct ExplainCommand: Command {
    static let spec = CommandSpec(
        name: "explain", summary: "Say how an API pages, from which evidence, and what a pull will ask.",
        operands: ["URL"],
        options: SourceOptions.options,
        discussion: """
            It asks for the list's first answer and for one row behind it, as pull does, and writes no rows.
            """,
        examples: [
            ("paging explain http://127.0.0.1:8080/lists/unicode", "the sample"),
            ("paging explain URL --body '{\"query\": \"…\", \"variables\": {}}'", "a list that is asked for by POST"),
        ],
        exitCodes: [
            (0, "the way to the next page, or the end, is known"), (1, "the list cannot be read"),
            (2, "the command line cannot be understood"), (3, "nothing shows whether there is more"),
            (130, "interrupted"),
        ])

    private let source: SourceOptions

    init(_ arguments: Arguments) throws(ToolError) {
        source = try SourceOptions(arguments, command: Self.spec.name)
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let asked = Locked<[String]>([])
        let base = source.baseSource { event in
            guard case .started(let exchange) = event else { return }
            asked.withLock { $0.append(exchange.address) }
        }
        let first: Page<WrittenRow>
        do {
            first = try await base.page(for: .after(nil, limit: source.pageSize))
        } catch {
            throw ToolError(PullFailure(error).description, source.shownAddress)
        }
        var code = ExitCode.done
        let (end, reason) = await behind(first, base)
        if reason != nil { code = .endNotProven }
        let explanation = base.explanation
        var lines: [(String, String)] = [
            ("family", explanation?.family ?? "none by name: the general rules"),
            ("pages", base.recognized ?? source.dialectName),
            ("rows", "\(Format.count(first.items.count)) in the first answer"),
            (
                "identifier",
                base.identifier(of: first.items.map(\.value)).map { Identification.path($0).description }
                    ?? "none: rows go by their positions"
            ),
            ("total", first.total.map { Format.count($0) } ?? "none"),
            ("evidence", explanation?.evidence.joined(separator: "\n") ?? "given by the command"),
            ("next", end),
        ]
        lines.append(("upwards", base.spokenDialect?.upwards ?? "nothing: the list came whole"))
        if let reason { lines.append(("doubt", reason)) }
        lines.append(("asked", asked.withLock { $0 }.joined(separator: "\n")))
        for (name, text) in lines {
            for (index, line) in text.split(separator: "\n").enumerated() {
                try console.say(
                    (index == 0 ? name + ":" : "").padding(toLength: 12, withPad: " ", startingAt: 0) + line)
            }
        }
        return code
    }

    /// The next request of a pull, and the reason if the end is not proven.
    private func behind(_ first: Page<WrittenRow>, _ base: HTTPSource<WrittenRow>) async -> (
        next: String, doubt: String?
    ) {
        do {
            switch first.continuation {
            case .end:
                try await base.checkEnd()
                return ("nothing: the list ends with this answer", nil)
            case .next(let cursor):
                _ = try await base.page(for: .after(cursor, limit: source.pageSize))
                return ("by what leads on: \(PullFailure.shownCursor(cursor))", nil)
            case .more, .unspecified:
                let start = (first.position ?? 0) + first.items.count
                _ = try await base.page(for: .positions(start..<start + source.pageSize))
                return ("rows from position \(Format.count(start)) on", nil)
            }
        } catch {
            return ("nothing that is understood", PullFailure(error).description)
        }
    }
}

extension Dialect {
    /// How a list is read upwards, and from its end or a row, for messages.
    fileprivate var upwards: String {
        func shown(_ anchored: Anchored) -> String {
            let names = anchored.parameters.keys.sorted().joined(separator: ", ")
            return anchored.address.map { "\($0), \(names)" } ?? names
        }
        let isByPosition = if case .cursor = style { false } else { true }
        let isByRow = if case .firstItem = previous { before != nil } else { false }
        let previous: String? =
            before.map { "what comes before a row by \(shown($0))" }
            ?? previous.map { _ in "what comes before a page, where answers lead there" }
        let end: String? =
            end.map { "its end by \(shown($0))" } ?? (isByPosition && total != nil ? "its end by its total" : nil)
        let row: String? = around.map { "a row by \(shown($0))" } ?? (isByRow ? "a row by what comes before it" : nil)
        let ways = [previous, end, row].compactMap(\.self)
        if isByPosition { return (["any row by its position"] + ways).joined(separator: "\n") }
        return ways.isEmpty ? "nothing: answers do not say what comes before them" : ways.joined(separator: "\n")
    }
}
