import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Every type of PostgreSQL comes out as right JSON, and can be sorted by, asked for and walked along.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresValueTests {
    private struct Case {
        var type: String
        var sql: String
        var json: JSONValue
    }

    private static let cases: [Case] = [
        Case(type: "int2", sql: "-32768", json: -32768),
        Case(type: "int8", sql: "9223372036854775807", json: .integer(.max)),
        Case(type: "float4", sql: "0.1", json: .double(0.1)), Case(type: "float8", sql: "0.1", json: .double(0.1)),
        Case(type: "float8", sql: "'NaN'", json: "NaN"), Case(type: "float8", sql: "'-Infinity'", json: "-Infinity"),
        Case(type: "numeric", sql: "12.50", json: .double(12.5)), Case(type: "numeric", sql: "'NaN'", json: "NaN"),
        Case(type: "bool", sql: "true", json: .bool(true)),
        Case(type: "text", sql: #"E'"\\\n\u2028é🏴‍☠️'"#, json: "\"\\\n\u{2028}é🏴‍☠️"),
        Case(type: "char(3)", sql: "'a'", json: "a  "), Case(type: "bytea", sql: #"'\x0001ff'"#, json: "AAH/"),
        Case(type: "date", sql: "'2026-02-28'", json: "2026-02-28"),
        Case(type: "timestamp", sql: "'2026-02-28 12:30:00.5'", json: "2026-02-28T12:30:00.5"),
        Case(type: "timestamptz", sql: "'2026-02-28 12:30:00+02'", json: "2026-02-28T10:30:00Z"),
        Case(type: "timestamptz", sql: "'infinity'", json: "infinity"),
        Case(type: "timestamp", sql: "'0044-03-15 12:00:00 BC'", json: "0044-03-15 12:00:00 BC"),
        Case(type: "interval", sql: "'1 day 2 hours'", json: "P1DT2H"),
        Case(type: "time", sql: "'12:30'", json: "12:30:00"),
        Case(
            type: "uuid", sql: "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", json: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
        Case(type: "jsonb", sql: #"'{"a": [1, null]}'"#, json: .object(["a": .array([1, .null])])),
        Case(type: "json", sql: "'[1.50]'", json: .array([.double(1.5)])),
        Case(type: "int4[]", sql: "'{1,NULL,3}'", json: .array([1, .null, 3])),
        Case(type: "text[]", sql: #"'{"a,b",c}'"#, json: .array(["a,b", "c"])),
        Case(type: "int4range", sql: "'[1,4)'", json: "[1,4)"),
        Case(type: "inet", sql: "'10.0.0.1/8'", json: "10.0.0.1/8"),
        Case(type: "point", sql: "'(1,2)'", json: "(1,2)"), Case(type: "xml", sql: "'<a/>'", json: "<a/>"),
        Case(type: "money", sql: "12.5", json: "$12.50"), Case(type: "bit(3)", sql: "'101'", json: "101"),
        Case(type: "oid", sql: "7", json: 7), Case(type: "tsvector", sql: "'b a'", json: "'a' 'b'"),
    ]

    @Test(arguments: cases.indices) func `Values of any type come out right`(index: Int) throws {
        let (type, sql, json) = (Self.cases[index].type, Self.cases[index].sql, Self.cases[index].json)
        let fixture = try PostgresFixture([
            "SET lc_monetary = 'C'", "CREATE TABLE t (k int PRIMARY KEY, v \(type))",
            "INSERT INTO t VALUES (1, \(sql)), (2, NULL), (3, \(sql)), (4, NULL)",
        ])
        let served = try fixture.responder()
        let found = try served.objects("/lists/t").first?["v"]
        #expect(type == "money" || found == json, "\(type)")
        // Ascending, descending, by cursor, by position from the end, and as a section.
        #expect(try keys(served, "/lists/t?sort=v") == [2, 4, 1, 3], "\(type)")
        #expect(try keys(served, "/lists/t?sort=-v") == [3, 1, 4, 2], "\(type)")
        var (address, walked): (String?, [Int]) = ("/lists/t?sort=v&after=&limit=1", [])
        while let target = address {
            let page = try served.get(target).json()
            walked += page["objects"]?.array?.compactMap { $0["k"]?.int } ?? []
            address = page.value(at: "paging/next")?.string
        }
        #expect(walked == [2, 4, 1, 3], "\(type)")
        let sections = try #require(try served.get("/lists/t?groupBy=v&metadataOnly").json().array, "\(type)")
        #expect(sections.compactMap { $0["count"]?.int } == [2, 2], "\(type)")
        for section in sections {
            let url = try #require(section["url"]?.string)
            #expect(try served.objects(url).count == section["count"]?.int, "\(type) \(url)")
        }
    }

    /// Every type with a value that is easily spoiled. Composite, enumerated and domain types are made by the test.
    private static let values: [(type: String, sql: String)] = [
        ("int2", "-32768"), ("int4", "2147483647"), ("int8", "9223372036854775807"), ("float4", "0.1"),
        ("float8", "'-0'"),
        ("float8", "'NaN'"), ("float8", "'-Infinity'"), ("float8", "1e300"), ("numeric", "12.50"), ("numeric", "'NaN'"),
        ("numeric", "32.71428571428571428571428571428571428571428571428571"), ("numeric(40, 20)", "1e19"),
        ("bool", "true"),
        ("text", #"E'"\\\n\u2028é🏴‍☠️\u0001'"#), ("varchar(9)", "''"), ("char(3)", "'a'"), (#""char""#, "'x'"),
        ("name", "'n'"),
        ("bytea", #"'\x0001ff5c'"#), ("bytea", "''"), ("date", "'2026-02-28'"), ("date", "'-infinity'"),
        ("timestamp", "'2026-02-28 12:30:00.5'"), ("timestamp", "'0044-03-15 12:00:00 BC'"),
        ("timestamptz", "'2026-02-28 12:30:00.123456+02'"), ("timestamptz", "'infinity'"),
        ("time", "'12:30:00.000001'"),
        ("timetz", "'12:30:00+03'"), ("interval", "'-1 mon 2 days -03:00:00.5'"), ("uuid", "md5('a')::uuid"),
        ("json", #"'{"b": [1.50,null], "a":1,  "a":"\u00e9"}'"#), ("json", "'\"text\"'"),
        ("jsonb", #"'{"a": [1.50, null]}'"#),
        ("jsonb", "'7'"), ("int4[]", "'{1,NULL,3}'"), ("text[]", #"'{"a,b",c,"","NULL",NULL}'"#),
        ("numeric[]", "'{{1.50,2},{3,NaN}}'"),
        ("timestamptz[]", "'{2026-02-28 12:30:00+02,infinity}'"), ("bytea[]", #"'{"\\x00ff"}'"#),
        ("jsonb[]", #"ARRAY['{"a":1.0}'::jsonb]"#),
        ("int4range", "'[1,4)'"), ("tstzrange", "'[2026-01-01,)'"), ("nummultirange", "'{[1.50,2),[3,4]}'"),
        ("inet", "'10.0.0.1/8'"), ("cidr", "'10.0.0.0/8'"), ("macaddr", "'08:00:2b:01:02:03'"),
        ("macaddr8", "'08:00:2b:01:02:03:04:05'"), ("point", "'(1,2.5)'"), ("line", "'{1,2,3}'"),
        ("lseg", "'[(1,2),(3,4)]'"),
        ("box", "'(3,4),(1,2)'"), ("path", "'((1,2),(3,4))'"), ("polygon", "'((1,2),(3,4),(5,6))'"),
        ("circle", "'<(1,2),3>'"),
        ("xml", "'<a b=\"c\">&amp;</a>'"), ("money", "1234.5"), ("bit(3)", "'101'"), ("varbit", "'10110'"),
        ("oid", "4294967295"),
        ("tsvector", "'b:2A a:1'"), ("tsquery", "'a & !b'"), ("pg_lsn", "'16/B374D848'"),
        ("xid8", "'18446744073709551615'"),
        ("mood", "'so so'"), ("pair", #"ROW(1, 'a"b', '\x00', 1.50)"#),
        ("pair[]", #"ARRAY[ROW(1, NULL, NULL, 2.0)::pair]"#),
        ("bytes", #"'\x00'"#), ("amount", "1.10"),
    ]

    /// A row that was read and is written back is the same row, to the last byte.
    @Test func `Any row that is written back is the same row`() throws {
        let columns = Self.values.indices.map { "c\($0)" }
        let fixture = try PostgresFixture([
            "CREATE TYPE mood AS ENUM ('so so', 'well')", "CREATE TYPE pair AS (a int, b text, c bytea, d numeric)",
            "CREATE DOMAIN bytes AS bytea", "CREATE DOMAIN amount AS numeric CHECK (VALUE > 0)",
            "CREATE TABLE t (k int PRIMARY KEY, \(zip(columns, Self.values).map { "\($0) \($1.type)" }.joined(separator: ", ")))",
            "INSERT INTO t VALUES (1, \(Self.values.map(\.sql).joined(separator: ", ")))",
            "INSERT INTO t (k) VALUES (3)",
        ])
        let token = "0123456789abcdef"
        let responder = Responder(
            try Database(fixture.address), queryMilliseconds: 60_000, writing: WritePolicy(token: token))
        let headers = [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")].map {
            (name: $0.0, value: $0.1)
        }
        let read = responder.respond(to: Request(target: "/lists/t/rows/1"))
        let object = try #require(
            try BodyObject(parsing: read.body)?.members.first { $0.name == "object" }?.member.text)
        let row = String(decoding: object, as: UTF8.self)
        try #require(row.hasPrefix(#"{"id":1,"k":1,"#))
        let values = row.dropFirst(#"{"id":1,"k":1,"#.count)
        for (method, target, body) in [
            ("POST", "/lists/t", #"{"k":2,"# + values), ("PATCH", "/lists/t/rows/3", "{" + values),
        ] {
            let answer = responder.respond(
                to: Request(method: method, target: target, headers: headers, body: Array(body.utf8)))
            try #require(answer.status < 300, "\(String(decoding: answer.body, as: UTF8.self))")
        }
        let connection = try fixture.connection()
        for (column, value) in zip(columns, Self.values) {
            let same =
                "SELECT count(*) FILTER (WHERE record_image_eq(ROW(t.\(column)), ROW(o.\(column)))) FROM t, t AS o WHERE o.k = 1"
            #expect(try connection.script(same) == ["3"], "\(value.type) \(value.sql)")
        }
    }

    @Test func `Numbers of a filter are compared to their last digit`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (k int8 PRIMARY KEY, price numeric, name text)",
            "INSERT INTO t VALUES (9007199254740993, 32.7142857142857143, '1.50'), (2, 32.714285714285715, '1.5')",
        ])
        let served = try fixture.responder()
        func keys(_ filter: String) throws -> [Int] {
            try self.keys(served, "/lists/t?where=\(PercentEncoding.encode(filter))")
        }
        #expect(try keys("price = 32.7142857142857143") == [9_007_199_254_740_993])
        #expect(try keys("price > 32.7142857142857143") == [2])
        #expect(try keys("price < 32.714285714285715") == [9_007_199_254_740_993])
        #expect(try keys("k = 9007199254740993.0") == [9_007_199_254_740_993])
        #expect(try keys("k > 9007199254740992.5") == [9_007_199_254_740_993])
        #expect(try keys("k < 1e400") == [2, 9_007_199_254_740_993])
        // A bare number is compared as the column's type: a text has all its digits.
        #expect(try keys("name = 1.50") == [9_007_199_254_740_993])
    }

    @Test func `Values keep their form whatever the server's settings`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (k int PRIMARY KEY, t timestamptz, i interval, f float8, b bytea)",
            "INSERT INTO t VALUES (1, '2026-02-28 12:30:00+00', '1 day', 0.1, '\\x00')",
        ])
        let usual = try fixture.responder().objects("/lists/t")
        let options =
            "%20-cDateStyle%3DGerman%20-cTimeZone%3DAsia/Tokyo%20-cextra_float_digits%3D-5%20-cbytea_output%3Descape"
            + "%20-cIntervalStyle%3Dsql_standard%20-cclient_encoding%3DLATIN1"
        let odd = Responder(try Database(fixture.address + options), queryMilliseconds: 60_000)
        #expect(try odd.respond(to: Request(target: "/lists/t")).json()["objects"]?.array == usual)
        #expect(usual.first?["t"]?.string == "2026-02-28T12:30:00Z")
    }

    private func keys(_ served: ServedFixture, _ target: String) throws -> [Int] {
        try served.objects(target).compactMap { $0["k"]?.int }
    }
}
