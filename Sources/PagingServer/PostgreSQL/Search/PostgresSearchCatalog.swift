internal import PagingWire

/// The full-text indexes that a PostgreSQL database has. Its own catalogs say what there is to know of them.
enum PostgresSearchCatalog {
    /// The pattern of their names.
    static let names = "^paging_search_[0-9]+$"

    /// An index as it is in the database.
    struct Entry {
        /// The number of its table among the database's objects.
        var table: Int64
        /// The table's name.
        var list: String
        /// The index as SQL names it.
        var name: String
        /// Whether it was built to its end. If not, nobody may read it.
        var isBuilt: Bool
        /// How a list is searched by it; `nil` where that cannot be: it is half built, or its function is another one.
        var search: PostgresSearch?
        var columns: [String]
    }

    /// All indexes in the schemas of the search path, the oldest first.
    static func entries(_ connection: PostgresConnection) throws -> [Entry] {
        var entries: [Entry] = []
        let bodies = PostgresWords.bodies.map(SQLName.literal).joined(separator: ", ")
        try connection.forEachRow(
            """
            SELECT t.oid::int8, t.relname, format('%I.%I', n.nspname, c.relname), i.indisvalid::int,
            pg_get_indexdef(c.oid, 1, false), format('%I.%I', pn.nspname, p.proname),
            (i.indisvalid AND i.indpred IS NULL AND p.prosrc IN (\(bodies)) AND has_function_privilege(p.oid, 'EXECUTE')
                AND has_schema_privilege(pn.oid, 'USAGE'))::int,
            (SELECT to_json(array_agg(a.attname ORDER BY a.attnum)) FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum IN (
                SELECT refobjsubid FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid
                AND refclassid = 'pg_class'::regclass AND refobjid = t.oid))
            FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_class t ON t.oid = i.indrelid
            JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_proc'::regclass
            JOIN pg_proc p ON p.oid = d.refobjid AND p.proname = '\(PostgresWords.name)'
            JOIN pg_namespace pn ON pn.oid = p.pronamespace
            WHERE c.relname ~ '\(names)' AND n.nspname = ANY (current_schemas(false)) ORDER BY c.oid
            """
        ) { row in
            let columns = (try? JSONValue(parsing: Array(row.string(7).utf8)))?.array?.compactMap(\.string) ?? []
            let search = PostgresSearch(expression: row.string(4), function: row.string(5), columns: columns)
            entries.append(
                Entry(
                    table: row.int64(0), list: row.string(1), name: row.string(2), isBuilt: row.int64(3) == 1,
                    search: row.int64(6) == 1 ? search : nil, columns: columns))
        }
        return entries
    }

    /// The statements that remove indexes, and with the last that calls it the function that finds words.
    static func removal(of entries: [Entry], _ connection: PostgresConnection) throws -> [String] {
        let names = entries.map { SQLName.literal($0.name) + "::regclass" }.joined(separator: ", ")
        var unused: [String] = []
        try connection.forEachRow(
            """
            SELECT DISTINCT format('%I.%I', n.nspname, p.proname) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
            JOIN pg_depend d ON d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid AND d.objid IN (\(names))
            WHERE p.proname = '\(PostgresWords.name)' AND NOT EXISTS (SELECT FROM pg_depend o
                WHERE o.refclassid = 'pg_proc'::regclass AND o.refobjid = p.oid AND o.objid NOT IN (\(names)))
            """
        ) { unused.append($0.string(0)) }
        return entries.map { "DROP INDEX CONCURRENTLY IF EXISTS \($0.name)" }
            + unused.map { "DROP FUNCTION IF EXISTS \($0)(text)" }
    }
}
