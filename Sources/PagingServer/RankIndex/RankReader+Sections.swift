extension RankReader {
    /// The values of the order's first column, in the index's order, and how many rows have each.
    ///
    /// - Parameter limit: how many there may be.
    /// - Returns: `nil` where there are more.
    /// - Complexity: O(log *n*) a value, however many rows have it.
    func sections(limit: Int) throws -> [(value: SQLiteValue, count: Int)]? {
        // The first column of the order has two of the index's: whether there is a value, and which.
        let width = 2
        let head = KeySegments(columns: Array(index.key.columns.prefix(width)))
        let next = head.conditions((1...width).map { "?\($0)" }, includingKey: false).joined(separator: " AND ")
        let select = "SELECT \(index.key.list) FROM \(index.rows)"
        let order = " ORDER BY \(index.key.order()) LIMIT 1"
        var found: [(value: SQLiteValue, start: Int)] = []
        var query = select + order
        var bindings: [SQLiteValue] = []
        while true {
            var key: [SQLiteValue]?
            try connection.forEachRow(query, bindings) { row in key = index.columns.indices.map { row.value($0) } }
            guard let key else { break }
            guard found.count < limit else { return nil }
            let isNull = index.columns[0].source != nil && key[0] == .integer(0)
            found.append((isNull ? .null : key[1], found.isEmpty ? 0 : try rank(of: key)))
            (query, bindings) = ("\(select) WHERE \(next)\(order)", Array(key.prefix(width)))
        }
        let ends = found.dropFirst().map(\.start) + [try total()]
        return zip(found, ends).map { ($0.value, $1 - $0.start) }
    }
}
