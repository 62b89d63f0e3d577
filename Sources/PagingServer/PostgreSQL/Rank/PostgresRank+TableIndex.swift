/// The index of the table that has its rows in order. It never makes a statement fail.
///
/// An index on the columns themselves would fail for a value longer than its rows may be, and when a column is altered to a type
/// without an order. So its columns are functions that return their parameter. For the type that the column has PostgreSQL puts the
/// parameter in their place, and treats the index as one on the column; for any other type they return NULL. Rows with long values
/// are left out, and the trigger that sees one ends the rank index.
extension PostgresRank {
    /// The index's own name.
    var orderName: String { "paging_rank_\(number)_order" }

    /// The functions that the index needs.
    var keyFunctions: [String] {
        let keys = columns.enumerated().flatMap { place, column in
            let (name, type) = (name("c\(place)"), column.type.name)
            // PostgreSQL prefers an exact match to `anyelement`, but not a match by a cast, so types with a cast have functions of their own.
            return [function(name, type, returns: type, "$1")]
                + (["anyelement"] + column.casts).map { function(name, $0, returns: type, "NULL::\(type)") }
        }
        let fits = fitting.map { bytes in
            function(
                name("fits\(bytes)"), "anyelement", returns: "boolean",
                "(pg_catalog.octet_length($1::pg_catalog.text) OPERATOR(pg_catalog.<=) \(bytes)) IS NOT FALSE")
        }
        return keys + fits
    }

    /// It has no settings, and no name that a search path could change: only then does PostgreSQL inline it.
    private func function(_ name: String, _ type: String, returns result: String, _ value: String) -> String {
        "CREATE FUNCTION \(name)(\(type)) RETURNS \(result) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS \(SQLName.literal("SELECT \(value)")); "
            + "GRANT EXECUTE ON FUNCTION \(name)(\(type)) TO PUBLIC"
    }

    /// The greatest size of a column's text in bytes with which all columns fit into a row of an index, or `nil` if any size does.
    private func bytes(of column: Column) -> Int? {
        guard column.type.isLong else { return nil }
        let share = PostgresRank.indexBytes / columns.filter(\.type.isLong).count
        return column.type.isText ? share : share / PostgresRank.bytesOfCharacter
    }

    private var fitting: [Int] { Set(columns.compactMap(bytes)).sorted() }

    /// The space for the columns in a row of an index, in bytes; a row may take a third of a page.
    private static let indexBytes = 2_560
    /// The greatest number of bytes in an index for each byte of a value's text: an array of truth values, or a number in JSON.
    private static let bytesOfCharacter = 10

    /// The condition for rows that the index has, or `nil` if it has all.
    func fits(_ name: (Column) -> String = { SQLName.quoted($0.source) }) -> String? {
        let conditions = columns.compactMap { column in
            bytes(of: column).map { "\(self.name("fits\($0)"))(\(name(column)))" }
        }
        return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    }

    /// The statement that makes the index, while others write.
    var tableIndex: String {
        let keys = order { "\(name("c\($0)"))(\(SQLName.quoted(columns[$0].source)))" }
        return "CREATE INDEX CONCURRENTLY \(orderName) ON \(table) (\(keys))" + (fits().map { " WHERE \($0)" } ?? "")
    }

    /// Marks the index. PostgreSQL makes it anew when a column of it is altered, which may change the values of all rows without their triggers:
    /// then the mark is gone. It stays when the index or the table is rewritten, and in a restored copy.
    var marking: String { "ALTER INDEX \(name("order")) ALTER COLUMN 1 SET STATISTICS \(PostgresRank.mark)" }
    private static let mark = 0

    /// The condition that the index is the one that was marked.
    var isMarked: String {
        "EXISTS (SELECT FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = to_regclass(\(SQLName.literal(name("order")))) "
            + "AND a.attnum = 1 AND a.attstattarget = \(PostgresRank.mark))"
    }

    /// Ends the rank index at a row that the table's index does not have.
    var refusal: String {
        guard let fits = fits({ "t." + SQLName.quoted($0.source) }) else { return "" }
        return """
              IF is_known AND TG_OP IN ('INSERT', 'UPDATE') THEN
                IF EXISTS (SELECT FROM paging_new AS t WHERE NOT (\(fits))) THEN
                  is_known := false;
                  why := 'a value is too long for an index';
                END IF;
              END IF;
            """
    }

    /// The statement that removes the functions, once no index needs them.
    static func removal(ofFunctions number: Int64, in schema: String) -> String {
        """
        DO $paging$ DECLARE f text; BEGIN
        FOR f IN SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = \(SQLName.literal(SQLName.quoted(schema)))::regnamespace
            AND p.proname ~ '^paging_rank_\(number)_(c|fits)[0-9]+$'
        LOOP EXECUTE 'DROP FUNCTION ' || f;
        END LOOP; END $paging$
        """
    }
}
