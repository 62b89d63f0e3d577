import PagingTesting

@testable import PagingServer

/// A column as the catalog has it.
struct AlteredColumn {
    var name: String
    var type: String
    /// Whether its values are the database's own.
    var isGenerated: Bool

    static func all(of table: String, _ connection: PostgresConnection) throws -> [AlteredColumn] {
        var columns: [AlteredColumn] = []
        try connection.forEachRow(
            """
            SELECT attname, format_type(atttypid, atttypmod), (attgenerated <> '' OR attidentity = 'a')::int FROM pg_attribute
            WHERE attrelid = ?1::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """, [.text(table)]
        ) { columns.append(AlteredColumn(name: $0.string(0), type: $0.string(1), isGenerated: $0.int64(2) == 1)) }
        return columns
    }
}

/// Types, with SQL for some values of each.
enum AlteredTypes {
    static let values: [(type: String, values: [String])] = [
        ("int", ["1", "-5", "70000"]), ("smallint", ["1", "-5", "300"]), ("bigint", ["1", "3000000000"]),
        ("numeric(6,2)", ["1", "1.25", "9999.99"]), ("numeric", ["1", "0.1", "1e300", "'NaN'"]),
        ("real", ["1", "0.1"]), ("double precision", ["1", "0.1", "'-Infinity'"]),
        ("text", ["'1'", "'a'", "'Ö'", "repeat('x', 300)", long]), ("varchar(8)", ["'1'", "'abcdefgh'"]),
        ("varchar", ["'1'", "repeat('y', 300)", long]), ("char(4)", ["'1'", "'ab'"]),
        ("bytea", ["'\\x00ff'", "'\\x'"]),
        ("date", ["'2020-01-01'", "'infinity'"]), ("timestamp(0)", ["'2020-01-01 00:00:00'", "'2020-01-01 00:00:01'"]),
        ("timestamp", ["'2020-01-01 00:00:00.4'", "'2020-01-01 00:00:00.3'"]),
        ("timestamptz", ["'2020-01-01 00:00:00+01'"]),
        ("time", ["'10:00'"]), ("interval", ["'1 day'", "'25 hours'"]), ("boolean", ["true", "false"]),
        ("uuid", ["'00000000-0000-0000-0000-000000000001'"]), ("json", ["'{}'", "'[1]'"]),
        ("jsonb", ["'{}'", "'1'", "'\"1\"'"]),
        ("inet", ["'10.0.0.1'"]), ("cidr", ["'10.0.0.0/8'"]), ("bit(4)", ["B'0101'"]),
        ("bit varying", ["B'01'", "B'0101010101'"]),
        ("int[]", ["'{1,2}'", "'{}'", "array_fill(7, ARRAY[5000])"]), ("text[]", ["'{a,b}'"]), ("point", ["'(1,2)'"]),
        ("int4range", ["'[1,5)'"]), ("money", ["1.5"]), ("mood", ["'sad'", "'happy'"]), ("oid", ["1"]),
        ("name", ["'n'"]),
        ("macaddr", ["'08:00:2b:01:02:03'"]), ("tsvector", ["'a b'"]), ("\"char\"", ["'c'"]),
    ]
    static let names = values.map(\.type)
    private static let long = "(SELECT string_agg(md5(i::text), '') FROM generate_series(1, 400) i)"

    static func value(_ type: String, _ random: inout SplitMix64) -> String {
        let aliases = [
            "integer": "int", "character varying(8)": "varchar(8)", "character varying": "varchar",
            "character(4)": "char(4)",
            "timestamp(0) without time zone": "timestamp(0)", "timestamp without time zone": "timestamp",
            "timestamp with time zone": "timestamptz", "time without time zone": "time", "integer[]": "int[]",
        ]
        let found = values.first { $0.type == aliases[type] ?? type }
        return found.map { random.below(5) == 0 ? "NULL" : random.element(of: $0.values) } ?? "NULL"
    }
}

/// Statements for a table whose name is given later.
enum AlteredStatements {
    typealias Statement = (_ table: String) -> String

