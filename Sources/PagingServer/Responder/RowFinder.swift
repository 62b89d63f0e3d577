internal import PagingWire

/// Finds rows of a table by their keys.
struct RowFinder {
    let connection: DatabaseConnection
    let list: ListDescription
    /// The number of columns in the key.
    private let width: Int
    /// The columns of the key in SQL.
    private let columns: String
    /// The condition for the row with a key.
    private let condition: String
    private let selection: SelectionSQL

    /// - Throws: a problem if rows have no key.
    init(_ connection: DatabaseConnection, _ list: ListDescription) throws(Problem) {
        guard let key = list.declaredKey else { throw .noKey(list) }
        (self.connection, self.list, width) = (connection, list, key.count)
        let names = key.map { list.columns[$0].sql }
        columns = names.joined(separator: ", ")
        condition = list.keyCondition(from: 1)
        selection = SelectionSQL(RowSelection(sort: []), of: list)
    }

    /// The key as it is stored in the row, possibly with another case, or `nil` if there is no such row.
    func stored(_ identity: [DatabaseValue]) throws -> [DatabaseValue]? {
        guard list.canHold(identity) else { return nil }
        var stored: [DatabaseValue]?
        try connection.forEachRow("SELECT \(columns) FROM \(list.sql) WHERE \(condition)", identity) { row in
            stored = key(of: row)
        }
        return stored
    }

    /// The keys of existing rows, with `true` for rows in a selection.
    ///
    /// The selection's condition is checked on rows found by their keys, so that the filter's index is not scanned instead.
    ///
    /// - Returns: only keys that are exactly equal. A collation may consider others equal.
    func memberships(of identities: [[DatabaseValue]], in rows: RowSelection) throws -> [[DatabaseValue]: Bool] {
        var found: [[DatabaseValue]: Bool] = [:]
        let sql = SelectionSQL(rows, of: list)
        let isIn = sql.condition.map { "CASE WHEN \($0) THEN 1 ELSE 0 END" } ?? "1"
        let largest = width == 1 ? ServerLimits.keysLookedUp : ServerLimits.keysLookedUp / 4
        var rest = identities.filter(list.canHold)[...]
        while let last = rest.prefix(largest).last {
            let batch = rest.prefix(largest)
            rest = rest.dropFirst(largest)
            // Only a few sizes, so that few statements are prepared. The last key is repeated to fill the rest.
            let size = batch.count == 1 ? 1 : batch.count <= 16 ? 16 : largest
            let keys = batch + Array(repeating: last, count: size - batch.count)
            try connection.forEachRow(
                "SELECT \(columns), \(isIn) FROM \(list.sql) WHERE "
                    + list.keyCondition(count: size, from: sql.bindings.count + 1),
                sql.bindings + keys.flatMap { $0 }
            ) { row in found[key(of: row)] = row.int64(width) != 0 }
        }
        return found
    }

    /// The objects of rows in the order of their keys, and the keys without a row.
    func objects(_ identities: [[DatabaseValue]]) throws -> (objects: PageObjects, missing: [[DatabaseValue]]) {
        var objects = PageObjects(ObjectWriter(list, hasHiddenKey: selection.hasHiddenKey))
        let query = "SELECT \(selection.columns) FROM \(list.sql) WHERE \(condition)"
        let missing = try identities.filter { identity in
            guard list.canHold(identity) else { return true }
            var isFound = false
            try connection.forEachRow(query, identity) { row in
                isFound = true
                try objects.append(row)
            }
            return !isFound
        }
        return (objects, missing)
    }

    private func key(of row: DatabaseRow) -> [DatabaseValue] { (0..<width).map { row.value($0) } }

    /// The positions of rows in a selection's order, from the first to the last.
    ///
    /// - Parameter walk: the number of rows that a scan of the selection reads.
    /// - Throws: a problem with advice if that would take seconds.
    /// - Complexity: O(log *n*) per row with a rank index, or for many rows a scan of the parts of the index that contain them; otherwise a scan
    ///   of the selection.
    func positions(
        of identities: [[DatabaseValue]], in rows: RowSelection, walk: Int
    ) throws -> [(identity: [DatabaseValue], position: Int)] {
        if identities.isEmpty { return [] }
        var found: [(identity: [DatabaseValue], position: Int)] = []
        if let (index, isMirrored) = rows.rank(in: list) {
            let offsets = try index.reader(connection, of: list).offsets(of: identities, isMirrored: isMirrored)
            return offsets.map { ($0, $1) }.sorted { $0.position < $1.position }
        }
        guard RowFinder.canFind(identities.count, in: rows, of: list, walk: walk) else {
            throw rows.isUnfiltered
                ? Problem.needsRankIndex(list, order: RankOrder(rows.terms, of: list)) : Problem.needsNarrowerPart(list)
        }
        guard !rows.mustBeSorted(in: list), identities.count <= ServerLimits.rowsCountedSingly else {
            return try self.walk(to: Set(identities), in: rows)
        }
        for identity in identities {
            if let position = try count(before: identity, in: rows) { found.append((identity, position)) }
        }
        return found.sorted { $0.position < $1.position }
    }

