import Foundation
public import PagingCore

extension StateDefect: PagingError {
    /// The problem and its place.
    public var reason: String { "The state contradicts itself: \(text.what)." }

    /// A way out of it.
    public var suggestion: String { Self.advice }

    /// The error in a word; see ``PagingError/code``.
    public var code: String { text.code }

    /// The advice for a state that cannot be restored.
    static let advice = "Make the list without it, and save it again."

    private var text: (code: String, what: String) {
        switch self {
        case .tooLong(let count): ("too-long", "a list of \(count) rows is longer than any")
        case .repeatedItem(let position, let first):
            ("repeated-item", "the row at \(position) has the identifier of the one at \(first)")
        case .snapshotOfOtherLength(let identifiers, let slots):
            ("snapshot-of-other-length", "the snapshot has \(identifiers) identifiers, and the list has \(slots) rows")
        case .snapshotOfOtherItem(let position):
            ("snapshot-of-other-item", "the snapshot has another identifier at \(position) than the row there")
        case .repeatedIdentifier(let position):
            ("repeated-identifier", "the snapshot names the identifier at \(position) a second time")
        case .misplacedCheckpoint(let index):
            ("misplaced-checkpoint", "checkpoint \(index) is out of order, beyond the list, or has no cursor")
        case .misplacedGap(let index):
            ("misplaced-gap", "gap \(index) is out of order, beyond the list, or has less than no page left")
        case .staleBeyondEnd(let end): ("stale-beyond-end", "rows up to \(end) are stale, and the list ends before")
        case .sectionsOfOtherLength(let rows, let slots):
            ("sections-of-other-length", "sections have \(rows) rows, and the list has \(slots)")
        case .historyWithHole(let position): ("history-with-hole", "the history has no item at \(position)")
        case .misplacedEdit(let edit):
            ("misplaced-edit", "edit \(edit.rawValue) is of a row, or at a place, that the list does not have")
        case .repeatedEdit(let edit):
            ("repeated-edit", "edit \(edit.rawValue) has a name that another has, or none can have")
        }
    }
}
