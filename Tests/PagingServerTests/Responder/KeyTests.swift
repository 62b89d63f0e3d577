import PagingServer
import PagingWire
import PostgresTesting
import Testing

/// Every row can be told from every other, and is at one position.
@Suite(.blocking) struct KeyTests {
    /// Told in base64, and taken so: alone and as a part.
    @Test(arguments: Backend.all) func `Rows are found by keys of bytes as answers tell them`(_ backend: Backend) throws
    {
        let (type, bytes) = backend == .postgres ? ("bytea", "'\\x00ff'::bytea") : ("BLOB", "x'00ff'")
        let end = backend == .sqlite ? "WITHOUT ROWID" : ""
        let served = try backend.fixture([
            "CREATE TABLE a (id \(type) PRIMARY KEY, v TEXT) \(end)", "INSERT INTO a VALUES (\(bytes), 'x')",
            "CREATE TABLE b (k \(type) NOT NULL, n INTEGER NOT NULL, v TEXT, PRIMARY KEY (k, n)) \(end)",
            "INSERT INTO b VALUES (\(bytes), 1, 'x')",
        ]).responder()
        for (list, ids) in [("a", "AP8%3D"), ("b", #"[%22[\%22AP8=\%22,1]%22]"#)] {
            #expect(try served.objects("/lists/\(list)?ids=\(ids)").count == 1, "\(list)")
        }
    }

    @Test(arguments: Backend.all) func `A row with an empty text for a key is found`(_ backend: Backend) throws {
        let served = try backend.fixture([
            "CREATE TABLE t (k TEXT NOT NULL PRIMARY KEY, v TEXT)\(backend == .sqlite ? " WITHOUT ROWID" : "")",
            "INSERT INTO t VALUES ('', 'x'), ('a', 'y')",
        ]).responder()
        #expect(try served.get("/lists/t/rows/").json().value(at: "object/v")?.string == "x")
        #expect(served.get("/lists/t/rows").status == 404)
    }

    @Test func `A key that may be a number or a text is none`() throws {
        let served = try Fixture([
            "CREATE TABLE t (k PRIMARY KEY, v) WITHOUT ROWID",
            "INSERT INTO t VALUES (1, 1), ('1', 2), (1.5, 3), (x'31', 4)",
        ]).responder()
        #expect(try served.objects("/lists/t?sort=v").compactMap { $0["v"]?.int } == [1, 2, 3, 4])
        #expect(Set(try served.objects("/lists/t").compactMap { $0["id"] }).count == 4)
        for target in ["/lists/t/ids", "/lists/t?ids=1", "/lists/t/rows/1"] {
            #expect(served.get(target).status == 422, "\(target)")
        }
    }

    private static let filler = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        """

    private static let tables: [(String, [String], key: [String])] = [
        (
            "integer key",
            ["CREATE TABLE t (k INTEGER PRIMARY KEY, v)", "\(filler) INSERT INTO t SELECT i * 2, i % 3 FROM n"], ["k"]
        ),
        ("no key", ["CREATE TABLE t (v)", "\(filler) INSERT INTO t SELECT i % 3 FROM n"], []),
        (
            "text key",
            ["CREATE TABLE t (k TEXT PRIMARY KEY, v)", "\(filler) INSERT INTO t SELECT 'k' || i, i % 3 FROM n"], []
        ),
        (
            "descending key is no row number",
            ["CREATE TABLE t (k INTEGER PRIMARY KEY DESC, v)", "\(filler) INSERT INTO t SELECT i, i % 3 FROM n"], []
        ),
        (
            "composite key without row numbers",
            [
                "CREATE TABLE t (v, a TEXT, b INT, PRIMARY KEY (b, a)) WITHOUT ROWID",
                "\(filler) INSERT INTO t SELECT i % 3, 'a' || (i / 10), i % 10 FROM n",
            ], ["b", "a"]
        ),
        (
            "key that ignores case",
            [
                "CREATE TABLE t (k TEXT COLLATE NOCASE PRIMARY KEY, v) WITHOUT ROWID",
                "\(filler) INSERT INTO t SELECT CASE i % 2 WHEN 0 THEN 'K' ELSE 'k' END || i, i % 3 FROM n",
            ], ["k"]
        ),
        (
            "row number under its third name",
            ["CREATE TABLE t (rowid, _rowid_, v)", "\(filler) INSERT INTO t SELECT 1, 1, i % 3 FROM n"], []
        ),
        (
            "row number under no name",
            ["CREATE TABLE t (rowid, _rowid_, oid, v)", "\(filler) INSERT INTO t SELECT 1, 1, i % 2, i % 3 FROM n"], []
        ),
        (
            "view with equal rows",
            ["CREATE TABLE u (v)", "\(filler) INSERT INTO u SELECT i % 3 FROM n", "CREATE VIEW t AS SELECT v FROM u"],
            []
        ),
        (
            "view with rows that differ in case",
            [
                "CREATE TABLE u (v COLLATE NOCASE)",
                "\(filler) INSERT INTO u SELECT CASE i % 3 WHEN 0 THEN 'a' WHEN 1 THEN 'A' END FROM n",
                "CREATE VIEW t AS SELECT v FROM u",
            ], []
        ),
        (
            "view with an id",
            [
                "CREATE TABLE u (id INTEGER PRIMARY KEY, v)", "\(filler) INSERT INTO u SELECT i, i % 3 FROM n",
                "CREATE VIEW t AS SELECT v, id FROM u",
            ], []
        ),
        (
            "strict table with a generated column",
            [
                "CREATE TABLE t (k INTEGER PRIMARY KEY, v INT GENERATED ALWAYS AS (k % 3) STORED, w INT AS (v)) STRICT",
                "\(filler) INSERT INTO t (k) SELECT i FROM n",
            ], ["k"]
        ),
        (
            "virtual table",
            ["CREATE VIRTUAL TABLE t USING fts5(v)", "\(filler) INSERT INTO t SELECT 'word ' || (i % 3) FROM n"], []
        ),
    ]

    @Test(arguments: tables.indices)
    func `Every row is reached once by its identifier`(index: Int) throws {
        let (name, statements, key) = Self.tables[index]
        let responder = try Fixture(statements).responder()
        let description = try #require(
            try responder.get("/lists").json().array?.first { $0["name"]?.string == "t" }, "\(name)")
        #expect(description["key"]?.array?.compactMap { $0.string } == key, "\(name)")
        var orders: [[JSONValue]] = []
        for query in ["", "sort=v", "sort=-v", "groupBy=v"] {
            let objects = try (0..<6).flatMap { page in
                try responder.objects("/lists/t?offset=\(page * 7)&limit=7&\(query)")
            }
            let ids = objects.compactMap { $0["id"]?.json }
            #expect(ids.count == 40, "\(name), \(query)")
            #expect(Set(ids).count == 40, "\(name), \(query)")
            orders.append(objects)
        }
        #expect(Array(orders[2].reversed()) == orders[1], "\(name)")
        #expect(orders[3] == orders[1], "\(name)")
        // A row keeps its identifier, whatever the order.
        #expect(Set(orders[0]) == Set(orders[1]), "\(name)")
    }

    @Test func `Composite keys are their values as a JSON array`() throws {
        let fixture = try Fixture([
            "CREATE TABLE t (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID", #"INSERT INTO t VALUES ('x"y', 1)"#,
        ])
        #expect(try fixture.responder().objects("/lists/t").first?["id"]?.string == #"["x\"y",1]"#)
    }

    @Test func `The database's own tables are no lists`() throws {
        let fixture = try Fixture([
            "CREATE VIRTUAL TABLE words USING fts5(word)", "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)",
            "INSERT INTO t DEFAULT VALUES", "ANALYZE", "CREATE VIEW broken AS SELECT * FROM nowhere",
        ])
        let responder = try fixture.responder()
        #expect(try responder.get("/lists").json().array?.compactMap { $0["name"]?.string } == ["t", "words"])
        for name in ["broken", "sqlite_schema", "sqlite_sequence", "words_data"] {
            #expect(responder.get("/lists/\(name)").status == 404)
        }
    }
}
