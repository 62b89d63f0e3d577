/// Reads the lists of a PostgreSQL database from its catalogs: the tables and views in the schemas of the search path that the
/// user may read. Partitions show as the one table that they are parts of.
struct PostgresCatalog {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// A table, while it is being read.
    private struct Table {
        var list: ListDescription
        /// The place of a column among those served, by its number in the table.
        var columns: [Int64: Int] = [:]
        var isKeyFound = false

        /// Notes an index: its first column, and its uniqueness.
        mutating func add(index numbers: [Int64], isUnique: Bool, isOrdered: Bool) {
            let key = numbers.map { columns[$0] }
            if isOrdered, let first = key.first ?? nil, !list.indexed.contains(first) { list.indexed.append(first) }
            guard isUnique, !isKeyFound, !key.isEmpty else { return }
            let places = key.compactMap { $0 }
            guard places.count == key.count, places.allSatisfy({ canBeKey(list.columns[$0]) }) else { return }
            isKeyFound = true
            list.key = places.count == 1 && list.columns[places[0]].isInteger ? .integer(places[0]) : .columns(places)
        }

        /// JSON, arrays and records have several forms in an answer, by which clients cannot ask for a row.
        private func canBeKey(_ column: ListDescription.Column) -> Bool {
            !column.isNullable && column.form != .json && column.form != .composed
        }
    }

    /// The lists, in the order of their names.
    func lists() throws -> [ListDescription] {
        var order: [Int64] = []
        var tables: [Int64: Table] = [:]
        try connection.forEachRow(PostgresCatalog.tables) { row in
            let sql = SQLName.quoted(row.string(1)) + "." + SQLName.quoted(row.string(2))
            order.append(row.int64(0))
            tables[row.int64(0)] = Table(
                list: ListDescription(
                    name: row.string(2), dialect: .postgres, isView: row.int64(3) == 1, columns: [], key: .wholeRow,
                    sql: sql, relation: row.string(4)))
        }
        try connection.forEachRow(PostgresCatalog.columns) { row in
            guard var table = tables[row.int64(0)] else { return }
            var column = ListDescription.Column(name: row.string(2), declaredType: row.string(3), table: table.list.sql)
            column.isNullable = row.int64(4) == 0
            let (type, category) = (row.int64(5), row.string(6))
            column.isNumeric = category == "N"
            column.isInteger = PostgresCatalog.wholeNumbers.contains(type)
            // Arrays and records are read as JSON, and sorted as themselves.
            if category == "A" || category == "C" { column.selected = "to_json(\(column.sql))" }
            column.form =
                switch type {
                case 17: .bytes
                case 114, 3802: .json
                default: column.selected == nil ? .text : .composed
                }
            if row.int64(7) == 0 {
                column.selected = column.selected ?? column.sql
                column.sql = "(\(column.sql))::text"
            }
            table.columns[row.int64(1)] = table.list.columns.count
            table.list.columns.append(column)
            tables[row.int64(0)] = table
        }
        try connection.forEachRow(PostgresCatalog.indexes) { row in
            guard var table = tables[row.int64(0)] else { return }
            table.add(
                index: row.string(1).split(separator: " ").map { Int64($0) ?? 0 }, isUnique: row.int64(2) == 1,
                isOrdered: row.int64(3) == 1)
            tables[row.int64(0)] = table
        }
        for entry in try PostgresSearchCatalog.entries(connection) {
            guard let search = entry.search else { continue }
            tables[entry.table]?.list.search = .postgres(search)
        }
        var lists = order.compactMap { tables[$0]?.list }.filter { !$0.columns.isEmpty }
        let ranks = try PostgresRankCatalog.entries(connection)
        let logs = try PostgresLogCatalog.entries(connection)
        for place in lists.indices {
            for entry in ranks where entry.list.utf8.elementsEqual(lists[place].name.utf8) {
                let index = try PostgresRankCatalog.index(entry, of: lists[place], connection)
                if let index { lists[place].ranks.append(.postgres(index)) }
            }
            for entry in logs where entry.list.utf8.elementsEqual(lists[place].name.utf8) {
                switch try PostgresLogCatalog.log(entry, of: lists[place], connection) {
                case .usable(let log): lists[place].log = .postgres(log)
                case .ended(let why): lists[place].logEnding = why
                case nil: continue
                }
            }
        }
        return lists
    }

    private static let wholeNumbers: Set<Int64> = [20, 21, 23]

    private static let tables = """
        SELECT c.oid::int8, n.nspname, c.relname, (c.relkind IN ('v', 'm'))::int, \(PostgresStates.relation("c.oid")) FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND pg_table_is_visible(c.oid)
        AND n.nspname = ANY (current_schemas(false)) AND has_table_privilege(c.oid, 'SELECT')
        AND c.relname !~ '^paging_((rank|log)(_[0-9]+_[a-z]+)?|written)$'
        ORDER BY c.relname COLLATE "C"
        """

    /// SQL for the type that a domain is of, through other domains, or for the type itself.
    static func base(of type: String) -> String {
        """
        CASE \(type).typtype WHEN 'd' THEN (
            WITH RECURSIVE d AS (SELECT \(type).typbasetype AS id UNION ALL
                SELECT n.typbasetype FROM d JOIN pg_type n ON n.oid = d.id WHERE n.typtype = 'd')
            SELECT d.id FROM d JOIN pg_type n ON n.oid = d.id WHERE n.typtype <> 'd')
        ELSE \(type).oid END
        """
    }

    /// The server sends a domain's base type.
    private static let columns = """
        SELECT a.attrelid::int8, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::int,
        b.oid::int8, b.typcategory, (EXISTS (
            SELECT FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod WHERE m.amname = 'btree' AND o.opcdefault
            AND (o.opcintype = b.oid OR o.opcintype = 'text'::regtype AND b.oid = 'varchar'::regtype
                OR o.opcintype = 'anyenum'::regtype AND b.typtype = 'e'
                OR o.opcintype = 'anyarray'::regtype AND b.typcategory = 'A'
                OR o.opcintype = 'anyrange'::regtype AND b.typtype = 'r'
                OR o.opcintype = 'anymultirange'::regtype AND b.typtype = 'm'
                OR o.opcintype = 'inet'::regtype AND b.oid = 'cidr'::regtype)))::int
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_type b ON b.oid = \(base(of: "t"))
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
        AND c.relnamespace = ANY (current_schemas(false)::regnamespace[]::oid[])
        ORDER BY a.attrelid, a.attnum
        """

    /// The primary key first, then the oldest. A key of a table that others inherit from is not theirs; TimescaleDB's parts share no row.
    private static let indexes = """
        SELECT i.indrelid::int8, array_to_string(i.indkey[0:i.indnkeyatts - 1], ' '),
        (i.indisunique AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL AND NOT EXISTS (
            SELECT FROM pg_inherits h JOIN pg_class k ON k.oid = h.inhrelid WHERE h.inhparent = i.indrelid AND NOT k.relispartition
            AND k.relnamespace IS DISTINCT FROM to_regnamespace('_timescaledb_internal')))::int,
        (m.amname = 'btree' AND i.indpred IS NULL AND o.opcdefault)::int
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
        JOIN pg_opclass o ON o.oid = i.indclass[0]
        WHERE i.indisvalid AND c.relname !~ '^paging_rank_[0-9]+_order$' AND c.relnamespace = ANY (current_schemas(false)::regnamespace[]::oid[])
        ORDER BY i.indisprimary DESC, i.indexrelid
        """
}
