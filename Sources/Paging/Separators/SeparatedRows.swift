public import PagingCore

/// A separator's identity in a list. It is kept as long as the separator is there, whatever rows come and go around it.
public struct SeparatorID: Hashable, Sendable {
    let number: Int
}

/// A list's rows with separators between them: date lines, an "unread" mark, letters.
///
/// ```
/// rows           shown
/// 0  Mon a       0  ── Monday ──
/// 1  Mon b       1  Mon a
/// 2  Tue c       2  Mon b
///                3  ── Tuesday ──
///                4  Tue c
/// ```
///
/// A separator is made from two neighbors that are both loaded. Before the first row, once it is known to be the list's first, it is made from
/// that row alone; likewise behind the last. Beside a placeholder there is no separator.
///
/// It is a value. ``apply(_:ends:)`` follows a change of the list and returns the change of rows and separators together, in their positions. A
/// view shows that update like an update of a list.
public struct SeparatedRows<Element: Sendable, Separator: Hashable & Sendable>: Sendable {
    /// Makes the separator of two neighbors, or returns `nil` for none. A neighbor is `nil` at the list's start or end.
    public typealias Make = @Sendable (_ above: Element?, _ below: Element?) -> Separator?

    /// The ends of a list that are known, and so may have a separator.
    public struct Ends: Hashable, Sendable {
        /// `true` if the first row is the list's first.
        public var isStartKnown: Bool
        /// `true` if the last row is the list's last.
        public var isEndKnown: Bool
        /// Makes a value for the known ends.
        public init(isStartKnown: Bool, isEndKnown: Bool) {
            (self.isStartKnown, self.isEndKnown) = (isStartKnown, isEndKnown)
        }
    }

    /// The row or separator at a position.
    public enum Entry: Hashable, Sendable {
        /// The list's row at this position in the list.
        case row(Int)
        /// A separator.
        case separator(SeparatorID, Separator)
    }

    struct Placed: Sendable {
        let id: SeparatorID
        let separator: Separator
    }

    /// The list's rows.
    public internal(set) var rows: PagedArray<Element>
    /// The ends of the list that are known.
    public internal(set) var ends: Ends
    package let make: Make
    var placed = SpacedEntries<Placed>()
    private var made = 0

    /// Puts separators between rows.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - ends: the ends of the list that are known.
    ///   - make: makes the separator of two neighbors. It must return the same for the same two.
    /// - Complexity: O(*rows loaded*).
    public init(_ rows: PagedArray<Element>, ends: Ends, make: @escaping Make) {
        (self.rows, self.ends, self.make) = (rows, ends, make)
        for (row, separator) in separators(in: 0...rows.count) { placed.insert(place(separator), at: row) }
    }

    mutating func place(_ separator: Separator) -> Placed {
        made += 1
        return Placed(id: SeparatorID(number: made), separator: separator)
    }

    /// The separators that belong before rows of a range; the number of rows means behind the last row.
    func separators(in places: ClosedRange<Int>) -> [(row: Int, separator: Separator)] {
        var found: [(row: Int, separator: Separator)] = []
        func look(_ row: Int, _ above: Element?, _ below: Element?) {
            if let separator = make(above, below) { found.append((row, separator)) }
        }
        let near = max(0, places.lowerBound - 1)..<min(rows.count, places.upperBound + 1)
        for range in rows.loadedRanges(in: near).ranges {
            if range.lowerBound == 0, places.contains(0), ends.isStartKnown { look(0, nil, rows[0]) }
            for row in range where row > range.lowerBound && places.contains(row) {
                look(row, rows[row - 1], rows[row])
            }
            if range.upperBound == rows.count, places.contains(rows.count), ends.isEndKnown {
                look(rows.count, rows[rows.count - 1], nil)
            }
        }
        return found
    }

    // MARK: Positions

    /// The number of rows and separators.
    public var count: Int { rows.count + placed.count }

    /// The row or separator at a position.
    ///
    /// - Parameter position: from 0, below ``count``.
    /// - Complexity: about O(log *separators* × √*separators*).
    public subscript(position: Int) -> Entry {
        let rank = separators(before: position)
        if rank < placed.count {
            let entry = placed.entry(rank)
            if entry.row + rank == position { return .separator(entry.value.id, entry.value.separator) }
        }
        return .row(position - rank)
    }

    /// The position of a row of the list among rows and separators.
    ///
    /// - Parameter row: the row's position in the list, from 0, below the number of ``rows``.
    /// - Complexity: about O(√*separators*).
    public func position(ofRow row: Int) -> Int { row + placed.count(before: row + 1) }

    /// The list's rows among these positions, for ``PagedList/viewport(_:landing:viewer:)``.
    ///
    /// - Complexity: that of the subscript.
    public func rows(in positions: Range<Int>) -> Range<Int> {
        let lower = positions.lowerBound - separators(before: positions.lowerBound)
        return lower..<max(lower, positions.upperBound - separators(before: positions.upperBound))
    }

    /// The position of the separator before a row, or of the row itself if there is none. For the number of rows it is the position behind the
    /// last.
    ///
    /// - Complexity: about O(√*separators*).
    package func position(beforeRow row: Int) -> Int { row + placed.count(before: row) }

    /// The positions of separators among these positions, ascending.
    ///
    /// - Complexity: O(*separators there*), and that of the subscript.
    package func separators(at positions: Range<Int>) -> [Int] {
        guard placed.count > 0, !positions.isEmpty else { return [] }
        let first = separators(before: positions.lowerBound)
        let rows = positions.lowerBound - first...positions.upperBound - 1 - first
        return placed.entries(in: rows).enumerated().map { $1.row + $0 + placed.count(before: rows.lowerBound) }
            .filter(positions.contains)
    }

    /// The number of separators before a position.
    private func separators(before position: Int) -> Int {
        var (low, high) = (0, placed.count)
        while low < high {
            let middle = (low + high) / 2
            if placed.entry(middle).row + middle < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
