internal import PagingWire

/// The full-text indexes of a PostgreSQL database, as its own catalogs describe them.
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
        /// `true` if it is complete. An incomplete index is not read.
        var isBuilt: Bool
        /// The search that it allows, or `nil` if it is incomplete or uses another function.
        var search: PostgresSearch?
        var columns: [String]
    }

    /// All indexes in the schemas of the search path, the oldest first.
    static func entries(_ connection: PostgresConnection) throws -> [Entry] {
        var entries: [Entry] = []
        try connection.forEachRow(
            """
            SELECT t.oid::int8, t.relname, format('%I.%I', n.nspname, c.relname), i.indisvalid::int,
            pg_get_indexdef(c.oid, 1, false), format('%I.%I', pn.nspname, p.proname),
            (i.indisvalid AND i.indpred IS NULL AND p.prosrc IN (\(bodies)) AND has_function_privilege(p.oid, 'EXECUTE')
                AND has_schema_privilege(pn.oid, 'USAGE') AND NOT EXISTS (
                    SELECT FROM pg_attribute a JOIN pg_depend o ON o.classid = 'pg_class'::regclass AND o.objid = c.oid
                        AND o.refclassid = 'pg_class'::regclass AND o.refobjid = t.oid AND o.refobjsubid = a.attnum
                    JOIN pg_type y ON y.oid = a.atttypid JOIN pg_type b ON b.oid = \(PostgresCatalog.base(of: "y"))
                    WHERE a.attrelid = t.oid AND NOT \(PostgresSearch.isSearchable("b"))))::int,
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

    /// The statements that remove indexes, and the functions that are no longer called.
    static func removal(of entries: [Entry], _ connection: PostgresConnection) throws -> [String] {
        let names = entries.map { SQLName.literal($0.name) + "::regclass" }.joined(separator: ", ")
        let others = entries.isEmpty ? "" : " AND o.objid NOT IN (\(names))"
        let unused = try connection.column(
            """
            SELECT format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
            FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
            WHERE n.nspname = ANY (current_schemas(false)) AND pg_has_role(p.proowner, 'USAGE')
            AND p.prosrc IN (\(bodies)) AND NOT EXISTS (SELECT FROM pg_depend o
                WHERE o.refclassid = 'pg_proc'::regclass AND o.refobjid = p.oid\(others)) ORDER BY 1
            """, [])
        return entries.map { "DROP INDEX CONCURRENTLY IF EXISTS \($0.name)" }
            + unused.map { "DROP FUNCTION IF EXISTS \($0)" }
    }

    private static let bodies = PostgresWords.bodies.map(SQLName.literal).joined(separator: ", ")
}
