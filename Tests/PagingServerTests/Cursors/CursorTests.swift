import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

@Suite(.blocking) struct CursorTests {
    /// Tables in `make check`, of which `make test` has a few.
    private static let tables = (few: 4, all: 12)

    @Test(arguments: Backend.all, Seeds.some(tables.few, of: tables.all))
    func `Walks in both directions are the order`(_ backend: Backend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let model = TableModel(&random, backend)
        let served = try model.serve()
        for _ in 0..<6 {
            let (terms, query) = model.order(&random)
            guard !model.isView else {
                #expect(served.get("/lists/t?after=\(query)").status == 422)
                continue
            }
            let wanted = model.sorted(terms).map(\.mark)
            let limit = 20 + random.below(300)
            let replay = Seeds.replay(seed, "walksInBothDirectionsAreTheOrder")
            #expect(try walk(served, "/lists/t?after=&limit=\(limit)\(query)", "next") == wanted, "\(query) \(replay)")
            let back = try walk(served, "/lists/t?before=&limit=\(limit)\(query)", "previous")
            #expect(back == wanted, "\(query) \(replay)")
        }
    }

    /// The marks of all pages, in the list's order.
    private func walk(_ served: ServedFixture, _ address: String, _ relation: String) throws -> [Int] {
        var marks: [Int] = []
        var target: String? = address
        while let address = target {
            let page = served.get(address)
            #expect(page.status == 200)
            let json = try page.json()
            let found = json["objects"]?.array?.compactMap { $0["mark"]?.int } ?? []
            marks = relation == "next" ? marks + found : found + marks
            target = json["paging"]?[relation]?.string
            let links = page.header("Link").map { LinkHeader($0) }
            #expect(links?.first(relation == "next" ? "next" : "prev")?.target == target)
        }
        return marks
    }

    @Test(arguments: Backend.all) func `A section is walked`(_ backend: Backend) throws {
        let served = try backend.people().responder()
        let wanted = try served.objects("/lists/people?groupBy=town&group=Ulm&sort=-name&limit=500").compactMap {
            $0["id"]?.int
        }
        var found: [Int] = []
        var target: String? = "/lists/people?groupBy=town&group=Ulm&sort=-name&limit=5&after="
        while let address = target {
            let json = try served.get(address).json()
            found += json["objects"]?.array?.compactMap { $0["id"]?.int } ?? []
            target = json.value(at: "paging/next")?.string
        }
        #expect(found == wanted)
        #expect(found.count == 24)
    }

    @Test(arguments: Backend.all) func `A cursor outlives its row`(_ backend: Backend) throws {
        let people = try backend.people()
        let served = try people.responder()
        let page = try served.get("/lists/people?after=&limit=10&sort=-age").json()
        let next = try #require(page.value(at: "paging/next")?.string)
        let wanted = try served.get(next).json()["objects"]
        let ids = page["objects"]?.array?.compactMap { $0["id"]?.int } ?? []
        try people.write(["DELETE FROM people WHERE id IN (\(ids.map(String.init).joined(separator: ",")))"])
        #expect(try served.get(next).json()["objects"] == wanted)
        let back = try #require(try served.get(next).json().value(at: "paging/previous")?.string)
        #expect(try served.get(back).json()["objects"]?.array?.isEmpty == true)
    }

    @Test(arguments: Backend.all) func `Cursors of other lists are refused`(_ backend: Backend) throws {
        let people = try backend.people()
        let database = try people.database()
        let (old, new) = (String(repeating: "1f", count: 32), String(repeating: "2e", count: 32))
        func responder(_ keys: String, seconds: Int64 = 1_000) throws -> Responder {
            var policy = CursorPolicy(keys: try #require(CursorKeys(text: keys)), lifetimeSeconds: 60)
            policy.now = { seconds }
            return Responder(database, queryMilliseconds: 60_000, cursors: policy)
        }
        func after(_ query: String, _ responder: Responder) throws -> String {
            let page = try responder.respond(to: Request(target: "/lists/people?after=&limit=5&\(query)")).json()
            return try #require(page.value(at: "paging/after")?.string)
        }
        func status(_ cursor: String, _ query: String, _ responder: Responder) -> Int {
            responder.respond(to: Request(target: "/lists/people?after=\(cursor)&\(query)")).status
        }
        let cursor = try after("sort=age", try responder(old))
        #expect(status(cursor, "sort=age", try responder(old)) == 200)
        #expect(status(cursor, "sort=age", try responder("# new\n\(new)\n\(old)\n")) == 200)
        #expect(status(cursor, "sort=age", try responder(new)) == 410)
        #expect(status(cursor, "sort=age", try responder(old, seconds: 1_060)) == 200)
        #expect(status(cursor, "sort=age", try responder(old, seconds: 1_061)) == 410)
        for other in ["sort=-age", "sort=age,name", "", "groupBy=age&group=1&sort=age"] {
            #expect(status(cursor, other, try responder(old)) == 410, "\(other)")
        }
        let section = try after("groupBy=age&group=1", try responder(old))
        #expect(status(section, "groupBy=age&group=2", try responder(old)) == 410)
        // Any character that is changed makes it another text than the one that was signed.
        let letters = Array(cursor)
        for place in letters.indices {
            var forged = letters
            forged[place] = forged[place] == "A" ? "B" : "A"
            let status = status(String(forged), "sort=age", try responder(old))
            #expect(status == 400 || place < 6 && status == 410, "\(place)")
        }
        for garbage in ["x", "AAAA", "%20", "a.b", cursor + "A", String(cursor.dropLast(4))] {
            #expect([400, 410].contains(status(garbage, "sort=age", try responder(old))), "\(garbage)")
        }
        try people.write(["ALTER TABLE people ADD COLUMN pet TEXT"])
        #expect(status(cursor, "sort=age", try responder(old)) == 410)
    }

    @Test func `Keys are read from text`() {
        let key = String(repeating: "0a", count: 32)
        #expect(CursorKeys(text: key) != nil)
        #expect(CursorKeys(text: "# one\n\(key)\n") != nil)
        for text in ["", "# none", "0a0b", key + "\nrubbish", String(key.dropLast())] {
            #expect(CursorKeys(text: text) == nil)
        }
    }

    @Test(arguments: Backend.all) func `Offsets and cursors exclude each other`(_ backend: Backend) throws {
        let served = try backend.people().responder()
        for query in ["after=&offset=3", "before=&after=", "groupBy=age&metadataOnly&after="] {
            #expect(served.get("/lists/people?\(query)").status == 400, "\(query)")
        }
    }

    @Test func `A key that fits into no address is explained`() throws {
        let served = try Fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)",
            "INSERT INTO t VALUES (1, hex(zeroblob(9000))), (2, '')",
        ]).responder()
        #expect(served.get("/lists/t?after=&sort=-body&limit=1").status == 422)
        #expect(served.get("/lists/t?after=&limit=1").status == 200)
        // A page by position can do without.
        let page = try served.get("/lists/t?sort=-body&limit=1").json()
        #expect(page["paging"]?["after"]?.isNull == true && page["paging"]?["next"]?.string != nil)
    }

    @Test func `Base64 is read as it is written`() {
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + 250) }
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decode(text) == bytes)
            #expect(
                text
                    == Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                    .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: ""))
        }
        for text in ["A", "AB", "a b", "é", "AA=="] where text != "AA" {
            #expect(text == "AB" || Base64URL.decode(text) == nil)
        }
    }
}
