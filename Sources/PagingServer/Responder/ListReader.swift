internal import PagingWire

/// Answers for one list: a page of it, or its sections.
struct ListReader {
    let snapshot: DatabaseSnapshot
    let cache: ResponderCache
    let asked: ListRequest
    let policy: CursorPolicy

    /// A page in its envelope, with the addresses of its neighbors in the body and in the headers.
    func page(version: String?) throws -> Response {
        let (offset, limit) = (asked.offset, asked.limit)
        let reader = PageReader(snapshot: snapshot, list: asked.list, rows: asked.rows)
        let read = try reader.page(
            offset: offset, limit: limit,
            count: cache.rowCount(of: asked.rows, in: asked.list, snapshot, asked.count))
        let total = try settled(read)
        var places = PagePlaces(offset: offset, limit: limit, total: total.rows)
        if !total.isExact { places = places.open(hasMore: read.hasMore, offset: offset, limit: limit) }
        let links = PageLinks(asked.list, asked.rows, count: asked.asked)
        func address(_ place: Int?) -> String? { place.map { links.page(offset: $0, limit: limit) } }

        var buffer = JSONBuffer()
        buffer.raw(#"{"paging":{"offset":"#)
        buffer.integer(offset)
        buffer.raw(#","limit":"#)
        buffer.integer(limit)
        buffer.byte(",")
        buffer.total(total)
        buffer.raw(#","version":"#)
        buffer.string(orNull: version)
        buffer.raw(#","next":"#)
        buffer.string(orNull: address(places.next))
        buffer.raw(#","previous":"#)
        buffer.string(orNull: address(places.previous))
        lazy var cursors = ListCursors(policy, of: asked.list, reader.sql)
        // A page by position needs no cursors. If a key does not fit into an address, there is none.
        let (first, last) = (read.objects.firstKey, read.objects.lastKey)
        buffer.cursors(
            before: offset > 0 ? first.flatMap { try? cursors.text(of: $0) } : nil,
            after: places.next == nil ? nil : last.flatMap { try? cursors.text(of: $0) })
        buffer.raw(try addresses(total: total.rows))
        buffer.raw(#"},"objects":["#)
        read.objects.write(to: &buffer)
        buffer.raw("]}")

        let relations = [
            ("first", places.first), ("prev", places.previous), ("next", places.next), ("last", places.last),
        ]
        let header = LinkHeader(
            relations.compactMap { relation, place in address(place).map { Link($0, relations: [relation]) } })
        var response = Response.json(buffer)
        response.headers += [(HeaderName.link, header.description), ("Server-Timing", read.method.metric)]
        response.tell(total, asked)
        response.rows = read.objects.count
        return response
    }

    /// The total after reading a page. A page that reached the end makes it exact, and a full page is a lower bound.
    private func settled(_ read: PageReader.Page) throws -> RowCount {
        var total = read.total
        guard !total.isExact else { return total }
        let end = asked.offset + read.objects.count
        if read.hasMore {
            total.rows = max(total.rows, end + 1)
        } else if read.objects.count > 0 || asked.offset == 0 {
            (total.rows, total.isExact) = (end, true)
            try cache.keep(end, ResponderCache.Key(asked.list, asked.rows), of: asked.list, snapshot)
        } else if total.isTold {
            // The request is past the end, and only a count finds the end.
            total = .exact(try cache.total(of: asked.rows, in: asked.list, snapshot))
        }
        return total
    }

    /// More addresses for these rows, as members of an object. It includes only those that can be answered within the cost limit.
    func addresses(total: Int) throws -> [UInt8] {
        let (list, rows) = (asked.list, asked.rows)
        var buffer = JSONBuffer()
        guard rows.groupBy == nil, list.declaredKey != nil, list.idIsKey else { return [] }
        func add(_ name: StaticString, _ address: String) {
            buffer.raw(#",""#)
            buffer.raw(name)
            buffer.raw(#"":"#)
            buffer.string(address)
        }
        let links = PageLinks(list, rows)
        let walk = try cache.walk(over: rows, of: total, in: list, snapshot)
        if list.log != nil, RowFinder.canFind(ServerLimits.rowsCountedSingly, in: rows, of: list, walk: walk) {
            add("changes", links.endpoint("changes"))
        }
        let isSorted = !rows.mustBeSorted(in: list) || rows.rank(in: list) != nil
        let cost = PageCost.milliseconds(total: walk, walk: walk, isSorted: isSorted)
        if cost <= ServerLimits.maximumEstimatedMilliseconds { add("ids", links.endpoint("ids")) }
        add("lookup", PageLinks.path(of: list) + "?\(LookupReader.name)=")
        return buffer.bytes
    }

    /// The sections, in the order of their rows in the list grouped by the same column.
    func sections() throws -> Response {
        guard let groupBy = asked.rows.groupBy else { return try page(version: nil) }
        let column = asked.list.columns[groupBy]
        let key = ResponderCache.Key(
            list: Array(asked.list.name.utf8), groupBy: groupBy, filter: asked.rows.filter,
            search: asked.rows.search)
        try cache.check(asked.rows, in: asked.list, snapshot)
        let sections = try cache.sections(key, of: asked.list, snapshot) {
            try countedSections(groupBy) ?? readSections(column)
        }
        if sections.isEmpty { try snapshot.checkStorage(of: asked.list) }

        var buffer = JSONBuffer()
        buffer.byte("[")
        for (index, section) in (asked.rows.groupsDescend ? sections.reversed() : sections).enumerated() {
            if index > 0 { buffer.byte(",") }
            var rows = asked.rows
            rows.group = section.value
            buffer.raw(#"{"title":"#)
            buffer.string(GroupValue.title(section.value))
            buffer.raw(#","url":"#)
            buffer.string(PageLinks(asked.list, rows).whole)
            buffer.raw(#","count":"#)
            buffer.integer(section.count)
            buffer.raw(#","value":"#)
            buffer.value(section.value)
            buffer.byte("}")
            guard buffer.count <= ServerLimits.maximumBodyBytes else { throw Problem.pageTooLarge }
        }
        buffer.byte("]")
        return .json(buffer)
    }

    /// The sections with counts from a rank index, or `nil` if there is no such index, or a scan is faster.
    private func countedSections(_ column: Int) throws -> [ResponderCache.Section]? {
        guard asked.rows.filter == nil, asked.rows.search == nil else { return nil }
        guard let rank = asked.list.ranks.first(where: { $0.order.places.first?.column == column }) else { return nil }
        let reader = rank.reader(snapshot.connection, of: asked.list)
        var limit = ServerLimits.countedSections
        if rank.postgres != nil { limit = min(limit, try reader.total() / ServerLimits.rowsWalkedForASection) }
        guard let counted = try reader.sections(limit: limit) else { return nil }
        let sections = counted.map { ResponderCache.Section(value: $0.value, count: $0.count) }
        return rank.order.places[0].descending ? sections.reversed() : sections
    }

    private func readSections(_ column: ListDescription.Column) throws -> [ResponderCache.Section] {
        var sections: [ResponderCache.Section] = []
        var rows = asked.rows
        (rows.groupBy, rows.group) = (nil, nil)
        let sql = SelectionSQL(rows, of: asked.list)
        try snapshot.connection.forEachRow(
            "SELECT \(column.sql), count(*) FROM \(asked.list.sql)\(sql.filter) "
                + "GROUP BY 1 ORDER BY 1\(asked.list.dialect.nulls(descends: false)) LIMIT ?\(sql.bindings.count + 1)",
            sql.bindings + [.integer(Int64(ServerLimits.maximumSections + 1))]
        ) { row in
            sections.append(.init(value: row.value(0), count: Int(row.int64(1))))
        }
        guard sections.count <= ServerLimits.maximumSections else {
            throw Problem(
                status: 422, kind: "too-many-sections", title: "Too many sections",
                detail: "The column '\(column.name)' has more than \(ServerLimits.maximumSections) different values. "
                    + "Group by one that has fewer.")
        }
        return sections
    }
}

extension JSONBuffer {
    mutating func string(orNull text: String?) {
        if let text { string(text) } else { raw("null") }
    }
}
