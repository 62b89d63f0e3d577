@testable import PagingCore

/// Where rows are in a picture: those that were looked at at full size, those passed smaller, what lies between drawn in.
///
/// A scrub passes 700,000 rows and shows twenty at a time; to scale, nothing of it could be seen. So a stretch that was
/// neither shown nor asked for is drawn shorter, by its logarithm, and one that only flew past takes a quarter of its
/// place.
struct RowAxis {
    /// A stretch of rows drawn at full size.
    struct Stretch {
        var rows: Range<Int>
        /// Where it begins, in drawn rows.
        var offset: Double
        /// Drawn rows for each row.
        var scale: Double
    }

    private(set) var stretches: [Stretch] = []
    /// The axis's length in drawn rows.
    private(set) var length = 0.0

    /// - Parameters:
    ///   - rows: what is drawn; not empty.
    ///   - looked: the rows among them that were looked at, not just passed.
    ///   - screen: rows on screen.
    init(_ rows: PositionSet, looked: PositionSet, screen: Int) {
        for range in rows.ranges {
            let scale = looked.intersection(range).isEmpty ? 0.25 : 1
            if let last = stretches.last {
                length += min(scale, last.scale) * Self.gap(range.lowerBound - last.rows.upperBound, screen: screen)
            }
            stretches.append(Stretch(rows: range, offset: length, scale: scale))
            length += scale * Double(range.count)
        }
    }

    /// Where a row begins, in drawn rows.
    func position(of row: Int) -> Double {
        let index = stretches.partitioningIndex { $0.rows.upperBound >= row }
        guard index < stretches.count else { return length }
        let stretch = stretches[index]
        return stretch.offset + stretch.scale * Double(max(0, row - stretch.rows.lowerBound))
    }

    private static func gap(_ rows: Int, screen: Int) -> Double {
        guard rows > screen else { return 0.5 * Double(rows) }
        // A logarithm drawn with straight lines from doubling to doubling: the same on every platform.
        let ratio = Double(rows) / Double(screen)
        return Double(screen) * (0.5 + 0.1 * (Double(ratio.exponent) + ratio.significand - 1))
    }
}

extension Array {
    /// The first index whose element fulfils a condition that all later ones fulfil too.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
