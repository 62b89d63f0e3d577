/// The method by which a page's rows were found. Answers have it in `Server-Timing`, to explain why a list is slow.
enum PageMethod: Equatable {
    /// By a rank index, in logarithmic time.
    case rank
    /// By row numbers that have no gaps.
    case keys
    /// By scanning this number of rows from the nearer end of an index.
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

/// An estimate of the cost of a page without a rank index.
struct PageCost {
    /// Nanoseconds per row scanned in an index.
    private static let walking = 60
    /// Nanoseconds per row compared while sorting.
    private static let comparing = 120
    /// Nanoseconds per row that sorting has to store, only to drop it.
    private static let keeping = 4_000

    /// The milliseconds for a page whose first row is this number of rows from the nearer end.
    static func milliseconds(total: Int, walk: Int, isSorted: Bool) -> Int {
        let nanoseconds = isSorted ? walk * walking : total * comparing + walk * keeping
        return nanoseconds / 1_000_000
    }
}
