/// The assumptions of a trigger about a table's columns: their numbers, names, types and collations.
struct PostgresShape: Hashable, Sendable {
    struct Column: Hashable, Sendable {
        let number: Int64
        let name: String
        let type: Int64
        let collation: Int64
        /// `true` if equal values have equal bytes.
        let isExact: Bool
        /// `true` if the column must stay NOT NULL.
        let isRequired: Bool
    }

    let columns: [Column]
    /// `true` if these are all columns of the table, so that an added column is a difference.
    private let isWhole: Bool

    /// Reads the columns of a table as they are now.
    ///
    /// - Parameters:
    ///   - names: the columns that matter; `nil` for all.
    ///   - required: the columns that must stay NOT NULL.
    init(
        of list: ListDescription, _ names: [String]? = nil, required: [String] = [], _ connection: PostgresConnection
    ) throws {
        var columns: [Column] = []
        try connection.forEachRow(PostgresShape.question, [.text(list.sql)]) { row in
            let name = row.string(1)
            guard names?.contains(name) ?? true else { return }
            columns.append(
                Column(
                    number: row.int64(0), name: name, type: row.int64(2), collation: row.int64(3),
                    isExact: row.int64(4) == 1, isRequired: required.contains(name)))
        }
        (self.columns, isWhole) = (columns, names == nil)
    }

    func isExact(_ name: String) -> Bool { columns.first { $0.name == name }?.isExact ?? false }

    /// SQL for the condition that a table's columns are as they were.
    ///
    /// It runs once in each writing transaction, so it is as short as possible: it makes no text, and sorts nothing.
    func isUnchanged(of table: String) -> String {
        let known = columns.map { column in
            "WHEN \(column.number) THEN a.attname = \(SQLName.literal(column.name)) AND a.atttypid = \(column.type) "
                + "AND a.attcollation = \(column.collation)\(column.isRequired ? " AND a.attnotnull" : "")"
        }
        let numbers = columns.map { String($0.number) }.joined(separator: ", ")
        return """
            NOT EXISTS (SELECT FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = \(table) \
            AND a.attnum \(isWhole ? "> 0" : "IN (\(numbers))") \
            AND NOT CASE a.attnum \(known.joined(separator: " ")) ELSE a.attisdropped END)
            """
    }

    /// Exact are numbers, dates, texts of a collation that tells all of them apart, and enumerations; not `1.0` and `1.00`, -0 and 0, or an interval
    /// of a day and one of 24 hours.
    private static let question = """
        SELECT a.attnum, a.attname, a.atttypid::int8, a.attcollation::int8, ((b.typtype = 'e' OR b.oid IN ('bool'::regtype, 'bytea'::regtype,
        '"char"'::regtype, 'name'::regtype, 'int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'oid'::regtype, 'text'::regtype,
        'varchar'::regtype, 'date'::regtype, 'time'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype, 'uuid'::regtype,
        'macaddr'::regtype, 'money'::regtype, 'bit'::regtype, 'varbit'::regtype))
        AND (a.attcollation = 0 OR EXISTS (SELECT FROM pg_collation o WHERE o.oid = a.attcollation AND o.collisdeterministic)))::int
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_type b ON b.oid = \(PostgresCatalog.base(of: "t"))
        WHERE a.attrelid = ?1::text::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        """
}
