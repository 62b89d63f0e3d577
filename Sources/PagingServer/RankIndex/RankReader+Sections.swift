extension RankReader {
    /// The values of the order's first column, in the index's order, and the number of rows of each.
    ///
    /// - Parameter limit: the most values.
    /// - Returns: `nil` if there are more.
    /// - Complexity: O(log *n*) for each value, for any number of rows.
    func sections(limit: Int) throws -> [(value: DatabaseValue, count: Int)]? {
        // The first column of the order has two columns of the index: a flag for NOT NULL, and the value.
        let width = 2
        let head = KeySegments(columns: Array(index.key.columns.prefix(width)))
        let next = head.conditions((1...width).map { "?\($0)" }, includingKey: false).joined(separator: " AND ")
        let select = "SELECT \(index.key.list) FROM \(index.rows)"
        let order = " ORDER BY \(index.key.order()) LIMIT 1"
        var found: [(value: DatabaseValue, start: Int)] = []
        var query = select + order
        var bindings: [DatabaseValue] = []
        while true {
            var key: [DatabaseValue]?
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

    /// The position of the first row with a value in the order's first column, or of the last one counted from the end, or `nil` if
    /// none is found.
    func start(ofSection value: DatabaseValue, isMirrored: Bool) throws -> Int? {
        let names = index.columns.prefix(2).map(\.name)
        let condition = value == .null ? "\(names[0]) = 0" : "\(names[0]) = 1 AND \(names[1]) = ?1"
        let sql =
            "SELECT \(index.key.list) FROM \(index.rows) WHERE \(condition) "
            + "ORDER BY \(index.key.order(backwards: isMirrored)) LIMIT 1"
        var key: [DatabaseValue]?
        try connection.forEachRow(sql, value == .null ? [] : [value]) { row in
            key = index.columns.indices.map { row.value($0) }
        }
        guard let key else { return nil }
        let position = try rank(of: key)
        return isMirrored ? try total() - 1 - position : position
    }
}

extension DatabaseValue {
    /// A text as the number to which SQLite converts it for a comparison with a column of numbers; other values unchanged.
    ///
    /// The index's columns have no type that would convert it.
    var asNumber: DatabaseValue {
        guard case .text(let bytes) = self, bytes.allSatisfy("0123456789+-.eE".utf8.contains) else { return self }
        let text = String(decoding: bytes, as: UTF8.self)
        if let number = Int64(text) { return .integer(number) }
        return Double(text).flatMap { $0.isFinite ? .real($0) : nil } ?? self
    }
}
