internal import PagingWire

/// Changes one row of a list in a transaction.
struct RowWriter {
    private let connection: DatabaseConnection
    private let list: ListDescription
    private let key: [Int]
    private let finder: RowFinder

    /// - Throws: a problem if rows have no key, as in views.
    init(_ connection: DatabaseConnection, _ list: ListDescription) throws(Problem) {
        key = try list.keyOfIDs()
        (self.connection, self.list) = (connection, list)
        finder = try RowFinder(connection, list)
    }

    /// One row as an object, with the tag of its content.
    struct Row {
        var identity: [DatabaseValue]
        var object: JSONBuffer

        var tag: String {
            var hash = StableHash()
            hash.combine(object.bytes)
            return "\"r-\(hash.hexadecimal)\""
        }
    }

    /// The row with a key.
    ///
    /// - Throws: a problem (404) if there is none.
    func row(_ text: String) throws -> Row {
        let identity = try list.identity(text, parameter: "key")
        guard let stored = try finder.stored(identity) else { throw Problem.unknownRow(text, list) }
        return try row(stored)
    }

    private func row(_ identity: [DatabaseValue]) throws -> Row {
        var object = JSONBuffer()
        let (objects, missing) = try finder.objects([identity])
        // A trigger may have removed the row that was just written.
        guard missing.isEmpty else { throw Problem.constraint("The row does not stay where it was put") }
        objects.write(to: &object)
        return Row(identity: identity, object: object)
    }

    /// Carries out a request.
    ///
    /// - Returns: the row's new content, or `nil` if it was removed.
    /// - Throws: a problem if the row does not match the request's tags, or the table rejects it.
    func perform(_ request: WriteRequest) throws -> Row? {
        switch request.action {
        case .insert(let object):
            guard request.tags == nil else { throw Problem.badHeader("If-Match", "A new row matches nothing.") }
            return try insert(RowValues(object, of: list, key: nil))
        case .update(let text, let object):
            let values = try RowValues(object, of: list, key: text)
            let row = try current(text, request.tags)
            guard !values.columns.isEmpty else { return row }
            return try update(row.identity, values)
        case .remove(let text):
            let row = try current(text, request.tags)
            try connection.forEachRow("DELETE FROM \(list.sql) WHERE \(list.keyCondition(from: 1))", row.identity) {
                _ in
            }
            return nil
        }
    }

    /// The row's current content. No other writer changes it until the transaction ends.
    private func current(_ text: String, _ tags: [Substring]?) throws -> Row {
        let identity = try list.identity(text, parameter: "key")
        // SQLite has one writer at a time.
        if list.dialect == .postgres, try finder.stored(identity) != nil {
            let sql = "SELECT 1 FROM \(list.sql) WHERE \(list.keyCondition(from: 1)) FOR UPDATE"
            try connection.forEachRow(sql, identity) { _ in }
        }
        let row = try row(text)
        if let tags, !tags.contains("*"), !tags.contains(where: { $0 == row.tag }) {
            throw Problem.rowHasChanged(row.tag)
        }
        return row
    }

    private func insert(_ values: RowValues) throws -> Row {
        let names = values.columns.map { SQLName.quoted(list.columns[$0].name) }
        let places = values.columns.enumerated().map { list.columns[$1].written($0 + 1, to: list.sql) }
        let what =
            names.isEmpty
            ? "DEFAULT VALUES" : "(\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
        return try write("INSERT INTO \(list.sql) \(what)", values.values)
    }

    private func update(_ identity: [DatabaseValue], _ values: RowValues) throws -> Row {
        let names = values.columns.map { SQLName.quoted(list.columns[$0].name) }
        let settings = values.columns.enumerated().map { place, column in
            "\(names[place]) = \(list.columns[column].written(place + 1, to: list.sql))"
        }.joined(separator: ", ")
        return try write(
            "UPDATE \(list.sql) SET \(settings) WHERE \(list.keyCondition(from: names.count + 1))",
            values.values + identity)
    }

    private func write(_ sql: String, _ bindings: [DatabaseValue]) throws -> Row {
        let returned = key.map { SQLName.quoted(list.columns[$0].name) }.joined(separator: ", ")
        var identity: [DatabaseValue]?
        try connection.forEachRow("\(sql) RETURNING \(returned)", bindings) { row in
            identity = key.indices.map { row.value($0) }
        }
        guard let identity else { throw Problem.constraint("The table takes no such row") }
        return try row(identity)
    }
}
