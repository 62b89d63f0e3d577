internal import Paging
internal import PagingHTTP
internal import PagingWire

/// Hashes of the latest rows' contents by identifier, to find different rows with the same identifier.
///
/// A list drops a row whose identifier it already has. If the two rows differ in content, one of them would be lost.
struct RowContents: Sendable {
    private struct Entry {
        let contents: Int
        /// The number of the page that it came with.
        let page: Int
    }

    private var recent: [Row.ID: Entry] = [:]
    /// The rows before those in ``recent``. Older ones are dropped, so that memory is bounded.
    private var earlier: [Row.ID: Entry] = [:]
    /// The largest number of rows that a request asked for or brought.
    private var largestPage = 0

    /// More requests than a pull has in memory: at most 64 are in flight, besides the rows being written.
    private static let pages = 66
    private static let fewestRows = 10_000

    /// Notes the rows of a page.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - cursor: the cursor of the page's request. If the same page comes again, its rows may have changed.
    ///   - limit: the number of rows requested.
    /// - Returns: the first row that came with other contents in another page, or `nil` if there is none.
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
