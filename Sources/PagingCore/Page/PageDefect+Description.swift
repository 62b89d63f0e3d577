#if !hasFeature(Embedded)
    extension PageDefect: CustomStringConvertible {
        /// The problem, the row, and advice. Rows are counted from 0.
        public var description: String { "\(what) \(advice)" }

        /// The problem and the row, in a sentence.
        package var what: String {
            switch self {
            case .negativeTotal(let total), .totalTooLarge(let total):
                "The server says that the list has \(total) rows\(total < 0 ? "" : ", more than any list can have")."
            case .positionOutOfRange(let position): "The server answered with row \(position), which no list has."
            case .emptyPage(let position):
                "The server answered with no rows at row \(position), though it has told of rows there."
            case .misplacedPage(let asked, let answered):
                "The server was asked for row \(asked) and answered from row \(answered)."
            case .duplicateIdentifier(let position, let first):
                "Rows \(first) and \(position) have the same identifier."
            case .repeatedCursor(let position): "The way on leads in a circle after row \(position)."
            case .mixedVersions(let position):
                "The server answers with one version of the list and then with another, at row \(position)."
            case .noProgress(let position, let answers):
                "\(answers) answers in a row brought nothing new after row \(position)."
            case .unsettled(let position, let answers):
                "\(answers) answers in a row showed different states of the list around row \(position)."
            case .noWayAbove: "No answer says what comes before the first row that is loaded."
            }
        }

        /// The advice, in a sentence or two.
        package var advice: String {
            switch self {
            case .negativeTotal, .totalTooLarge: "Name another total, or none."
            case .positionOutOfRange: "Check what the source takes for positions."
            case .emptyPage: "Refresh the list. If the server tells a total, check what that counts."
            case .misplacedPage: "Check the parameter that asks for positions."
            case .duplicateIdentifier:
                "Declare how the list changes with behavior:, or identify rows by something else."
            case .repeatedCursor: "Check where the next cursor is read from."
            case .mixedVersions: "A cache or a replica is behind. Try again later."
            case .noProgress: "Check the parameter that asks for what follows."
            case .unsettled:
                "It changes faster than its pages come, or its server has several states of it. The newest rows are shown. "
                    + "Refresh when the list has come to rest, or ask for larger pages."
            case .noWayAbove: "Set Page.beginning in the source, or begin the list at .start."
            }
        }
    }
#endif
