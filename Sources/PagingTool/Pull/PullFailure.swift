internal import Paging

/// Why a list did not get whole.
struct PullFailure: CustomStringConvertible {
    private let error: (any Error)?

    /// Someone asked to stop.
    static let interrupted = PullFailure(nil)

    init(_ error: (any Error)?) {
        self.error = error
    }

    var isInterruption: Bool { error == nil }

    /// Whether there is nobody to tell: whoever read the rows went away.
    var isSilent: Bool { error is BrokenPipe }

    /// What happened, and what to do about it.
    var description: String {
        switch error {
        case nil: "interrupted"
        case is BrokenPipe: "the reader of the rows went away"
        case let error as ToolError: String("\(error)".dropFirst("paging: ".count))
        case let defect as PageDefect: PullFailure.explain(defect)
        case let error?: "\(error)"
        }
    }

    /// The failure as the tool tells it, with how far the pull came.
    func told(_ report: PullReport) -> ToolError {
        var place = report.items == 0 ? "before the first row" : "after \(Format.plural(report.items, "row"))"
        if let total = report.total { place += " of \(Format.count(total))" }
        let kept = report.output.map { "What was written stays in \($0)" }
        return ToolError(description, place, kept)
    }

    private static func explain(_ defect: PageDefect) -> String {
        switch defect {
        case .negativeTotal(let total): "the server says that the list has \(total) rows"
        case .totalTooLarge(let total): "the server says that the list has \(total) rows, more than any list can have"
        case .positionOutOfRange(let position): "the server answered with row \(position), which no list has"
        case .emptyPage(let position):
            "the server answered with no rows at row \(Format.count(position)), though the list goes on"
        case .misplacedPage(let asked, let answered):
            "the server was asked for row \(Format.count(asked)) and answered from row \(Format.count(answered))"
        case .duplicateIdentifier(let position, let first):
            "rows \(Format.count(first)) and \(Format.count(position)) have the same identifier: the list changed "
                + "meanwhile, or something else tells rows apart; say what with --id PATH, or --id none"
        case .repeatedCursor(let position):
            "the way on leads in a circle after row \(Format.count(position))"
        case .mixedVersions(let position):
            "the server answers with one version of the list and then with another, at row \(Format.count(position)): "
                + "a cache or a replica is behind; try again later"
        case .noProgress(let position, let answers):
            "\(answers) answers in a row brought nothing new after row \(Format.count(position))"
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
            "row \(Format.count(position)) has the identifier\(name) of an earlier one: the list changed meanwhile, or "
            + "something else tells rows apart; say what with --id PATH, or --id none"
    }
}

/// The list became shorter than what had been read of it.
struct ShrunkList: Error, CustomStringConvertible {
    let written: Int
    let count: Int

    var description: String {
        "the list became shorter while it was read: \(Format.count(count)) rows, after \(Format.count(written)) were written"
    }
}
