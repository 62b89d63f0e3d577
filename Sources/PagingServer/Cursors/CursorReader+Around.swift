internal import PagingWire

/// The page around a row: the row is found by its key, and the rows on either side as with a cursor.
extension CursorReader {
    func page(
        around identity: [DatabaseValue], _ sql: SelectionSQL, _ cursors: ListCursors, _ total: RowCount
    ) throws -> Page {
        guard list.canHold(identity) else { throw try missing(identity) }
        var page = PageObjects(sql, of: list, count: 1)
        let condition = list.keyCondition(from: sql.bindings.count + 1)
        try page.read(
            snapshot.connection,
            "SELECT \(sql.placedColumns) FROM \(list.sql)\(sql.filter)\(sql.filter.isEmpty ? " WHERE " : " AND ")\(condition)",
            sql.bindings + identity)
        guard let place = page.firstKey else { throw try missing(identity) }

        var (before, hasBefore) = try read(sql, from: place, backwards: true, count: asked.limit / 2)
        let (after, hasAfter) = try read(
            sql, from: place, backwards: false, count: asked.limit - before.count - 1)
        let free = asked.limit - before.count - 1 - after.count
        if free > 0, hasBefore, let start = before.firstKey ?? page.firstKey {
            // Near the list's end, more rows precede the row.
            var (more, hasMore) = try read(sql, from: start, backwards: true, count: free)
            more.append(before)
            (before, hasBefore) = (more, hasMore)
        }
        let rowsBefore = before.count
        before.append(page)
        before.append(after)
        page = before
        let first = hasBefore ? page.firstKey : nil
        let last = hasAfter ? page.lastKey : nil
        var found = Page(objects: page, before: try first.map(cursors.text), after: try last.map(cursors.text))
        found.offset =
            !hasBefore
            ? 0
            : !hasAfter && total.isExact
                ? total.rows - page.count
                : try position(of: identity, at: place, total).map { $0 - rowsBefore }
        return found
    }

    /// The position of a row, or `nil` if it cannot be found quickly.
    private func position(of identity: [DatabaseValue], at place: [DatabaseValue], _ total: RowCount) throws -> Int? {
        let rows = asked.rows
        if let (index, isMirrored) = rows.rank(in: list) {
            return try index.reader(snapshot.connection, of: list).offset(of: identity, isMirrored: isMirrored)
        }
        if let value = rows.group, let (index, isMirrored) = rows.sectionRank(in: list) {
            let reader = index.reader(snapshot.connection, of: list)
            guard let start = try reader.start(ofSection: value, isMirrored: isMirrored) else { return nil }
            return try reader.offset(of: identity, isMirrored: isMirrored).map { $0 - start }
        }
        guard total.isExact, total.rows <= ServerLimits.rowsCountedUnasked else { return nil }
        return try RowFinder(snapshot.connection, list).count(before: place, in: rows)
    }

    /// The reason why there is no page: no row has the key, or the selection excludes the row.
    private func missing(_ identity: [DatabaseValue]) throws -> Problem {
        let rows = asked.rows
        var alone = RowSelection(sort: [])
        func isThere() throws -> Bool {
            try RowFinder(snapshot.connection, list).memberships(of: [identity], in: alone).values.contains(true)
        }
        guard list.canHold(identity), try isThere() else { return .unknownRow(list, leftOutBy: nil) }
        if rows.filter != nil {
            alone.filter = rows.filter
            if try !isThere() { return .unknownRow(list, leftOutBy: ListRequest.Name.filter) }
            alone.filter = nil
        }
        if rows.group != nil {
            (alone.groupBy, alone.group) = (rows.groupBy, rows.group)
            if try !isThere() { return .unknownRow(list, leftOutBy: ListRequest.Name.group) }
        }
        return .unknownRow(list, leftOutBy: ListRequest.Name.search)
    }
}

extension Problem {
    /// - Parameter parameter: the parameter that excludes an existing row, or `nil` if no row has the key.
    fileprivate static func unknownRow(_ list: ListDescription, leftOutBy parameter: String?) -> Problem {
        let reason =
            parameter.map { "The row is in the list '\(list.name)', and not among those that '\($0)' asks for." }
            ?? "The list '\(list.name)' has no row with this key."
        return Problem(
            status: 404, kind: "unknown-row", title: "No such row",
            detail: "\(reason) Begin elsewhere: 'after=' and 'before=' without a value are its start and its end.",
            extensions: ["parameter": .string(parameter ?? ListRequest.Name.around)])
    }
}
