import PagingCore

extension StateDefect {
    /// The problem and its place.
    var reason: String { "The state contradicts itself: \(contradiction)." }

    private var contradiction: String {
        switch self {
        case .tooLong(let count): "a list of \(count) rows is longer than any"
        case .repeatedItem(let position, let first):
            "the row at \(position) has the identifier of the one at \(first)"
        case .snapshotOfOtherLength(let identifiers, let slots):
            "the snapshot has \(identifiers) identifiers, and the list has \(slots) rows"
        case .snapshotOfOtherItem(let position):
            "the snapshot has another identifier at \(position) than the row there"
        case .repeatedIdentifier(let position):
            "the snapshot names the identifier at \(position) a second time"
        case .misplacedCheckpoint(let index):
            "checkpoint \(index) is out of order, beyond the list, or has no cursor"
        case .misplacedGap(let index):
            "gap \(index) is out of order, beyond the list, or has less than no page left"
        case .staleBeyondEnd(let end): "rows up to \(end) are stale, and the list ends before"
        case .sectionsOfOtherLength(let rows, let slots):
            "sections have \(rows) rows, and the list has \(slots)"
        case .historyWithHole(let position): "the history has no item at \(position)"
        case .misplacedEdit(let edit):
            "edit \(edit.rawValue) is of a row, or at a place, that the list does not have"
        case .repeatedEdit(let edit):
            "edit \(edit.rawValue) has a name that another has, or none can have"
        }
    }
}