    static func alteration(of columns: [AlteredColumn], _ random: inout SplitMix64) -> [Statement] {
        guard let column = columns.isEmpty ? nil : random.element(of: columns) else {
            return [{ "ALTER TABLE \($0) ADD COLUMN n int" }]
        }
        let (name, number) = (SQLName.quoted(column.name), random.below(1000))
        let type = random.element(of: AlteredTypes.names)
        let value = AlteredTypes.value(type, &random)
        func alter(_ action: String) -> [Statement] { [{ "ALTER TABLE \($0) \(action)" }] }
        switch random.below(24) {
        case 0: return alter("ADD COLUMN n\(number) \(type)")
        case 1: return alter("ADD COLUMN n\(number) \(type) DEFAULT \(value)")
        case 2: return alter("ADD COLUMN n\(number) int GENERATED ALWAYS AS (length(w)) STORED")
        case 3: return alter("DROP COLUMN \(name)\(random.below(2) == 0 ? " CASCADE" : "")")
        case 4, 5, 6, 7: return alter("ALTER \(name) TYPE \(type)")
        case 8, 9, 10: return alter("ALTER \(name) TYPE \(type) USING \(value)")
        case 11: return alter("ALTER \(name) TYPE \(column.type) USING nullif(\(name)::text, '1')::\(column.type)")
        case 12: return alter("ALTER \(name) TYPE text COLLATE \"C\" USING reverse(\(name)::text)")
        case 13:
            let action = random.element(of: [
                "SET DEFAULT NULL", "DROP DEFAULT", "SET NOT NULL", "DROP NOT NULL", "SET STATISTICS 10",
                "SET STORAGE EXTERNAL",
                "SET (n_distinct = 5)", "DROP EXPRESSION IF EXISTS", "DROP IDENTITY IF EXISTS", "SET COMPRESSION pglz",
            ])
            return alter("ALTER \(name) \(action)")
        case 14: return alter("RENAME COLUMN \(name) TO n\(number)")
        case 15: return [{ "ALTER TABLE \($0) RENAME TO \($0)_old; ALTER TABLE \($0)_old RENAME TO \($0)" }]
        case 16:
            let action = random.element(of: [
                "DISABLE TRIGGER USER", "DISABLE TRIGGER ALL", "ENABLE TRIGGER USER", "ENABLE REPLICA TRIGGER USER",
                "DISABLE RULE x",
                "ENABLE ALWAYS TRIGGER USER",
            ])
            return alter(action)
        case 17:
            return alter(
                random.element(of: [
                    "ADD CHECK (true)", "ADD UNIQUE (\(name))",
                    "ADD CONSTRAINT x\(number) CHECK (\(name) IS NOT NULL) NOT VALID",
                    "DROP CONSTRAINT IF EXISTS x1",
                ]))
        case 18:
            return [{ "ALTER TABLE \($0) DROP CONSTRAINT \($0)_pkey" }, { "ALTER TABLE \($0) ADD PRIMARY KEY (id)" }]
        case 19:
            return alter(
                random.element(of: [
                    "SET UNLOGGED", "SET LOGGED", "SET WITHOUT CLUSTER", "SET (fillfactor = 70)", "RESET (fillfactor)",
                    "SET ACCESS METHOD heap", "SET TABLESPACE pg_default", "OWNER TO CURRENT_USER",
                    "REPLICA IDENTITY FULL",
                    "REPLICA IDENTITY NOTHING", "SET WITHOUT OIDS",
                ]))
        case 20:
            return alter(
                random.element(of: [
                    "ENABLE ROW LEVEL SECURITY", "DISABLE ROW LEVEL SECURITY", "NO FORCE ROW LEVEL SECURITY",
                ]))
        case 21:
            return [
                { "CREATE TABLE p\(number)_\($0) (LIKE \($0))" }, { "ALTER TABLE \($0) INHERIT p\(number)_\($0)" },
                // A row goes through the other table, past all triggers.
                {
                    "DELETE FROM p\(number)_\($0) AS p WHERE p::text = (SELECT min(p::text) FROM p\(number)_\($0) AS p)"
                },
                { "ALTER TABLE \($0) NO INHERIT p\(number)_\($0)" },
            ]
        case 22: return [{ "VACUUM FULL \($0)" }, { "ALTER TABLE \($0) CLUSTER ON \($0)_pkey" }]
        default: return alter("ALTER \(name) TYPE \(type), ADD COLUMN m\(number) \(type)")
        }
    }

    /// A statement that writes rows; the same to both tables.
    static func writing(_ columns: [AlteredColumn], _ number: Int, _ random: inout SplitMix64) -> Statement {
        let free = columns.filter { !$0.isGenerated }
        guard let column = free.isEmpty ? nil : random.element(of: free) else { return { "DELETE FROM \($0)" } }
        let name = SQLName.quoted(column.name)
        let value = AlteredTypes.value(column.type, &random)
        let values = free.map { $0.name == "id" ? "'\(number)'" : AlteredTypes.value($0.type, &random) }
        let names = free.map { SQLName.quoted($0.name) }.joined(separator: ", ")
        let isolation = random.element(of: ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"])
        let action: Statement
        switch random.below(6) {
        case 0, 1, 2: action = { "INSERT INTO \($0) (\(names)) VALUES (\(values.joined(separator: ", ")))" }
        case 3: action = { "UPDATE \($0) SET \(name) = \(column.name == "id" ? name : value)" }
        case 4:
            action = {
                "UPDATE \($0) SET \(name) = \(column.name == "id" ? name : value) WHERE \($0)::text = (SELECT min(\($0)::text) FROM \($0))"
            }
        default: action = { "DELETE FROM \($0) WHERE \($0)::text = (SELECT max(\($0)::text) FROM \($0))" }
        }
        return { "BEGIN ISOLATION LEVEL \(isolation); \(action($0)); COMMIT" }
    }
}
