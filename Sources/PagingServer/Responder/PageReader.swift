/// Reads a page's rows as JSON objects.
///
/// SQLite scans all rows before an offset. The scan is therefore kept short if possible: it starts at the nearer end, and is unnecessary if a
/// table's row numbers have no gaps.
struct PageReader {
    let snapshot: DatabaseSnapshot
    let list: ListDescription
    let rows: RowSelection
    let sql: SelectionSQL

    init(snapshot: DatabaseSnapshot, list: ListDescription, rows: RowSelection) {
        (self.snapshot, self.list, self.rows) = (snapshot, list, rows)
        sql = SelectionSQL(rows, of: list)
    }

    /// Smaller offsets are scanned at once, because a better method is slower to find.
    static let shortWalk = 500

    var connection: DatabaseConnection { snapshot.connection }

    /// Counts the rows of the selection.
    func total() throws -> Int {
        if rows.isUnfiltered, let index = list.ranks.first {
            return try index.reader(connection, of: list).total()
        }
        if let value = rows.group, let index = rows.countingRank(in: list) {
            let reader = index.reader(connection, of: list)
            if let before = try reader.start(ofSection: value, isMirrored: false),
                let after = try reader.start(ofSection: value, isMirrored: true)
            {
                return try reader.total() - before - after
            }
        }
        return Int(try connection.value("SELECT count(*) FROM \(list.sql)\(sql.filter)", sql.bindings)?.int64 ?? 0)
    }

    /// The rows of a page.
    struct Page {
        var objects: PageObjects
        /// The method by which they were found.
        var method: PageMethod
        /// The total before the page was read.
        var total: RowCount
        /// `true` if rows follow. It is set if the total is not exact.
        var hasMore = false
    }

    /// Reads a page.
    ///
    /// - Throws: `Problem.pageTooLarge`, `Problem.needsIndex`; the errors of the database.
    func page(offset: Int, limit: Int, count: RowCount) throws -> Page {
        guard count.isExact else { return try openPage(offset: offset, limit: limit, count: count) }
        let (objects, method) = try objects(offset: offset, limit: limit, total: count.rows)
        return Page(objects: objects, method: method, total: count)
    }

    /// The objects of a page in a list of known length, and the method by which they were found.
    private func objects(offset: Int, limit: Int, total: Int) throws -> (PageObjects, PageMethod) {
        let count = min(limit, total - offset)
        var page = PageObjects(sql, of: list, count: count)
        guard count > 0 else { return (page, .walk(0)) }
        let backwards = offset > total / 2
        let walk = backwards ? total - offset - count : offset
        let method: PageMethod
        let mustBeSorted = rows.mustBeSorted(in: list)
        if walk >= PageReader.shortWalk || mustBeSorted,
            let found = try rankedObjects(sql, offset: offset, count: count)
        {
            page = found
            method = .rank
        } else {
            let bindings = sql.bindings
            let next = bindings.count + 1
            if let range = try keyRange(sql, offset: offset, count: count, total: total) {
                try page.read(
                    connection,
                    "SELECT \(sql.placedColumns) FROM \(list.sql) WHERE \(range.key) BETWEEN ?\(next) AND ?\(next + 1)"
                        + sql.order(backwards: backwards),
                    bindings + [.integer(range.keys.lowerBound), .integer(range.keys.upperBound)])
                method = .keys
            } else {
                try checkCost(total: total, walk: walk, isSorted: !mustBeSorted)
                let ranges = sql.ranges(backwards: backwards)
                if ranges.count > 1 {
                    try read(ranges, of: sql, skip: walk, count: count, total: total, to: &page)
                } else {
                    try page.read(
                        connection, walkQuery(sql, backwards: backwards, isDeep: walk >= PageReader.shortWalk, next),
                        bindings + [.integer(Int64(count)), .integer(Int64(walk))])
                }
                method = mustBeSorted ? .sort : .walk(walk)
            }
            if backwards { page.reverse() }
        }
        return (page, method)
    }

