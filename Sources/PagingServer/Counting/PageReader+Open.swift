/// Pages of a list whose rows are not all counted. A page is reached by a scan from the list's start. It reads one more row than requested, to
/// find out if there are more.
extension PageReader {
    func openPage(offset: Int, limit: Int, count: RowCount) throws -> Page {
        let mustBeSorted = rows.mustBeSorted(in: list)
        var page = Page(
            objects: PageObjects(sql, of: list, count: limit),
            method: mustBeSorted ? .sort : .walk(offset), total: count)
        try checkCost(total: max(count.rows, offset), walk: offset, isSorted: !mustBeSorted)
        let ranges = sql.ranges(backwards: false)
        if ranges.count > 1 {
            try read(ranges, of: sql, skip: offset, count: limit + 1, to: &page.objects)
        } else {
            let next = sql.bindings.count + 1
            try page.objects.read(
                connection, walkQuery(sql, backwards: false, isDeep: offset >= PageReader.shortWalk, next),
                sql.bindings + [.integer(Int64(limit + 1)), .integer(Int64(offset))])
        }
        page.hasMore = page.objects.count > limit
        page.objects.keepFirst(limit)
        return page
    }

    /// Scans ranges of rows in order. The rows of a range are counted only if the page begins after it.
    private func read(
        _ ranges: [SelectionSQL.Segment], of sql: SelectionSQL, skip: Int, count: Int, to page: inout PageObjects
    ) throws {
        var (skip, wanted) = (skip, count)
        for (place, range) in ranges.enumerated() where wanted > 0 {
            let (before, next) = (page.count, sql.bindings.count + 1)
            try page.read(
                connection,
                "SELECT \(sql.placedColumns) FROM \(list.sql)\(range.filter)\(range.order) LIMIT ?\(next) OFFSET ?\(next + 1)",
                sql.bindings + [.integer(Int64(wanted)), .integer(Int64(skip))])
            let found = page.count - before
            wanted -= found
            if found > 0 {
                skip = 0
            } else if skip > 0, place + 1 < ranges.count {
                let rows = try connection.value("SELECT count(*) FROM \(list.sql)\(range.filter)", sql.bindings)
                skip = max(0, skip - Int(rows?.int64 ?? 0))
            }
        }
    }
}
