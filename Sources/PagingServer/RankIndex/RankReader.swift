/// Finds rows by position and positions by row in a rank index, reading a few hundred short rows for either.
struct RankReader {
    let connection: DatabaseConnection
    let index: RankIndex
    var facts: RankFacts.InState?

    /// The number of rows.
    func total() throws -> Int {
        let sql = "SELECT sum(count) FROM \(index.nodes) WHERE level = \(index.levels)"
        return Int(try connection.value(sql)?.int64 ?? 0)
    }

    /// The identities of the rows at neighboring positions, in order.
    ///
    /// - Parameters:
    ///   - offset: the first position, from 0.
    ///   - count: the number of rows; at the end fewer are returned.
    ///   - isMirrored: `true` if positions count from the end, and the rows come in the opposite order.
    func identities(offset: Int, count: Int, isMirrored: Bool = false) throws -> [[DatabaseValue]] {
        guard isMirrored else { return try identities(from: offset, count: count) }
        let total = try total()
        let end = max(0, total - offset)
        let start = max(0, end - count)
        return try identities(from: start, count: end - start).reversed()
    }

    private func identities(from offset: Int, count: Int) throws -> [[DatabaseValue]] {
        guard count > 0 else { return [] }
        var (key, rest) = try bucket(of: offset)
        let places = index.identityPlaces
        var identities: [[DatabaseValue]] = []
        for condition in conditions(from: key) {
            let sql = "SELECT \(index.key.list) FROM \(index.rows) WHERE \(condition) ORDER BY \(index.key.order())"
            try connection.readRows(sql, bindings(key, in: condition)) { row in
                if rest > 0 {
                    rest -= 1
                } else {
                    identities.append(places.map { row.value($0) })
                }
                return identities.count < count
            }
            if identities.count >= count { break }
        }
        return identities
    }

    /// The lowest bucket with a position in it: the key that it begins with, and the position in it.
    private func bucket(of offset: Int) throws -> (key: [DatabaseValue], rest: Int) {
        if let known = facts?.bucket(of: offset, in: index.nodes) { return (known.key ?? [], offset - known.start) }
        var rest = offset
        var key: [DatabaseValue] = []
        for level in stride(from: index.levels, through: 1, by: -1) {
            var found: [DatabaseValue]?
            var last = 0
            try forEachNode(level: level, from: key) { row, count in
                last = count
                guard rest < count else {
                    rest -= count
                    return true
                }
                found = self.key(of: row)
                return false
            }
            // Positions beyond the end belong to the last bucket.
            if found == nil { rest += last }
            key = try found ?? lastNode(level: level)
            if level == 1, found != nil {
                facts?.keep(RankBucket(start: offset - rest, size: last, key: key), of: index.nodes)
            }
        }
        return (key, rest)
    }

    private func key(of row: DatabaseRow) -> [DatabaseValue] { index.columns.indices.map { row.value($0) } }

    /// The key of a level's last bucket.
    private func lastNode(level: Int) throws -> [DatabaseValue] {
        var node: [DatabaseValue] = []
        try connection.forEachRow(
            "SELECT \(index.key.list) FROM \(index.nodes) WHERE level = \(level) ORDER BY \(index.key.order(backwards: true)) LIMIT 1"
        ) { node = self.key(of: $0) }
        return node
    }

    /// The position of the row with an identity, or `nil` if there is no such row.
    func offset(of identity: [DatabaseValue], isMirrored: Bool = false) throws -> Int? {
        let table = SQLName.quoted(index.list)
        let values = index.columns.map { $0.value(of: "paging_t") }
        let finds = index.identity.enumerated().map { "paging_t.\(SQLName.quoted($1)) = ?\($0 + 1)" }
        // The key in the index, because the case of a text in the table may have changed since.
        let columns = index.columns.map { "\(index.rows).\($0.name)" }
        let sql =
            "SELECT \(columns.joined(separator: ", ")) FROM \(table) AS paging_t CROSS JOIN \(index.rows) "
            + "ON (\(columns.joined(separator: ", "))) = (\(values.joined(separator: ", "))) "
            + "WHERE \(finds.joined(separator: " AND "))"
        var found: [DatabaseValue]?
        try connection.forEachRow(sql, identity) { row in found = index.columns.indices.map { row.value($0) } }
        guard let key = found else { return nil }
        let offset = try rank(of: key)
        return isMirrored ? try total() - 1 - offset : offset
    }

    /// The number of rows before a row's key.
    func rank(of key: [DatabaseValue]) throws -> Int {
        var rank = 0
        var start: [DatabaseValue] = []
        for level in stride(from: index.levels, through: 1, by: -1) {
            let parameters = index.columns.indices.map { "?\($0 + 1)" }
            let sql = index.key.firstRows(
                from: index.nodes, also: "level = \(level) AND ", parameters, backwards: true, limit: 1)
            var end: [DatabaseValue] = []
            try connection.forEachRow(sql, key) { row in end = index.columns.indices.map { row.value($0) } }
            try forEachNode(level: level, from: start) { row, count in
                guard self.key(of: row) != end else { return false }
                rank += count
                return true
            }
            start = end
        }
        for condition in conditions(from: start) {
            let sql = "SELECT \(index.key.list) FROM \(index.rows) WHERE \(condition) ORDER BY \(index.key.order())"
            var isFound = false
            try connection.readRows(sql, bindings(start, in: condition)) { row in
                isFound = index.columns.indices.allSatisfy { row.value($0) == key[$0] }
                if !isFound { rank += 1 }
                return !isFound
            }
            if isFound { break }
        }
        return rank
    }

    /// Hands out the buckets of a level from a key on, and the number of rows in each, while `body` returns `true`.
    private func forEachNode(
        level: Int, from key: [DatabaseValue], _ body: (DatabaseRow, _ count: Int) -> Bool
    ) throws {
        let width = index.columns.count
        let select = "SELECT \(index.key.list), count FROM \(index.nodes) WHERE level = \(level)"
        let order = " ORDER BY level, \(index.key.order())"
        let queries =
            key.isEmpty
            ? [(select + order, [])]
            : conditions(from: key).map { ("\(select) AND \($0)\(order)", bindings(key, in: $0)) }
        for (sql, bindings) in queries {
            var isDone = false
            try connection.readRows(sql, bindings) { row in
                isDone = !body(row, Int(row.int64(width)))
                return !isDone
            }
            if isDone { return }
        }
    }

    private func conditions(from key: [DatabaseValue]) -> [String] {
        index.key.conditions(index.columns.indices.map { "?\($0 + 1)" })
    }

    /// A segment's condition names the first columns of the key, each once.
    private func bindings(_ key: [DatabaseValue], in condition: String) -> [DatabaseValue] {
        Array(key.prefix(condition.utf8.count { $0 == UInt8(ascii: "?") }))
    }
}
