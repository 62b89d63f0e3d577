/// Guesses a viewport from rows read one by one: the last reads that are near each other.
package struct ReadWindow: Hashable, Sendable {
    /// The rows that count as on screen; at most 64.
    package private(set) var rows: Range<Int>?

    /// Makes an empty window.
    package init() {}

    /// A row was read.
    ///
    /// - Parameter position: the row's position, at least 0.
    /// - Returns: `true` if the window moved.
    package mutating func read(_ position: Int) -> Bool {
        let span = Limits.rowsReadLast
        guard let rows, position >= rows.lowerBound - span, position < rows.upperBound + span else {
            rows = position..<position + 1
            return true
        }
        if rows.contains(position) { return false }
        self.rows =
            position < rows.lowerBound
            ? position..<min(rows.upperBound, position + span)
            : max(rows.lowerBound, position + 1 - span)..<position + 1
        return true
    }
}
