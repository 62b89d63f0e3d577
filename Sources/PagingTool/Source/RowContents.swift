internal import Paging
internal import PagingHTTP
internal import PagingWire

/// The contents of the latest rows by their identifiers, as hashes: it tells whether a row that comes again is the same row.
///
/// A list leaves a row out that it has already. Where two rows with one identifier have different contents, one of them would be lost.
struct RowContents: Sendable {
    private struct Entry {
        let contents: Int
        /// The page that it came with.
        let page: Int
    }

    private var recent: [Row.ID: Entry] = [:]
    /// The rows before those in ``recent``, so that memory is bounded.
    private var earlier: [Row.ID: Entry] = [:]
    /// The most rows that a request asked for or brought.
    private var largestPage = 0

    /// A pull has the rows of fewer requests in memory: 64 that may be in flight, and what is written at the moment.
    private static let pages = 66
    private static let fewestRows = 10_000

    /// Takes the rows of a page.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - cursor: the cursor the page was asked for with. The same page may be asked for again, and its rows may have changed.
    ///   - limit: how many rows were asked for.
    /// - Returns: the first row that came with another page and had other contents there, or `nil` if there is none.
    mutating func take(_ rows: [Row], after cursor: Cursor?, limit: Int) -> Row? {
        largestPage = max(largestPage, rows.count, limit)
        if recent.count >= max(Self.fewestRows, Self.pages * largestPage) { (earlier, recent) = (recent, [:]) }
        let page = cursor.hashValue
        var conflict: Row?
        for row in rows {
            let entry = Entry(contents: row.value.hashValue, page: page)
            let known = recent.updateValue(entry, forKey: row.id) ?? earlier[row.id]
            if let known, known.page != page, known.contents != entry.contents, conflict == nil { conflict = row }
        }
        return conflict
    }
}

/// Two rows have the same identifier and different contents.
struct ConflictingRow: LoadError, CustomStringConvertible {
    let path: FieldPath
    let row: Row

    var isTransient: Bool { false }
    var retryAfter: Duration? { nil }

    var description: String {
        "two rows have the \(path) '\(row.id)' and different contents, the later one is \(row.value.json.prefix(120)): "
            + PullFailure.repetition
    }
}
