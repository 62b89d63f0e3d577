/// How a page's rows were found. Answers name it in `Server-Timing`, so that a slow list explains itself.
enum PageMethod: Equatable {
    /// By a rank index, in logarithmic time.
    case rank
    /// By row numbers that have no gaps.
    case keys
    /// By walking over so many rows from the nearer end of an index.
    case walk(Int)
    /// By sorting all rows.
    case sort

    /// The name and the description of a metric.
    ///
    /// Source: W3C, "Server Timing", §3.
    var metric: String {
        switch self {
        case .rank: "rank;desc=\"rank index\""
        case .keys: "keys;desc=\"row numbers without gaps\""
        case .walk(let rows): "walk;desc=\"walked over \(rows) rows\""
        case .sort: "sort;desc=\"sorted all rows\""
        }
    }
}

/// The cost of a page without a rank index, as a rule of thumb.
struct PageCost {
    /// Nanoseconds for each row that is walked over in an index.
    private static let walking = 60
    /// Nanoseconds for each row that is compared with those kept while sorting.
    private static let comparing = 120
    /// Nanoseconds for each row that sorting keeps, to throw it away again.
    private static let keeping = 4_000

    /// The milliseconds of a page whose first row is so many rows from the nearer end.
    static func milliseconds(total: Int, walk: Int, isSorted: Bool) -> Int {
        let nanoseconds = isSorted ? walk * walking : total * comparing + walk * keeping
        return nanoseconds / 1_000_000
    }
}
