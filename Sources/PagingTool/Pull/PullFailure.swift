internal import Paging
internal import PagingHTTP
internal import PagingWire

/// The reason why a list is incomplete.
struct PullFailure: CustomStringConvertible {
    private let error: (any Error)?

    /// The user stopped the pull.
    static let interrupted = PullFailure(nil)

    init(_ error: (any Error)?) {
        self.error = error
    }

    var isInterruption: Bool { error == nil }

    /// `true` if all rows received are written, but nothing proves that these are all.
    var isEndNotProven: Bool {
        switch (error as? HTTPSourceError)?.reason {
        case .endNotProven, .endContradicted, .shortPage, .severalLists: true
        default: false
        }
    }

    /// `true` if the list does not end where it seemed to end, so the number of its rows is unknown.
    private var isEndContradicted: Bool {
        switch (error as? HTTPSourceError)?.reason {
        case .endContradicted, .shortPage, .emptyPage: true
        default: false
        }
    }

    /// `true` for a broken pipe. The reader of the rows has closed it, so no message is printed.
    var isSilent: Bool { error is BrokenPipe }

    /// `true` if the rows written are valid, so that another pull may resume after them.
    var isResumable: Bool {
        guard let error, !(error is EndlessGrowth || error is LongWait) else { return true }
        if error is MiscountedRows { return false }
        switch (error as? HTTPSourceError)?.reason {
        // An expired cursor fails again.
        case nil, .endNotProven, .endContradicted, .severalLists, .shortPage, .emptyPage, .totalTooLow, .noProgress,
            .onlyEmptyPages,
            .unevenPages,
            .status(410, _):
            return false
        default: return true
        }
    }

    /// The error, and advice.
    var description: String {
        switch error {
        case nil: "interrupted"
        case is BrokenPipe: "the reader of the rows went away"
        case let error as ToolError: String("\(error)".dropFirst("paging: ".count))
        case let defect as PageDefect: PullFailure.explain(defect)
        case let error as HTTPSourceError: "\(error.address): \(error.what.asSentence) \(PullFailure.advice(error))"
        case let error?: "\(error)"
        }
    }

    /// The failure as the tool reports it, with the progress of the pull.
    ///
    /// - Parameters:
    ///   - canResume: `true` if another pull can resume from there.
    ///   - areLines: `true` if the rows are JSON lines although another format was requested.
    func told(_ report: PullReport, canResume: Bool, areLines: Bool = false) -> ToolError {
        var place = report.items == 0 ? "before the first row" : "after \(Format.plural(report.items, "row"))"
        if let total = report.total, !isEndContradicted { place += " of \(Format.count(total))" }
        let kept = report.output.map {
            "What was written stays in \($0)" + (areLines ? " as JSON lines" : "")
                + (canResume ? ", and --resume goes on behind it" : "")
        }
        return ToolError(description, place, kept)
    }

    /// The failure of one step, after which the work continues.
    ///
    /// - Parameters:
    ///   - step: the step, such as "the list cannot be refreshed".
    ///   - next: the following step.
    func told(_ step: String, _ next: String) -> ToolError {
        guard let error = error as? HTTPSourceError else { return ToolError("\(step): \(description)", nil, next) }
        let advice = error.isTransient ? "" : PullFailure.advice(error).asSentence + " Until then "
        return ToolError("\(step): \(error.what)", error.address, advice + next)
    }

    /// A cursor without secrets.
    static func shownCursor(_ cursor: Cursor) -> String {
        let text = cursor.description
        guard let mark = text.firstIndex(of: "?") else { return text.count > 40 ? text.prefix(40) + "…" : text }
        return text[..<mark] + "?" + Dialect.parameters(of: text).map { "\($0.name)=…" }.joined(separator: "&")
    }

    /// The cause of rows with the same identifier, and advice.
    static let repetition =
        "either the list changed meanwhile, which --behavior changes copes with, or something else tells rows apart, which "
        + "--id PATH names"

    /// Advice about an error of the source, in terms of the tool's options.
    private static func advice(_ error: HTTPSourceError) -> String {
        switch error.reason {
        case .tooLarge: "Ask for smaller pages with --page-size, or allow larger answers with --max-mib"
        case .noContent:
            "Check the address. Where the list may be empty, say with --dialect how it pages: by page or offset that is an empty page"
        case .tooDeep(let limit, _):
            "paging reads \(limit) levels at most: ask for rows without what is nested in them, if the API can, as by fields=…"
        case .ignoresParameters: "Check --parameter, or name another --dialect"
        case .unaskableIdentifier: "Read the list without --lookup, or name another identifier with --id"
        case .wrongShape, .severalLists: "Name the path of the rows with --items PATH"
        case .status(401, _), .status(403, _): "Give credentials with --header 'Authorization: …' or --netrc"
        case .status(410, _): "Begin anew, with more rows a request (--page-size): cursors expire after a while"
        case .tooSlow: "Ask for smaller pages with --page-size, or wait longer with --answer-time SECONDS"
        case .timedOut: "Try again, or wait longer with --timeout SECONDS"
        case .endContradicted, .shortPage:
            "Say how pages are asked for, with --dialect and --parameter, where the next one is named, with --next, or that these rows "
                + "are all, with --dialect whole"
        case .emptyPage, .unevenPages:
            "Say where the next page is named, with --next, or how rows are asked for by offset"
        case .onlyEmptyPages: "Allow more of them with --empty-pages N, or check --next and --parameter"
        case .badAddress, .noProgress: "Check --next and --parameter, or name another --dialect"
        case .otherOrigin: "Start from that address if it is to be trusted"
        case .tooManyRedirects: "The server is at fault or wants a cookie; --redirects N follows more of them"
        case .notOffered: "Give --lookup and --snapshot"
        case .unaskedItem: "Check --lookup and --id"
        case .noWayOn, .cannotAsk: "Say how pages are asked for, with --dialect, --parameter and --next"
        case .endNotProven:
            "Say how pages are asked for, with --dialect and --parameter, or that these rows are all, with --dialect whole"
        case .totalTooLow: "Name another total with --total PATH, or rely on none with --total none"
        default: error.advice
        }
    }

