internal import PagingWire

/// Answers with the rows after or before a cursor, or around a row. With an index the cost does not depend on the depth.
struct CursorReader {
    /// The requested rows.
    enum Place {
        /// The rows after a cursor, or the first rows if it is `nil`.
        case after(String?)
        /// The rows before a cursor, or the last rows if it is `nil`.
        case before(String?)
        /// The rows around the one with a key.
        case around([DatabaseValue])
    }

    let snapshot: DatabaseSnapshot
    let cache: ResponderCache
    let asked: ListRequest
    let policy: CursorPolicy
    let place: Place

    var list: ListDescription { asked.list }

    /// Consecutive rows, with the cursors at both ends.
    struct Page {
        var objects: PageObjects
        /// The cursor of the first row, or `nil` if no rows precede it.
        var before: String?
        /// The cursor of the last row, or `nil` if no rows follow it.
        var after: String?
        /// The position of the first row, if it is known.
        var offset: Int?
    }

    /// A page in its envelope, with the cursors of its neighbors.
    func page(version: String?) throws -> Response {
        guard list.key != .wholeRow else { throw Problem.noKey(list) }
        let sql = SelectionSQL(asked.rows, of: list)
        let cursors = ListCursors(policy, of: list, sql)
        // A malformed cursor is rejected before anything is counted.
        let key: [DatabaseValue]? =
            switch place {
            case .after(let text), .before(let text): try text.map(cursors.key)
            case .around: nil
            }
        let total = try cache.rowCount(of: asked.rows, in: list, snapshot, asked.count)
        switch place {
        case .after(let text):
            let (objects, hasMore) = try read(sql, from: key, backwards: false, count: asked.limit)
            // If no row is left on a side that had some, the way back begins at the cursor itself.
            let before = try key == nil ? nil : objects.firstKey.map(cursors.text) ?? text
            let after = try hasMore ? objects.lastKey.map(cursors.text) : nil
            return try answer(Page(objects: objects, before: before, after: after), total, version)
        case .before(let text):
            let (objects, hasMore) = try read(sql, from: key, backwards: true, count: asked.limit)
            let after = try key == nil ? nil : objects.lastKey.map(cursors.text) ?? text
            let before = try hasMore ? objects.firstKey.map(cursors.text) : nil
            return try answer(Page(objects: objects, before: before, after: after), total, version)
        case .around(let identity):
            return try answer(page(around: identity, sql, cursors, total), total, version)
        }
    }

    private func answer(_ page: Page, _ total: RowCount, _ version: String?) throws -> Response {
        let links = PageLinks(list, asked.rows, count: asked.asked)
        let next = page.after.map { links.cursor(ListRequest.Name.after, $0, limit: asked.limit) }
        let previous = page.before.map { links.cursor(ListRequest.Name.before, $0, limit: asked.limit) }
        var buffer = JSONBuffer()
        buffer.raw(#"{"paging":{"#)
        if let offset = page.offset {
            buffer.raw(#""offset":"#)
            buffer.integer(offset)
            buffer.byte(",")
        }
        buffer.raw(#""limit":"#)
        buffer.integer(asked.limit)
        buffer.byte(",")
        buffer.total(total)
        buffer.raw(#","version":"#)
        buffer.string(orNull: version)
        buffer.raw(#","next":"#)
        buffer.string(orNull: next)
        buffer.raw(#","previous":"#)
        buffer.string(orNull: previous)
        buffer.cursors(before: page.before, after: page.after)
        buffer.raw(
            try ListReader(snapshot: snapshot, cache: cache, asked: asked, policy: policy).addresses(total: total.rows))
        buffer.raw(#"},"objects":["#)
        page.objects.write(to: &buffer)
        buffer.raw("]}")
        var response = Response.json(buffer)
        let relations = [("prev", previous), ("next", next)]
        let header = LinkHeader(relations.compactMap { name, target in target.map { Link($0, relations: [name]) } })
        if !header.description.isEmpty { response.headers.append((HeaderName.link, header.description)) }
        response.headers.append(("Server-Timing", "keyset;desc=\"rows beside a cursor\""))
        response.tell(total, asked)
        response.rows = page.objects.count
        return response
    }

    /// The rows on one side of a key that are nearest to it, in the list's order.
    ///
    /// - Returns: the rows, and `true` if there are more of them.
    func read(
        _ sql: SelectionSQL, from key: [DatabaseValue]?, backwards: Bool, count: Int
    ) throws -> (objects: PageObjects, hasMore: Bool) {
        var objects = PageObjects(sql, of: list, count: count)
        // One more row than requested shows if there are others.
        var rest = count + 1
        for segment in sql.segments(from: key, backwards: backwards) where rest > 0 {
            let query =
                "SELECT \(sql.placedColumns) FROM \(list.sql)\(segment.filter)" + segment.order + " LIMIT \(rest)"
            try snapshot.connection.forEachRow(query, sql.bindings + segment.bindings) { row in
                rest -= 1
                if rest > 0 { try objects.append(row) }
            }
        }
        if backwards { objects.reverse() }
        return (objects, rest == 0)
    }
}

extension JSONBuffer {
    /// Writes `,"before":…,"after":…`.
    mutating func cursors(before: String?, after: String?) {
        raw(#","before":"#)
        string(orNull: before)
        raw(#","after":"#)
        string(orNull: after)
    }
}
