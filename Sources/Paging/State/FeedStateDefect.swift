public import PagingCore

/// Why a list cannot be restored. Nothing of the state is shown then: make the list without it, and it loads anew.
public enum FeedStateDefect: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was written in a format with this number, which this version of the library does not read.
    case otherFormat(Int)
    /// A part of it cannot be read: it was cut short, changed, or is of other items.
    case unreadable(place: String, reason: String)
    /// Its contents contradict each other.
    case contradictory(StateDefect)
    /// The list tells its rows apart by identifiers of another type than the state's.
    case otherIdentifiers(state: String)

    /// A description of the defect, its place and its remedy.
    public var description: String {
        switch self {
        case .otherFormat(let format):
            "The state is written in format \(format), and this version reads \(FeedStateFormat.current). "
                + "Make the list without it, and save it again."
        case .unreadable(let place, let reason):
            "The state cannot be read at \(place.isEmpty ? "its start" : place): \(reason) "
                + "Make the list without it, and save it again."
        case .contradictory(let defect):
            "The state contradicts itself: \(defect). Make the list without it, and save it again."
        case .otherIdentifiers(let state):
            "The list does not tell its rows apart by \(state). Save it with the type of its identifiers."
        }
    }
}

/// The format that states are written in. It counts up when an older version could not read what a newer one writes.
enum FeedStateFormat {
    static let current = 1
}

extension StateDefect: CustomStringConvertible {
    /// The contradiction and its place.
    public var description: String {
        switch self {
        case .tooLong(let count): "a list of \(count) rows is longer than any"
        case .repeatedItem(let position, let first):
            "the row at \(position) has the identifier of the one at \(first)"
        case .snapshotOfOtherLength(let identifiers, let slots):
            "the snapshot has \(identifiers) identifiers, and the list has \(slots) rows"
        case .snapshotOfOtherItem(let position):
            "the snapshot has another identifier at \(position) than the row there"
        case .repeatedIdentifier(let position): "the snapshot names the identifier at \(position) a second time"
        case .misplacedCheckpoint(let index): "checkpoint \(index) is out of order, beyond the list, or has no cursor"
        case .misplacedGap(let index): "gap \(index) is out of order, beyond the list, or has less than no page left"
        case .staleBeyondEnd(let end): "rows up to \(end) are stale, and the list ends before"
        case .sectionsOfOtherLength(let rows, let slots):
            "sections have \(rows) rows, and the list has \(slots)"
        case .historyWithHole(let position): "the history has no item at \(position)"
        case .misplacedEdit(let edit): "edit \(edit.rawValue) is of a row, or at a place, that the list does not have"
        case .repeatedEdit(let edit): "edit \(edit.rawValue) has a name that another has, or none can have"
        }
    }
}
