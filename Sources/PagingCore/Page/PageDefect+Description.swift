#if !hasFeature(Embedded)
    extension PageDefect: CustomStringConvertible {
        /// The problem, the row, and what to do about it. Rows are counted from 0.
        public var description: String {
            switch self {
            case .negativeTotal(let total):
                "The server says that the list has \(total) rows. Name another total, or none."
            case .totalTooLarge(let total):
                "The server says that the list has \(total) rows, more than any list can have. Name another total, or none."
            case .positionOutOfRange(let position):
                "The server answered with row \(position), which no list has. Check what the source takes for positions."
            case .emptyPage(let position):
                "The server answered with no rows at row \(position), though the list goes on. Refresh the list, and check what its "
                    + "total counts."
            case .misplacedPage(let asked, let answered):
                "The server was asked for row \(asked) and answered from row \(answered). Check the parameter that asks for positions."
            case .duplicateIdentifier(let position, let first):
                "Rows \(first) and \(position) have the same identifier. Declare how the list changes with behavior:, or identify rows "
                    + "by something else."
            case .repeatedCursor(let position):
                "The way on leads in a circle after row \(position). Check where the next cursor is read from."
            case .mixedVersions(let position):
                "The server answers with one version of the list and then with another, at row \(position): a cache or a replica is "
                    + "behind. Try again later."
            case .noProgress(let position, let answers):
                "\(answers) answers in a row brought nothing new after row \(position). Check the parameter that asks for what follows."
            case .unsettled(let position, let answers):
                "\(answers) answers in a row showed different states of the list around row \(position): it changes faster than its pages come, "
                    + "or its server has several states of it. What came last is shown. Refresh when the list has come to rest, or ask for "
                    + "larger pages."
            case .noWayAbove:
                "No answer says what comes before the first row that is loaded. Set Page.beginning in the source, or begin the list at .start."
            }
        }
    }
#endif
