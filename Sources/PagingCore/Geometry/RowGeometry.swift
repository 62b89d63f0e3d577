/// The positions of a list's rows, in points from its top: rows of fixed, estimated and measured heights, and section headers.
///
/// ```swift
/// var geometry = RowGeometry(count: 1_000_000, height: 44)
/// geometry.measure(3, height: 60)
/// print(geometry.top(of: 999_999), geometry.row(at: 200).row)  // 43999972.0 4
/// ```
///
/// An unmeasured row counts as ``estimate`` high, so that a million rows cost only their measured ones. A row's *box* is the row, with its
/// section's header above it if the section begins with the row. Heights stay with their rows when others are inserted and removed.
package struct RowGeometry: Sendable {
    /// The number of rows in the list.
    package private(set) var count: Int
    /// The height of each unmeasured row, in points.
    package private(set) var estimate: Double
    /// The first rows of sections, ascending; each has a header above it.
    package private(set) var headers: [Int] = []
    /// The height of each header, in points.
    package private(set) var headerHeight = 0.0
    private var heights = HeightTree()

    /// Makes the geometry of rows that have the same height, or are not measured yet.
    ///
    /// - Parameters:
    ///   - count: the number of rows; at least 0.
    ///   - height: a row's height, or a first guess of it, in points; more than 0.
    package init(count: Int = 0, height: Double) {
        precondition(count >= 0 && height > 0, "RowGeometry: a count is below 0 or a height is not above 0")
        (self.count, estimate) = (count, height)
    }

    /// The number of measured rows.
    package var measuredCount: Int { heights.count }

    /// The height of all boxes together, in points.
    ///
    /// - Complexity: O(1).
    package var totalHeight: Double {
        let sums = heights.total
        return sums.heights + Double(count - sums.measured) * estimate + Double(headers.count) * headerHeight
    }

    // MARK: Rows and offsets

    /// A row's own height, without a header.
    ///
    /// - Parameter row: from 0, below ``count``.
    /// - Complexity: O(log *measured*), expected.
    package func height(of row: Int) -> Double { heights.height(of: row) ?? estimate }

    /// The distance from the list's top to the top of a row's box; for ``count`` to the list's end.
    ///
    /// - Parameter row: from 0 to ``count``.
    /// - Complexity: O(log *measured* + log *headers*), expected.
    package func top(of row: Int) -> Double {
        rowsTop(of: row) + Double(headerCount(before: row)) * headerHeight
    }

    /// The frame of a row itself, below its header.
    ///
    /// - Complexity: as for ``top(of:)``.
    package func frame(of row: Int) -> (top: Double, height: Double) {
        (top(of: row) + (isHeader(row) ? headerHeight : 0), height(of: row))
    }

    /// The row whose box contains an offset, and how far below the box's top the offset is.
    ///
    /// - Parameter offset: in points; above the list it counts to the first row, below it to the last.
    /// - Returns: row 0 for a list without rows.
    /// - Complexity: O(log *measured* × log *headers*), expected.
    package func row(at offset: Double) -> RowAnchor {
        guard count > 0, offset > 0 else { return RowAnchor(row: 0, offset: min(0, offset)) }
        // The last header that begins above the offset: that many headers and rows are above it.
        var (low, high) = (0, headerHeight > 0 ? headers.count : 0)
        while low < high {
            let middle = (low + high) / 2
            if top(of: headers[middle]) <= offset { low = middle + 1 } else { high = middle }
        }
        var found: Int
        if low > 0, offset - top(of: headers[low - 1]) < headerHeight {
            found = headers[low - 1]
        } else {
            found = heights.row(at: max(0, offset - Double(low) * headerHeight), estimate: estimate).row
            // Rounding must not take the row across a header.
            if low < headers.count, headerHeight > 0 { found = min(found, headers[low] - 1) }
        }
        found = max(0, min(found, count - 1))
        return RowAnchor(row: found, offset: offset - top(of: found))
    }

    /// The rows whose boxes are at least partly between two offsets.
    ///
    /// - Complexity: as for ``row(at:)``.
    package func rows(from top: Double, to bottom: Double) -> Range<Int> {
        guard count > 0, bottom > 0, top < totalHeight, top < bottom else { return 0..<0 }
        let first = row(at: top).row
        let last = row(at: bottom)
        return first..<(last.offset > 0 ? last.row + 1 : max(first + 1, last.row))
    }

    /// The index of the header of a row's section, or `nil` before the first.
    ///
    /// - Complexity: O(log *headers*).
    package func header(of row: Int) -> Int? {
        let count = headerCount(before: row + 1)
        return count > 0 ? count - 1 : nil
    }

    private func rowsTop(of row: Int) -> Double {
        let (measured, sum) = heights.measured(before: row)
        return sum + Double(row - measured) * estimate
    }

    /// The number of sections that begin before a row.
    private func headerCount(before row: Int) -> Int {
        var (low, high) = (0, headers.count)
        while low < high {
            let middle = (low + high) / 2
            if headers[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// `true` if a section begins with a row.
    package func isHeader(_ row: Int) -> Bool {
        let index = headerCount(before: row)
        return index < headers.count && headers[index] == row
    }

    // MARK: Changing

    /// Sets a row's measured height, and returns by how much it is higher than before.
    ///
    /// - Parameters:
    ///   - row: from 0, below ``count``.
    ///   - height: in points; at least 0.
    /// - Complexity: O(log *measured*), expected.
    @discardableResult
    package mutating func measure(_ row: Int, height: Double) -> Double {
        precondition(row >= 0 && row < count && height >= 0, "RowGeometry: row out of range, or a height below 0")
        let difference = height - self.height(of: row)
        if difference != 0 || heights.height(of: row) == nil { heights.set(row, to: height) }
        return difference
    }

    /// Forgets all measured heights: another width, another text size.
    ///
    /// - Parameter height: the new estimate; `nil` keeps the old one.
    package mutating func forget(estimating height: Double? = nil) {
        heights.removeAll()
        estimate = height ?? estimate
    }

    /// Sets the estimate to the average of the measured rows. Keep an anchor across it.
    package mutating func settle() {
        let sums = heights.total
        if sums.measured > 0, sums.heights > 0 { estimate = sums.heights / Double(sums.measured) }
    }

    /// Sets the sections' headers.
    ///
    /// - Parameters:
    ///   - rows: the first rows of sections, ascending, each once and below ``count``; sections without rows have none.
    ///   - height: a header's height in points; at least 0.
    /// - Complexity: O(*headers*).
    package mutating func setHeaders(at rows: [Int], height: Double) {
        precondition(height >= 0, "RowGeometry: a height below 0")
        (headers, headerHeight) = (rows.filter { $0 >= 0 && $0 < count }, height)
    }

    /// Follows an update: heights stay with their rows; changed rows keep theirs until they are measured anew.
    ///
    /// Headers stay as far as their rows are left: set them anew if the sections changed.
    ///
    /// - Parameter update: an update from a list of ``count`` rows.
    /// - Complexity: O((*ranges* + *moves*) log *measured* + *measured rows removed* + *headers*), expected.
    package mutating func apply(_ update: ListUpdate) {
        precondition(update.oldCount == count, "RowGeometry: the update is of a list with another count")
        if update.isInPlace { return }
        let map = update.positionMap
        let moved = update.moves.compactMap { move in heights.height(of: move.from).map { (move.to, $0) } }
        for range in map.gone.ranges.reversed() { heights.remove(range) }
        for range in map.come.ranges { heights.insert(range.count, at: range.lowerBound) }
        for (row, height) in moved { heights.set(row, to: height) }
        count = update.newCount
        if headers.isEmpty { return }
        var kept: [Int] = []
        for header in headers {
            let row = map.newPosition(ofOrAfter: header)
            if row < count, row > kept.last ?? -1 { kept.append(row) }
        }
        headers = kept
    }
}

/// A place in a list that stays with its row: so many points below the top of the row's box.
public struct RowAnchor: Hashable, Sendable {
    /// The row.
    public var row: Int
    /// The distance below the top of the row's box, in points; negative above the list.
    public var offset: Double

    /// Makes an anchor.
    public init(row: Int, offset: Double) {
        (self.row, self.offset) = (row, offset)
    }

    /// The anchor after an update: at the same row or, if that was removed, at the top of the next row that is left.
    ///
    /// - Complexity: that of ``ListUpdate/newPosition(of:)``.
    public func following(_ update: ListUpdate) -> RowAnchor {
        guard row < update.oldCount else { return self }
        let map = update.positionMap
        if let new = map.newPosition(of: row) { return RowAnchor(row: new, offset: offset) }
        // All rows were replaced: the reader begins at the top.
        if update.removed.count == update.oldCount { return RowAnchor(row: 0, offset: 0) }
        let next = map.newPosition(ofOrAfter: row)
        return RowAnchor(row: max(0, min(next, update.newCount - 1)), offset: 0)
    }
}