    /// The rows of a page by a rank index that has them in this order, or `nil` if there is none.
    func rankedObjects(_ sql: SelectionSQL, offset: Int, count: Int) throws -> PageObjects? {
        if let (index, isMirrored) = rows.rank(in: list) {
            return try index.reader(connection, of: list, facts: snapshot.ranks).objects(
                sql, offset: offset, count: count, isMirrored: isMirrored)
        }
        guard let value = rows.group, let (index, isMirrored) = rows.sectionRank(in: list) else { return nil }
        let reader = index.reader(connection, of: list, facts: snapshot.ranks)
        guard let start = try reader.start(ofSection: value, isMirrored: isMirrored) else { return nil }
        return try reader.objects(sql, offset: start + offset, count: count, isMirrored: isMirrored)
    }

    /// Scans the rows without a value in the first column and those with one, in the list's order.
    private func read(
        _ ranges: [SelectionSQL.Segment], of sql: SelectionSQL, skip: Int, count: Int, total: Int,
        to page: inout PageObjects
    ) throws {
        let column = sql.places[0].sql
        let start = sql.filter.isEmpty ? " WHERE " : sql.filter + " AND "
        let nulls = try connection.value("SELECT count(*) FROM \(list.sql)\(start)\(column) IS NULL", sql.bindings)
        var (skip, wanted) = (skip, count)
        for range in ranges {
            let rows = range.filter.hasSuffix(" IS NULL") ? Int(nulls?.int64 ?? 0) : total - Int(nulls?.int64 ?? 0)
            let taken = min(wanted, max(0, rows - skip))
            if taken > 0 {
                let next = sql.bindings.count + 1
                try page.read(
                    connection,
                    "SELECT \(sql.placedColumns) FROM \(list.sql)\(range.filter)\(range.order) LIMIT ?\(next) OFFSET ?\(next + 1)",
                    sql.bindings + [.integer(Int64(taken)), .integer(Int64(skip))])
            }
            wanted -= taken
            skip = max(0, skip - rows)
        }
    }

    /// A query that scans rows. It has two parameters: the number of rows in the page, and the number of rows before them.
    func walkQuery(_ sql: SelectionSQL, backwards: Bool, isDeep: Bool, _ next: Int) -> String {
        let order = sql.order(backwards: backwards)
        let window = "\(order) LIMIT ?\(next) OFFSET ?\(next + 1)"
        if isDeep, let key = rowNumber, rows.mustBeSorted(in: list) {
            // Only keys are sorted, and only the page's rows are looked up.
            return "SELECT \(sql.placedColumns) FROM \(list.sql) WHERE \(key) IN "
                + "(SELECT \(key) FROM \(list.sql)\(sql.orderedFilter)\(window))\(order)"
        }
        return "SELECT \(sql.placedColumns) FROM \(list.sql)\(sql.orderedFilter)\(window)"
    }

    /// Throws a problem with advice if a page would take seconds.
    func checkCost(total: Int, walk: Int, isSorted: Bool) throws(Problem) {
        let cost = PageCost.milliseconds(total: total, walk: walk, isSorted: isSorted)
        guard cost > ServerLimits.maximumEstimatedMilliseconds else { return }
        throw .needsIndex(
            list, order: RankOrder(rows.terms, of: list), isPart: rows.filter != nil || rows.search != nil)
    }

    /// The table's row number in SQL, or `nil` if it has none.
    private var rowNumber: String? {
        switch list.key {
        case .integer(let column): list.columns[column].sql
        case .rowid(let alias): "\(list.sql).\(alias)"
        case .columns, .wholeRow: nil
        }
    }

    /// The row numbers of a page of a whole table ordered by row numbers, or `nil` if these have gaps.
    private func keyRange(
        _ sql: SelectionSQL, offset: Int, count: Int, total: Int
    ) throws -> (key: String, keys: ClosedRange<Int64>)? {
        guard offset >= PageReader.shortWalk, sql.filter.isEmpty, let key = rowNumber, sql.isOrderedOnly(by: key)
        else { return nil }
        // Two lookups. In one statement, SQLite would read the whole table.
        let first = try connection.value("SELECT min(\(key)) FROM \(list.sql)")?.int64
        let last = try connection.value("SELECT max(\(key)) FROM \(list.sql)")?.int64
        guard let first, let last, last.subtractingReportingOverflow(first) == (Int64(total) - 1, false) else {
            return nil
        }
        return sql.descends
            ? (key, last - Int64(offset + count - 1)...last - Int64(offset))
            : (key, first + Int64(offset)...first + Int64(offset + count - 1))
    }
}
