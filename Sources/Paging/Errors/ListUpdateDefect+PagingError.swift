import Foundation
public import PagingCore

extension ListUpdateDefect: PagingError {
    /// The problem and its place.
    public var reason: String { text.what }

    /// A way out of it.
    public var suggestion: String { Self.advice }

    /// The error in a word; see ``PagingError/code``.
    public var code: String { text.code }

    private static let advice =
        "Make the update with ListUpdate.difference(from:to:), or show the new list without one, by reloading the view."

    private var text: (code: String, what: String) {
        switch self {
        case .negativeCount(let old, let new):
            ("negative-count", "The update is from \(old) rows to \(new), and no list has fewer than none.")
        case .removalOutOfRange(let range, let count):
            ("removal-out-of-range", "Rows \(Self.text(range)) are removed, and the old list has \(count).")
        case .insertionOutOfRange(let range, let count):
            ("insertion-out-of-range", "Rows are inserted at \(Self.text(range)), and the new list has \(count).")
        case .changeOutOfRange(let range, let count):
            ("change-out-of-range", "Rows \(Self.text(range)) are changed, and the new list has \(count).")
        case .moveOutOfRange(let move, let oldCount, let newCount):
            (
                "move-out-of-range",
                "A row moves from \(move.from) to \(move.to), and the lists have \(oldCount) and \(newCount) rows."
            )
        case .movedTwice(let old): ("moved-twice", "Row \(old) of the old list moves twice.")
        case .movedToOnePlace(let new): ("moved-to-one-place", "Two rows move to position \(new) of the new list.")
        case .removedAndMoved(let old): ("removed-and-moved", "Row \(old) of the old list is both removed and moved.")
        case .insertedAndMoved(let new):
            ("inserted-and-moved", "Row \(new) of the new list is both inserted and moved there.")
        case .insertedAndChanged(let new):
            ("inserted-and-changed", "Row \(new) of the new list is both inserted and changed.")
        case .movedAndChanged(let new):
            ("moved-and-changed", "Row \(new) of the new list is both moved there and changed.")
        case .countsDoNotAddUp(let oldCount, let removed, let inserted, let newCount):
            (
                "counts-do-not-add-up",
                "\(oldCount) rows less \(removed) removed and with \(inserted) inserted are not \(newCount)."
            )
        }
    }

    private static func text(_ range: Range<Int>) -> String { "\(range.lowerBound)..<\(range.upperBound)" }
}
