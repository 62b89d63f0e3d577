internal import PagingWire

/// Answers with the rows after or before a cursor: at any depth they cost no more than the rows themselves, given an index.
struct CursorReader {
    /// Which rows are asked for.
    enum Place {
        /// Those after a cursor; `nil` for the first rows.
        case after(String?)
        /// Those before a cursor; `nil` for the last rows.
        case before(String?)
    }

    let snapshot: DatabaseSnapshot
    let cache: ResponderCache
    let asked: ListRequest
    let policy: CursorPolicy
    let place: Place

    private var list: ListDescription { asked.list }

    /// A page in its envelope, with the cursors that lead on.
    func page(version: String?) throws -> Response {
        guard list.key != .wholeRow else { throw Problem.noKey(list) }
        let sql = SelectionSQL(asked.rows, of: list)
        let definition = definition(sql)
        let (text, backwards) =
            switch place {
            case .after(let text): (text, false)
            case .before(let text): (text, true)
            }
        let key = try text.map { try policy.read($0, definition: definition, places: sql.orderSQL.count) }
        let total = try cache.rowCount(of: asked.rows, in: list, snapshot, asked.count)
        var objects = PageObjects(ObjectWriter(list, hasHiddenKey: sql.hasHiddenKey))
        var keys: [[SQLiteValue]] = []
        // One row more than asked for says whether there are others beyond.
        let hasMore = try read(sql, from: key, backwards: backwards) { row in
            keys.append(sql.orderSQL.indices.map { row.value(sql.selectedCount + $0) })
            try objects.append(row)
        }
        if backwards {
            objects.reverse()
            keys.reverse()
        }
        let first = try keys.first.map { try policy.text(of: $0, definition: definition) }
        let last = try keys.last.map { try policy.text(of: $0, definition: definition) }
        // Where no row is left on a side that had some, the way back begins at the cursor itself.
        let hasAfter = backwards ? key != nil : hasMore
        let hasBefore = backwards ? hasMore : key != nil
        let links = PageLinks(list, asked.rows, count: asked.asked)
        let next = hasAfter ? links.cursor(ListRequest.Name.after, last ?? text, limit: asked.limit) : nil
        let previous = hasBefore ? links.cursor(ListRequest.Name.before, first ?? text, limit: asked.limit) : nil

        var buffer = JSONBuffer()
        buffer.raw(#"{"paging":{"limit":"#)
        buffer.integer(asked.limit)
        buffer.byte(",")
        buffer.total(total)
        buffer.raw(#","version":"#)
        buffer.string(orNull: version)
        buffer.raw(#","next":"#)
        buffer.string(orNull: next)
        buffer.raw(#","previous":"#)
        buffer.string(orNull: previous)
        buffer.raw(#","before":"#)
        buffer.string(orNull: first)
        buffer.raw(#","after":"#)
        buffer.string(orNull: last)
        buffer.raw(
            try ListReader(snapshot: snapshot, cache: cache, asked: asked).addresses(total: total.rows))
        buffer.raw(#"},"objects":["#)
        objects.write(to: &buffer)
        buffer.raw("]}")
        var response = Response.json(buffer)
        let relations = [("prev", previous), ("next", next)]
        let header = LinkHeader(relations.compactMap { name, target in target.map { Link($0, relations: [name]) } })
        if !header.description.isEmpty { response.headers.append((HeaderName.link, header.description)) }
        response.headers.append(("Server-Timing", "keyset;desc=\"rows beside a cursor\""))
        response.tell(total, asked)
        response.rows = objects.count
        return response
    }

    /// Hands out the rows on one side of a key, nearest first.
    ///
    /// - Returns: whether there are more of them than the limit.
    private func read(
        _ sql: SelectionSQL, from key: [SQLiteValue]?, backwards: Bool, _ body: (DatabaseRow) throws -> Void
    ) throws -> Bool {
        var rest = asked.limit + 1
        for segment in sql.segments(from: key, backwards: backwards) where rest > 0 {
            let query =
                "SELECT \(sql.columns), \(sql.orderSQL.joined(separator: ", ")) FROM \(list.sql)\(segment.filter)"
                + segment.order + " LIMIT \(rest)"
            try snapshot.connection.forEachRow(query, sql.bindings + segment.bindings) { row in
                rest -= 1
                if rest > 0 { try body(row) }
            }
        }
        return rest == 0
    }

    /// Names the list, its columns and the order: what a cursor's values mean.
    private func definition(_ sql: SelectionSQL) -> UInt64 {
        var hash = StableHash()
        for text in [list.name, sql.columns, sql.filter, sql.order(backwards: false)] {
            hash.combine(text.utf8)
            hash.combine(UInt8(0))
        }
        // Two sections of a list differ in the bound value alone.
        hash.combine("\(sql.bindings)".utf8)
        return hash.value
    }
}

extension SelectionSQL {
    /// One range of rows, in the list's order.
    struct Segment {
        /// ` WHERE …`, or empty.
        var filter: String
        /// The values of its parameters, after those of the selection.
        var bindings: [SQLiteValue]
        /// ` ORDER BY …`, without the first columns that all of its rows have in common.
        var order: String
    }

    /// The rows on one side of a key, as ranges that an index has, nearest first.
    ///
    /// NULLs come before everything else, and no comparison finds them, so each range says for itself whether it has them.
    func segments(from key: [SQLiteValue]?, backwards: Bool) -> [Segment] {
        guard let key else { return ranges(backwards: backwards) }
        let start = filter.isEmpty ? " WHERE " : filter + " AND "
        var segments: [Segment] = []
        var end = key.count
        while end > 0 {
            let last = end - 1
            // Columns of one direction that are never NULL are compared at once: `(a, b) > (x, y)` is one range of an index.
            var first = last
            func isComparable(_ place: Int) -> Bool { !mayBeNull(at: place) && key[place] != .null }
            while first > 0, isComparable(first - 1), isComparable(last), descends(at: first - 1) == descends(at: last)
            {
                first -= 1
            }
            end = first
            var values: [SQLiteValue] = []
            func parameter(_ place: Int) -> String {
                values.append(key[place])
                let number = bindings.count + values.count
                return places[place].column?.parameter(number, key[place]) ?? "?\(number)"
            }
            // A comparison with a value, or with NULL, which no parameter may be: no index would be used.
            func compare(_ place: Int, _ sign: String) -> String {
                if key[place] == .null { return "\(places[place].sql) IS NULL" }
                return "\(places[place].sql) \(sign) \(parameter(place))"
            }
            let equal = (0..<first).map { compare($0, "=") }
            let beforeLast = values
            func add(_ condition: String, _ values: [SQLiteValue]) {
                segments.append(
                    Segment(
                        filter: start + (equal + [condition]).joined(separator: " AND "), bindings: values,
                        order: order(backwards: backwards, from: first, hasNulls: false)))
            }
            let column = places[last].sql
            let descends = descends(at: last) != backwards
            if first < last {
                let names = places[first...last].map(\.sql).joined(separator: ", ")
                let parameters = (first...last).map(parameter).joined(separator: ", ")
                add("(\(names)) \(descends ? "<" : ">") (\(parameters))", values)
                continue
            }
            switch (descends, key[last] == .null) {
            case (false, true): add("\(column) IS NOT NULL", values)
            case (false, false): add(compare(last, ">"), values)
            case (true, true): break
            case (true, false):
                add(compare(last, "<"), values)
                if mayBeNull(at: last) { add("\(column) IS NULL", beforeLast) }
            }
        }
        return segments
    }
}
