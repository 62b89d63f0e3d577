import PagingServer
import PagingWire
import PostgresTesting
import Testing

/// Any column may hold any value: each comes out as right JSON.
@Suite(.blocking) struct ValueTests {
    private func value(_ expression: String) throws -> JSONValue? {
        let fixture = try Fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", "INSERT INTO t VALUES (1, \(expression))",
        ])
        return try fixture.responder().objects("/lists/t").first?["v"]
    }

    @Test(arguments: [
        ("NULL", JSONValue.null), ("''", ""), ("'plain'", "plain"), (#"'"\/'"#, #""\/"#),
        ("char(0, 1, 9, 10, 13, 31, 127, 8232)", "\u{0}\u{1}\t\n\r\u{1F}\u{7F}\u{2028}"),
        ("'🏴‍☠️ e\u{301}'", "🏴‍☠️ e\u{301}"),
        ("CAST(x'61ff62c3' AS TEXT)", "a\u{FFFD}b\u{FFFD}"), ("x''", ""), ("x'00'", "AA=="), ("x'0001'", "AAE="),
        ("x'fffefd'", "//79"), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("0.1", .double(0.1)), ("9e999", "Infinity"), ("-9e999", "-Infinity"), ("1e300", .double(1e300)),
        ("5e-324", .double(.leastNonzeroMagnitude)), ("1.0", .integer(1)), ("1e20", .double(1e20)),
    ])
    func `Any value comes out right`(expression: String, expected: JSONValue) throws {
        #expect(try value(expression) == expected)
    }

    @Test func `Text in a number column stays text`() throws {
        let fixture = try Fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)",
            "INSERT INTO t (n) VALUES ('seven'), (7), (7.5), (x'37'), (NULL)",
        ])
        let objects = try fixture.responder().objects("/lists/t?sort=n")
        #expect(objects.compactMap { $0["n"] } == [.null, 7, .double(7.5), "seven", "Nw=="])
        let down = try fixture.responder().objects("/lists/t?sort=-n")
        #expect(Array(down.reversed()) == objects)
    }

    @Test func `Each kind of value is a section of its own`() throws {
        let fixture = try Fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v)",
            """
            INSERT INTO t (v) VALUES (NULL), (''), ('1'), (1), (1.5), ('1.5'), (x'31'), (x''), (9e999), ('NULL'), (NULL),
                ('a&b=c d+e%20f/é'), (CAST(x'ff41' AS TEXT)), (CAST(x'fe41' AS TEXT)), (char(0)), (-9223372036854775808)
            """,
        ])
        let responder = try fixture.responder()
        let sections = try #require(try responder.get("/lists/t?groupBy=v&metadataOnly").json().array)
        #expect(sections.count == 15)
        #expect(sections.first?["title"]?.string == "(none)")
        #expect(sections.first?["value"]?.isNull == true)
        #expect(sections.first?["count"]?.int == 2)
        var seen: [Int] = []
        for section in sections {
            let url = try #require(section["url"]?.string)
            let page = responder.get(url)
            #expect(page.header("X-Total-Count") == section["count"]?.int.map(String.init), "\(url)")
            seen += try page.json()["objects"]?.array?.compactMap { $0["id"]?.int } ?? []
        }
        #expect(seen.sorted() == Array(1...16))
        // The list grouped by the same column is its sections one after another.
        #expect(try responder.objects("/lists/t?groupBy=v").compactMap { $0["id"]?.int } == seen)
    }

    @Test func `Text names a whole number where the column is of numbers`() throws {
        let responder = try Fixture.people().responder()
        #expect(responder.get("/lists/people?groupBy=age&group=2").header("X-Total-Count") == "15")
    }
}
