extension PostgresRankReader {
    /// The column by which there are sections: the order's first one.
    private var sectionColumn: ListDescription.Column { list.columns[index.order.places[0].column] }
    private var keyColumns: [String] { (list.declaredKey ?? []).map { list.columns[$0].sql } }

    /// ` WHERE `, with the index's condition for all rows.
    private var start: String { selection.orderedFilter.isEmpty ? " WHERE " : selection.orderedFilter + " AND " }

    func start(ofSection value: DatabaseValue, isMirrored: Bool) throws -> Int? {
        var identity: [DatabaseValue]?
        let query = firstRow(ofSection: value, isMirrored: isMirrored)
        try connection.forEachRow(query, value == .null ? [] : [value]) { row in
            identity = keyColumns.indices.map { row.value($0) }
        }
        return try identity.flatMap { try offset(of: $0, isMirrored: isMirrored) }
    }

    /// A query for the key of a section's first row; its parameter is the value, unless that is NULL.
    func firstRow(ofSection value: DatabaseValue, isMirrored: Bool) -> String {
        let condition = value == .null ? "IS NULL" : "= \(sectionColumn.parameter(1, value))"
        // The order also names the column, because the planner finds the index by it.
        return "SELECT \(keyColumns.joined(separator: ", ")) FROM \(list.sql)\(start)\(sectionColumn.sql) \(condition)"
            + "\(selection.order(backwards: isMirrored)) LIMIT 1"
    }

    func sections(limit: Int) throws -> [(value: DatabaseValue, count: Int)]? {
        var found = try starts(limit: limit)
        if let start = try start(ofSection: .null, isMirrored: false) {
            // NULLs come first, or last if the order descends.
            found.insert((.null, start), at: index.order.places[0].descending ? found.count : 0)
        }
        guard found.count <= limit else { return nil }
        let ends = try found.dropFirst().map(\.start) + [total()]
        return zip(found, ends).map { ($0.value, $1 - $0.start) }
    }

    /// The values besides NULL, in the index's order, with the position of the first row of each.
    ///
    /// - Returns: the values and positions; the positions are meaningless if there are more values than the limit.
    private func starts(limit: Int) throws -> [(value: DatabaseValue, start: Int)] {
        var values: [(value: DatabaseValue, identity: [DatabaseValue])] = []
        try connection.forEachRow(firstRows(limit: limit)) { row in
            values.append((row.value(0), keyColumns.indices.map { row.value($0 + 1) }))
        }
        guard values.count <= limit else { return values.map { ($0.value, 0) } }
        return try values.map { ($0.value, try offset(of: $0.identity, isMirrored: false) ?? 0) }
    }

    /// A query for the values besides NULL, each with the key of its first row, up to one more than the limit.
    func firstRows(limit: Int) -> String {
        let names = ["v"] + keyColumns.indices.map { "k\($0)" }
        let select =
            "SELECT " + zip([sectionColumn.sql] + keyColumns, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
            + " FROM \(list.sql)\(start)\(sectionColumn.sql)"
        let first = "\(selection.order(backwards: false)) LIMIT 1"
        // The index leads from the first row of a section to the first one of the next, without a value leaving the database.
        return """
            WITH RECURSIVE s AS ((\(select) IS NOT NULL\(first)) UNION ALL
                SELECT n.* FROM s CROSS JOIN LATERAL (\(select) \(selection.descends ? "<" : ">") s.v\(first)) AS n)
            SELECT \(names.joined(separator: ", ")) FROM s LIMIT \(limit + 1)
            """
    }
}
