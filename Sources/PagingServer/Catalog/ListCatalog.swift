/// The lists of a database: its readable tables and views.
///
/// It excludes SQLite's own tables, those of rank and full-text indexes and of logs, the shadow tables of virtual tables, and everything that
/// the database itself cannot read: a view of a missing table, a virtual table whose module is not loaded.
struct ListCatalog: Sendable {
    /// The lists, in the order of their names.
    let lists: [ListDescription]
    private let indexes: [[UInt8]: Int]

    init(_ connection: DatabaseConnection) throws {
        switch connection {
        case .sqlite(let connection): try self.init(connection)
        case .postgres(let connection): self.init(try PostgresCatalog(connection).lists())
        }
    }

    private init(_ lists: [ListDescription]) {
        self.lists = lists
        indexes = Dictionary(
            lists.enumerated().map { (Array($1.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    }

    init(_ connection: SQLiteConnection) throws {
        var tables: [(name: String, type: String, hasRowid: Bool)] = []
        try connection.forEachRow(
            """
            SELECT name, type, wr FROM pragma_table_list
            WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND name <> '\(RankCatalog.table)' AND name NOT GLOB '\(RankCatalog.table)_[0-9]*_*'
            AND name <> '\(ChangeLogCatalog.table)' AND name NOT GLOB '\(ChangeLogCatalog.table)_[0-9]*_*'
            AND name <> '\(SearchCatalog.table)' AND name NOT GLOB '\(SearchCatalog.table)_[0-9]*'
            AND name <> '\(WrittenRequests.table)'
            ORDER BY name
            """
        ) { row in
            tables.append((row.string(0), row.string(1), row.int64(2) == 0))
        }
        let ranks = try RankCatalog.entries(connection)
        let logs = try ChangeLogCatalog.entries(connection)
        let searches = try SearchCatalog.entries(connection)
        let lists: [ListDescription] = try tables.compactMap { table in
            do {
                guard
                    var list = try ListDescription(
                        connection, name: table.name, type: table.type, hasRowid: table.hasRowid)
                else { return nil }
                for entry in ranks where entry.list.utf8.elementsEqual(table.name.utf8) {
                    if let index = try RankCatalog.index(entry, of: list, connection) {
                        list.ranks.append(.sqlite(index))
                    }
                }
                if let entry = logs.first(where: { $0.list.utf8.elementsEqual(table.name.utf8) }) {
                    list.log = try ChangeLogCatalog.log(entry, of: list, connection).map(ListLog.sqlite)
                }
                for entry in searches where entry.list.utf8.elementsEqual(table.name.utf8) {
                    let index = try SearchCatalog.index(entry, of: list, connection)
                    list.search = index.map(ListSearch.sqlite) ?? list.search
                }
                return list
            } catch let error as SQLiteError where error.reason == .statement {
                return nil
            }
        }
        self.init(lists)
    }

    /// The lists with the given names, or all if `names` is `nil`.
    func only(_ names: Set<String>?) -> ListCatalog {
        names.map { names in ListCatalog(lists.filter { names.contains($0.name) }) } ?? self
    }

    /// The lists without some of their rank indexes.
    func without(_ isEnded: (ListRank) -> Bool) -> ListCatalog {
        ListCatalog(
            lists.map { list in
                var list = list
                list.ranks.removeAll(where: isEnded)
                return list
            })
    }

    /// The list with a name, compared byte by byte, or `nil` if there is none.
    func list(named name: String) -> ListDescription? {
        indexes[Array(name.utf8)].map { lists[$0] }
    }
}

extension ListDescription {
    /// Reads a table's description from the schema, or returns `nil` if the table has nothing to serve.
    ///
    /// - Throws: `SQLiteError` with `statement` if the database cannot read the table.
    init?(_ connection: SQLiteConnection, name: String, type: String, hasRowid: Bool) throws {
        self.name = name
        sql = SQLName.quoted(name)
        isView = type == "view"
        columns = []
        key = .wholeRow
        var keyColumns: [(column: Int, place: Int64)] = []
        var allNames: Set<String> = []
        try connection.forEachRow(
            "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?1) ORDER BY cid", [.text(name)]
        ) { row in
            let column = row.string(0)
            allNames.insert(column.lowercased())
            // 1 is a virtual table's hidden column. 2 and 3 are generated columns, which are served like any other.
            guard row.int64(3) != 1 else { return }
            if row.int64(2) > 0 { keyColumns.append((columns.count, row.int64(2))) }
            columns.append(Column(name: column, declaredType: row.string(1), table: SQLName.quoted(name)))
        }
        guard !columns.isEmpty else { return nil }
        keyColumns.sort { $0.place < $1.place }

        if type == "table", !hasRowid {
            // A column without a type may hold 1 and '1', which a request does not tell apart. Among several columns JSON does.
            let isAmbiguous = keyColumns.count == 1 && columns[keyColumns[0].column].declaredType.isEmpty
            if !isAmbiguous { key = .columns(keyColumns.map(\.column)) }
        } else if !isView {
            // `INTEGER PRIMARY KEY` is the row number itself, and then needs no index. With `DESC` it has an index and is not the row number.
            let only = keyColumns.count == 1 ? keyColumns[0].column : nil
            if let only, columns[only].declaredType.uppercased() == "INTEGER",
                try connection.value("SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk'", [.text(name)]) == nil
            {
                key = .integer(only)
            } else if let alias = ["rowid", "_rowid_", "oid"].first(where: { !allNames.contains($0) }),
                (try? connection.check("SELECT \(sql).\(alias) FROM \(sql) LIMIT 0")) != nil
            {
                key = .rowid(alias)
            }
        }
        if !isView {
            let sql = """
                SELECT info.name FROM pragma_index_list(?1) AS list, pragma_index_info(list.name) AS info
                WHERE info.seqno = 0 AND info.name IS NOT NULL ORDER BY list.seq DESC
                """
            var names: [String] = []
            try connection.forEachRow(sql, [.text(name)]) { names.append($0.string(0)) }
            var seen: Set<Int> = []
            indexed = names.compactMap { column(named: $0) }.filter { seen.insert($0).inserted }
        }
        try connection.check("SELECT \(columns.map(\.sql).joined(separator: ", ")) FROM \(sql) LIMIT 0")
    }
}

extension ListDescription.Column {
    init(name: String, declaredType: String, table: String) {
        self.name = name
        self.declaredType = declaredType
        isNumeric = ListDescription.Column.isNumeric(declaredType)
        sql = table + "." + SQLName.quoted(name)
        var buffer = JSONBuffer()
        buffer.string(name)
        buffer.byte(":")
        json = buffer.bytes
    }

    /// `true` if a declared type has a numeric affinity.
    ///
    /// Source: SQLite, "Datatypes In SQLite" §3.1.
    private static func isNumeric(_ declaredType: String) -> Bool {
        let type = declaredType.uppercased()
        if type.contains("INT") { return true }
        if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return false }
        return !type.isEmpty && !type.contains("BLOB")
    }
}
