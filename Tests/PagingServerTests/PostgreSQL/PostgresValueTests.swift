import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Every type of PostgreSQL comes out as right JSON, and can be sorted by, asked for and walked along.
@Suite(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresValueTests {
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

    @Test(arguments: cases.indices) func anyTypeComesOutRight(index: Int) throws {
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

    @Test func valuesKeepTheirFormWhateverTheServersSettings() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (k int PRIMARY KEY, t timestamptz, i interval, f float8, b bytea)",
            "INSERT INTO t VALUES (1, '2026-02-28 12:30:00+00', '1 day', 0.1, '\\x00')",
        ])
        let usual = try fixture.responder().objects("/lists/t")
        let options =
            "%20-cDateStyle%3DGerman%20-cTimeZone%3DAsia/Tokyo%20-cextra_float_digits%3D-5%20-cbytea_output%3Descape"
            + "%20-cIntervalStyle%3Dsql_standard%20-cclient_encoding%3DLATIN1"
        let odd = Responder(try Database(fixture.address + options))
        #expect(try odd.respond(to: Request(target: "/lists/t")).json()["objects"]?.array == usual)
        #expect(usual.first?["t"]?.string == "2026-02-28T12:30:00Z")
    }

    private func keys(_ served: ServedFixture, _ target: String) throws -> [Int] {
        try served.objects(target).compactMap { $0["k"]?.int }
    }
}
