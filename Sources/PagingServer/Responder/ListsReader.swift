/// Answers about the database as a whole: its lists, and addresses to begin with.
struct ListsReader {
    let snapshot: DatabaseSnapshot
    let catalog: ListCatalog
    let cache: ResponderCache

    /// The most lists that the start page suggests.
    private static let suggestions = 8

    /// Every list with its columns.
    ///
    /// A list that could not be counted in time, or at all, has the count `null`, so that the others are still shown.
    func all() throws -> Response {
        var buffer = JSONBuffer()
        buffer.byte("[")
        for (index, list) in catalog.lists.enumerated() {
            if index > 0 { buffer.byte(",") }
            buffer.raw(#"{"name":"#)
            buffer.string(list.name)
            buffer.raw(#","url":"#)
            buffer.string(PageLinks.path(of: list))
            buffer.raw(#","count":"#)
            let count = try count(list)
            if let count { buffer.integer(count.rows) } else { buffer.raw("null") }
            if count?.isExact ?? false { buffer.raw(#","exact":true"#) } else { buffer.raw(#","exact":false"#) }
            buffer.raw(#","key":["#)
            for (index, name) in list.keyNames.enumerated() {
                if index > 0 { buffer.byte(",") }
                buffer.string(name)
            }
            buffer.raw(#"],"searched":["#)
            for (index, name) in (list.search?.columns ?? []).enumerated() {
                if index > 0 { buffer.byte(",") }
                buffer.string(name)
            }
            buffer.raw(#"],"orders":["#)
            for (index, rank) in list.ranks.enumerated() {
                if index > 0 { buffer.byte(",") }
                buffer.string(rank.order.sort(of: list))
            }
            buffer.raw(#"],"columns":["#)
            for (index, column) in list.columns.enumerated() {
                if index > 0 { buffer.byte(",") }
                buffer.raw(#"{"name":"#)
                buffer.string(column.name)
                buffer.raw(#","type":"#)
                buffer.string(column.declaredType)
                buffer.raw(#","indexed":"#)
                if list.isIndexed(index) || list.isRanked(index) { buffer.raw("true}") } else { buffer.raw("false}") }
            }
            buffer.raw("]}")
            guard buffer.count <= ServerLimits.maximumBodyBytes else { throw Problem.pageTooLarge }
        }
        buffer.byte("]")
        return .json(buffer)
    }

    /// Addresses to try.
    func index() -> Response {
        var addresses = ["/lists"]
        for list in catalog.lists.prefix(ListsReader.suggestions) {
            let path = PageLinks.path(of: list)
            addresses += [path, path + "?offset=100&limit=50"]
            guard let column = list.indexed.first.map({ PercentEncoding.encode(list.columns[$0].name) }) else {
                continue
            }
            addresses += ["\(path)?groupBy=\(column)&metadataOnly", "\(path)?sort=-\(column)"]
        }
        var buffer = JSONBuffer()
        buffer.raw(#"{"service":"swift-paging","lists":"/lists","try":["#)
        for (index, address) in addresses.enumerated() {
            if index > 0 { buffer.byte(",") }
            buffer.string(address)
        }
        buffer.raw("]}")
        return .json(buffer)
    }

    private func count(_ list: ListDescription) throws -> RowCount? {
        guard !snapshot.connection.isOutOfTime else { return nil }
        // A list that is being altered does not delay the others.
        return try snapshot.connection.attempt(lockMilliseconds: ServerLimits.lockMilliseconds) {
            try cache.rowCount(of: RowSelection(sort: []), in: list, snapshot, nil)
        }
    }
}

extension ListDescription {
    /// `true` if sorting and grouping by a column is fast.
    func isIndexed(_ column: Int) -> Bool {
        indexed.contains(column) || key == .integer(column) || key.leads(with: column)
    }

    /// `true` if a rank index has the order of a column alone.
    fileprivate func isRanked(_ column: Int) -> Bool {
        ranks.contains { $0.order.terms(of: self).map(\.column) == [column] }
    }
}

extension ListDescription.Key {
    fileprivate func leads(with column: Int) -> Bool {
        if case .columns(let key) = self { key.first == column } else { false }
    }
}

extension ResponderCache {
    /// The number of rows in a selection.
    ///
    /// - Throws: a problem if the selection cannot be read within the cost limit; the errors of the database.
    func total(of rows: RowSelection, in list: ListDescription, _ snapshot: DatabaseSnapshot) throws -> Int {
        try check(rows, in: list, snapshot)
        return try count(Key(list, rows), of: list, snapshot) {
            try PageReader(snapshot: snapshot, list: list, rows: rows).total()
        }
    }

    /// Throws a problem with advice if a filter would take seconds. A search finds its rows by itself.
    func check(_ rows: RowSelection, in list: ListDescription, _ snapshot: DatabaseSnapshot) throws {
        if rows.search != nil { return try snapshot.connection.forceSearchIndexPlan() }
        guard let filter = rows.filter, !filter.hasIndex(in: list) else { return }
        let total = try size(of: RowSelection(sort: []), in: list, snapshot)
        let cost = PageCost.milliseconds(total: total, walk: 0, isSorted: false)
        guard cost <= ServerLimits.maximumEstimatedMilliseconds else { throw Problem.needsIndexOfFilter(list) }
    }
}

extension ResponderCache.Key {
    init(_ list: ListDescription, _ rows: RowSelection) {
        // A count depends on the section, not on the order. Without a section, grouping has no effect.
        self.init(
            list: Array(list.name.utf8), groupBy: rows.group == nil ? nil : rows.groupBy, group: rows.group,
            filter: rows.filter, search: rows.search)
    }
}
