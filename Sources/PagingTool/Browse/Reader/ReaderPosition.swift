internal import Paging

/// A reader's position in a list: the first row on screen, and the marked row.
///
/// Every method keeps both within the list, and the marked row on screen.
struct ReaderPosition: Hashable, Sendable {
    /// The number of rows in the list.
    private(set) var count = 0
    /// The number of rows on the screen, at least 1.
    private(set) var height = 1
    /// The first row on screen.
    private(set) var first = 0
    /// The marked row.
    private(set) var cursor = 0

    /// The rows on screen.
    var rows: Range<Int> { first..<min(first + height, count) }

    /// The rows for which the screen has room, including those past the end.
    var screen: Range<Int> { first..<first + height }

    private var lastFirst: Int { max(0, count - height) }
    private var last: Int { max(0, count - 1) }

    /// Sets the list's length.
    mutating func setCount(_ count: Int) {
        self.count = max(0, count)
        settle()
    }

    /// Follows a change of the list. The first row on screen and the marked one stay the same rows.
    ///
    /// If a row was removed, the next one takes its place. At the list's start the screen stays there and shows rows inserted above.
    ///
    /// - Parameters:
    ///   - update: the change, from the list's previous state.
    ///   - isAtStart: `true` if the first row on screen is the list's first.
    mutating func follow(_ update: ListUpdate, isAtStart: Bool) {
        guard update.oldCount == count, update.newCount > 0, count > 0 else { return setCount(update.newCount) }
        let map = update.positionMap
        func place(_ row: Int) -> Int {
            for next in row..<min(row + height, update.oldCount) {
                if let place = map.newPosition(of: next) { return place }
            }
            return min(row, update.newCount - 1)
        }
        let (top, marked) = (isAtStart && first == 0 ? 0 : place(first), place(cursor))
        count = update.newCount
        (first, cursor) = (top, marked)
        settle()
    }

    /// Sets the screen's height. The marked row stays visible.
    mutating func setHeight(_ height: Int) {
        self.height = max(1, height)
        reveal()
    }

    /// Moves the mark by a number of rows, and the screen only if necessary.
    mutating func move(by rows: Int) {
        cursor = min(max(cursor + rows, 0), last)
        reveal()
    }

    /// Moves screen and mark by a number of screens, each of which overlaps the previous one by a row.
    mutating func page(by screens: Int) {
        let step = screens * max(1, height - 1)
        first += step
        cursor += step
        settle()
    }

    /// Moves the screen, and the mark only if it would leave the screen.
    mutating func scroll(by rows: Int) {
        first += rows
        settle()
    }

    /// Moves a row to the top of the screen, or as close to it as the list's end allows, and marks it.
    mutating func go(to row: Int) {
        first = row
        cursor = row
        settle()
    }

    /// Moves to the list's start.
    mutating func home() { go(to: 0) }

    /// Moves to the list's end.
    mutating func end() { go(to: last) }

    /// Marks a row of the screen, counted from its top.
    mutating func mark(line: Int) {
        cursor = min(max(first + line, first), max(first, rows.upperBound - 1))
    }

    /// Moves the screen to a fraction of the list, from 0 for its start to 1 for its end.
    mutating func scroll(to share: Double) {
        first = Int((min(max(share, 0), 1) * Double(lastFirst)).rounded())
        settle()
    }

    private mutating func settle() {
        first = min(max(first, 0), lastFirst)
        cursor = min(max(cursor, first), max(first, min(first + height, count) - 1))
    }

    private mutating func reveal() {
        cursor = min(max(cursor, 0), last)
        if cursor < first { first = cursor }
        if cursor >= first + height { first = cursor - height + 1 }
        first = min(max(first, 0), lastFirst)
    }
}
