import PagingServer
import PagingWire
import Testing

@testable import PagingServer

/// Names come from the schema and go back into SQL: whatever they hold, they stay names.
@Suite struct NameTests {
    static let names = [
        "select", "a b", "a\"b", "a'b", "a`b", "[a]", "a;DROP TABLE b", "a/b?c#d&e=f%25", "größe", "日本語", "🎲", "\n",
        "--", "%",
        "e\u{301}", "\u{E9}", "x\\y", "rowid",
    ]

    @Test func `Any table is reached`() throws {
        let fixture = try Fixture(
            Self.names.map { "CREATE TABLE \(SQLName.quoted($0)) (id INTEGER PRIMARY KEY)" }
                + Self.names.enumerated().map { "INSERT INTO \(SQLName.quoted($1)) VALUES (\($0))" })
        let responder = try fixture.responder()
        let lists = try #require(try responder.get("/lists").json().array)
        #expect(lists.count == Self.names.count)
        for list in lists {
            let url = try #require(list["url"]?.string)
            let place = Self.names.firstIndex { $0.utf8.elementsEqual((list["name"]?.string ?? "").utf8) }
            #expect(try responder.objects(url).first?["id"]?.int == place, "\(url)")
        }
    }

    @Test func `Any column sorts and groups`() throws {
        let names = Self.names.filter { $0 != "e\u{301}" } + ["-", "-select", "a,b", ",", "OID", "_rowid_"]
        let columns = names.map { "\(SQLName.quoted($0)) TEXT" }.joined(separator: ", ")
        let row = { (text: String) in names.map { _ in "'\(text)'" }.joined(separator: ", ") }
        let fixture = try Fixture([
            "CREATE TABLE t (\(columns))", "INSERT INTO t VALUES (\(row("b"))), (\(row("a"))), (\(row("c")))",
        ])
        let responder = try fixture.responder()
        for name in names {
            let parameter = PercentEncoding.encode(name)
            for (sort, wanted) in [(parameter, ["a", "b", "c"]), ("-" + parameter, ["c", "b", "a"])] {
                // Asked for ascending, `-select` is `select` descending, as there is such a column.
                if sort == parameter, name.hasPrefix("-"), names.contains(String(name.dropFirst())) { continue }
                let page = responder.get("/lists/t?sort=\(sort)")
                #expect(page.status == 200, "\(sort)")
                #expect(
                    try page.json()["objects"]?.array?.compactMap { $0[name]?.string } == wanted, "\(name), \(sort)")
            }
            let sections = try responder.get("/lists/t?groupBy=\(parameter)&metadataOnly").json()
            #expect(sections.array?.compactMap { $0["title"]?.string } == ["a", "b", "c"])
            let url = try #require(sections.array?.last?["url"]?.string)
            #expect(try responder.objects(url).compactMap { $0[name]?.string } == ["c"])
        }
    }

    @Test func `Several columns may be encoded as one value`() throws {
        let responder = try Fixture.people().responder()
        let plain = try responder.objects("/lists/people?sort=age,-name")
        #expect(try responder.objects("/lists/people?sort=age%2C-name") == plain)
        #expect(
            try responder.get("/lists/people?sort=age%2C-name").json().value(at: "paging/next")?.string?
                .hasPrefix("/lists/people?sort=age,-name&") == true)
    }

    @Test func `A table named like another in another composition is another`() throws {
        let fixture = try Fixture([
            "CREATE TABLE \"e\u{301}\" (a)", "CREATE TABLE \"\u{E9}\" (b)", "INSERT INTO \"\u{E9}\" VALUES (1)",
        ])
        let responder = try fixture.responder()
        #expect(responder.get("/lists/%C3%A9").header("X-Total-Count") == "1")
        #expect(responder.get("/lists/e%CC%81").header("X-Total-Count") == "0")
    }
}