    /// `true` if the positions of a number of rows can be found within the cost limit.
    static func canFind(_ count: Int, in rows: RowSelection, of list: ListDescription, walk: Int) -> Bool {
        if rows.rank(in: list) != nil { return true }
        let isSorted = !rows.mustBeSorted(in: list)
        let walks = isSorted ? min(count, ServerLimits.rowsCountedSingly) : 1
        return PageCost.milliseconds(total: walk, walk: walk * walks, isSorted: isSorted)
            <= ServerLimits.maximumEstimatedMilliseconds
    }

    /// Scans a selection in order until all rows are found.
    private func walk(
        to wanted: Set<[DatabaseValue]>, in rows: RowSelection
    ) throws -> [(identity: [DatabaseValue], position: Int)] {
        var found: [(identity: [DatabaseValue], position: Int)] = []
        var position = 0
        let sql = SelectionSQL(rows, of: list)
        let query = "SELECT \(columns) FROM \(list.sql)\(sql.orderedFilter)\(sql.order(backwards: false))"
        try connection.readRows(query, sql.bindings) { row in
            let identity = key(of: row)
            if wanted.contains(identity) { found.append((identity, position)) }
            position += 1
            return found.count < wanted.count
        }
        return found
    }

    /// The number of rows before one, or `nil` if there is no such row.
    private func count(before identity: [DatabaseValue], in rows: RowSelection) throws -> Int? {
        let sql = SelectionSQL(rows, of: list)
        var place: [DatabaseValue]?
        try connection.forEachRow(
            "SELECT \(sql.orderSQL.joined(separator: ", ")) FROM \(list.sql) WHERE \(condition)", identity
        ) { row in place = sql.orderSQL.indices.map { row.value($0) } }
        return try place.map { try count(before: $0, in: rows) }
    }

    /// The number of rows of a selection before a place in its order.
    ///
    /// - Complexity: reads those rows, or the whole list if no index has this order.
    func count(before place: [DatabaseValue], in rows: RowSelection) throws -> Int {
        let sql = SelectionSQL(rows, of: list)
        return try sql.segments(from: place, backwards: true).reduce(0) { count, segment in
            let query = "SELECT count(*) FROM \(list.sql)\(segment.filter)"
            return count + Int(try connection.value(query, sql.bindings + segment.bindings)?.int64 ?? 0)
        }
    }
}

extension JSONBuffer {
    /// Writes a row's key in the form of its object's `id`: a value, or for a composite key a JSON array of its values, as text.
    mutating func id(_ identity: [DatabaseValue]) {
        if identity.count == 1 { value(identity[0]) } else { string(JSONBuffer.array(of: identity)) }
    }
}

extension ListDescription {
    /// The columns of the key in an object's `id`.
    ///
    /// - Throws: a problem if rows have no key, or their `id` is another column.
    func keyOfIDs() throws(Problem) -> [Int] {
        guard let key = declaredKey else { throw .noKey(self) }
        guard idIsKey else { throw .otherID(self) }
        return key
    }

    /// The condition for the row with a key, whose values are parameters from a number on. The list must have a declared key.
    ///
    /// - Parameter row: the alias of the row, or `nil` for the table's name.
    func keyCondition(from number: Int, of row: String? = nil) -> String {
        (declaredKey ?? []).enumerated().map { place, column in
            let name = row.map { "\($0).\(SQLName.quoted(columns[column].name))" } ?? columns[column].sql
            return "\(name) = \(columns[column].parameter(number + place))"
        }.joined(separator: " AND ")
    }

    /// The condition for rows with a number of keys, whose values are parameters from a number on.
    func keyCondition(count: Int, from number: Int) -> String {
        let key = declaredKey ?? []
        guard key.count == 1 else {
            return (0..<count).map { "(\(keyCondition(from: number + $0 * key.count)))" }.joined(separator: " OR ")
        }
        let values = (0..<count).map { columns[key[0]].parameter(number + $0) }
        return "\(columns[key[0]].sql) IN (\(values.joined(separator: ", ")))"
    }

    /// `true` if the table can contain a key. Comparing PostgreSQL's integers with any other type is an error.
    func canHold(_ identity: [DatabaseValue]) -> Bool {
        zip(declaredKey ?? [], identity).allSatisfy { !columns[$0].isInteger || $1.int64 != nil }
    }

    /// Reads a row's key from its object's `id`.
    ///
    /// - Throws: a problem if the text cannot be a key.
    func identity(_ text: String, parameter: String) throws(Problem) -> [DatabaseValue] {
        guard let key = declaredKey else { throw .noKey(self) }
        if key.count == 1 {
            if let bytes = columns[key[0]].bytes(of: text) { return [bytes] }
            return [columns[key[0]].isNumeric ? Int64(text).map(DatabaseValue.integer) ?? .text(text) : .text(text)]
        }
        // A composite key is a JSON array, as text.
        guard let values = (try? JSONValue(parsing: Array(text.utf8)))?.array, values.count == key.count else {
            throw .badParameter(
                parameter, "'\(parameter)' must be a JSON array of \(key.count) values, as in the rows' own 'id'.")
        }
        return try zip(values, key).map { value, column throws(Problem) in
            if let bytes = value.string.flatMap(columns[column].bytes) { return bytes }
            if let number = value.int { return .integer(Int64(number)) }
            if case .double(let number) = value { return .real(number) }
            if let text = value.string { return .text(text) }
            // SQLite has no Boolean values.
            if case .bool = value, dialect == .postgres { return .json(Array(value.json.utf8)) }
            throw .badParameter(parameter, "'\(parameter)' may hold numbers and texts only.")
        }
    }
}
