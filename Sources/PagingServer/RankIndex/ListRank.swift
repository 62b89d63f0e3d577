/// A rank index of a list, of either database.
enum ListRank: Hashable, Sendable {
    case sqlite(RankIndex)
    case postgres(PostgresRank)

    /// The rows' order, as the index has it.
    var order: RankOrder {
        switch self {
        case .sqlite(let index): index.order
        case .postgres(let index): index.order
        }
    }

    /// The index of a SQLite file, or `nil` for another database.
    var sqlite: RankIndex? { if case .sqlite(let index) = self { index } else { nil } }
    /// The index of a PostgreSQL table, or `nil` for another database.
    var postgres: PostgresRank? { if case .postgres(let index) = self { index } else { nil } }

    /// Its reader in one state of the database.
    ///
    /// - Parameter facts: what was found in that state before, or `nil` if it is not known.
    func reader(
        _ connection: DatabaseConnection, of list: ListDescription, facts: RankFacts.InState? = nil
    ) -> any RankReading {
        switch (self, connection) {
        case (.postgres(let index), .postgres(let connection)):
            PostgresRankReader(connection: connection, index: index, list: list, facts: facts)
        case (.sqlite(let index), _):
            ListRankReader(reader: RankReader(connection: connection, index: index, facts: facts), list: list)
        case (.postgres, .sqlite): preconditionFailure("A list of PostgreSQL is read by a connection to it.")
        }
    }
}

/// Finds rows by position and positions by row.
protocol RankReading {
    /// The number of rows.
    func total() throws -> Int

    /// The objects of the rows at neighboring positions, in order.
    ///
    /// - Parameters:
    ///   - sql: the columns to select.
    ///   - offset: the first position, from 0.
    ///   - count: the number of rows; at the end fewer are returned.
    ///   - isMirrored: `true` if positions count from the end, and the rows come in the opposite order.
    func objects(_ sql: SelectionSQL, offset: Int, count: Int, isMirrored: Bool) throws -> PageObjects

    /// The position of the row with an identity, or `nil` if there is no such row.
    func offset(of identity: [DatabaseValue], isMirrored: Bool) throws -> Int?

    /// The positions of the existing rows with some identities.
    func offsets(of identities: [[DatabaseValue]], isMirrored: Bool) throws -> [[DatabaseValue]: Int]

    /// The values of the order's first column, in the index's order, and the number of rows of each.
    ///
    /// - Parameter limit: the most values.
    /// - Returns: `nil` if there are more.
    /// - Complexity: O(log *n*) for each value, for any number of rows.
    func sections(limit: Int) throws -> [(value: DatabaseValue, count: Int)]?

    /// The position of the first row with a value in the order's first column, or `nil` if none is found.
    ///
    /// - Parameter isMirrored: `true` if positions count from the end, and the last such row is the first.
    /// - Complexity: O(log *n*).
    func start(ofSection value: DatabaseValue, isMirrored: Bool) throws -> Int?
}

extension RankReading {
    /// Finds the positions one by one.
    func offsets(of identities: [[DatabaseValue]], isMirrored: Bool) throws -> [[DatabaseValue]: Int] {
        var offsets: [[DatabaseValue]: Int] = [:]
        for identity in identities { offsets[identity] = try offset(of: identity, isMirrored: isMirrored) }
        return offsets
    }
}

/// Reads a list of a SQLite file.
private struct ListRankReader: RankReading {
    let reader: RankReader
    let list: ListDescription

    func total() throws -> Int { try reader.total() }

    func objects(_ sql: SelectionSQL, offset: Int, count: Int, isMirrored: Bool) throws -> PageObjects {
        let identities = try reader.identities(offset: offset, count: count, isMirrored: isMirrored)
        var objects = PageObjects(sql, of: list, count: count)
        let query = "SELECT \(sql.placedColumns) FROM \(list.sql) WHERE \(list.keyCondition(from: 1))"
        try reader.connection.forEachRow(query, each: identities) { try objects.append($0) }
        return objects
    }

    func offset(of identity: [DatabaseValue], isMirrored: Bool) throws -> Int? {
        try reader.offset(of: identity, isMirrored: isMirrored)
    }

    func sections(limit: Int) throws -> [(value: DatabaseValue, count: Int)]? { try reader.sections(limit: limit) }

    func start(ofSection value: DatabaseValue, isMirrored: Bool) throws -> Int? {
        let column = list.columns[reader.index.order.places[0].column]
        return try reader.start(ofSection: column.isNumeric ? value.asNumber : value, isMirrored: isMirrored)
    }
}