    private static func explain(_ defect: PageDefect) -> String {
        switch defect {
        case .negativeTotal(let total): "the server says that the list has \(total) rows"
        case .totalTooLarge(let total): "the server says that the list has \(total) rows, more than any list can have"
        case .positionOutOfRange(let position): "the server answered with row \(position), which no list has"
        case .emptyPage(let position):
            "the server answered with no rows at row \(Format.count(position)), though the list goes on by its total: where that counts "
                + "rows that are never given, --total none reads on without it"
        case .misplacedPage(let asked, let answered):
            "the server was asked for row \(Format.count(asked)) and answered from row \(Format.count(answered))"
        case .duplicateIdentifier(let position, let first):
            "rows \(Format.count(first)) and \(Format.count(position)) have the same identifier: \(Self.repetition)"
        case .repeatedCursor(let position):
            "the way on leads in a circle after row \(Format.count(position))"
        case .mixedVersions(let position):
            "the server answers with one version of the list and then with another, at row \(Format.count(position)): "
                + "a cache or a replica is behind; try again later"
        case .noProgress(let position, let answers):
            "\(answers) answers in a row brought nothing new after row \(Format.count(position))"
        case .unsettled(let position, let answers):
            "\(answers) answers in a row showed different states of the list around row \(Format.count(position)): it changes faster than it can be read"
        case .noWayAbove: "no answer says what comes before the first row"
        }
    }
}

/// A row came a second time, long after the first.
struct RepeatedRow: Error, CustomStringConvertible {
    let position: Int
    let id: Row.ID

    var description: String {
        let name = if case .value(let value) = id { " '\(value)'" } else { "" }
        return
            "row \(Format.count(position)) has the identifier\(name) of an earlier one: \(PullFailure.repetition)"
    }
}

/// The whole list was read, but the server reports another number of rows.
struct MiscountedRows: Error, CustomStringConvertible {
    let rows: Int
    let total: Int

    var description: String {
        "the whole list was read, which gave \(Format.plural(rows, "row")), and the server tells a total of \(Format.count(total)): a row may have "
            + "come twice in the place of another, several rows may have the same identifier (--id PATH), or the total counts other rows "
            + "(--total PATH, or --total none)"
    }
}

/// The list became shorter than the part already read.
struct ShrunkList: Error, CustomStringConvertible {
    let written: Int
    let count: Int

    var description: String {
        "the list became shorter while it was read: \(Format.count(count)) rows, after \(Format.count(written)) were written; "
            + "read it with --behavior changes"
    }
}

/// Two answers had different totals, or different rows at one position.
struct ChangedList: Error, Hashable, CustomStringConvertible {
    private let what: String

    init(before: Int, after: Int) {
        what = "it had \(Format.plural(before, "row")) and then \(Format.count(after))"
    }

    init(row: Int) {
        what = "row \(Format.count(row)) was one row and then another"
    }

    var description: String {
        "the list changed while it was read: \(what), so that "
            + "rows may be missing; read it with --behavior changes"
    }
}

extension PageDefect {
    /// The same error in a list whose first row has another position.
    func moved(by start: Int) -> PageDefect {
        switch self {
        case .negativeTotal, .totalTooLarge, .noWayAbove: self
        case .positionOutOfRange(let position): .positionOutOfRange(position + start)
        case .emptyPage(let position): .emptyPage(position: position + start)
        case .misplacedPage(let asked, let answered): .misplacedPage(asked: asked + start, answered: answered + start)
        case .duplicateIdentifier(let position, let first):
            .duplicateIdentifier(position: position + start, first: first + start)
        case .repeatedCursor(let position): .repeatedCursor(position: position + start)
        case .mixedVersions(let position): .mixedVersions(position: position + start)
        case .noProgress(let position, let answers): .noProgress(position: position + start, answers: answers)
        case .unsettled(let position, let answers): .unsettled(position: position + start, answers: answers)
        }
    }
}

/// A list that grows at its end as fast as it is read.
struct EndlessGrowth: Error, CustomStringConvertible {
    /// The most times that the list had grown when its earlier end was reached. A list that is read faster than it grows has fewer new rows each
    /// time.
    static let limit = 20

    let count: Int

    var description: String {
        "the list grew \(Self.limit) times before its end was reached, and has \(Format.plural(count, "row")) by now: it grows as fast as "
            + "it is read; larger pages (--page-size) read faster, and --max takes a part"
    }
}
