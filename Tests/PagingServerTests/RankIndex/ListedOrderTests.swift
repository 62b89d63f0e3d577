import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// The orders that `/lists` names.
@Suite(.blocking) struct ListedOrderTests {
    private func people(_ served: ServedFixture) throws -> JSONValue {
        try #require(try served.get("/lists").json().array?.first { $0["name"] == "people" })
    }

    private func indexed(_ list: JSONValue) -> [String] {
        list["columns"]?.array?.filter { $0["indexed"] == true }.compactMap { $0["name"]?.string } ?? []
    }

    @Test(arguments: Backend.all) func `An order is written as sort takes it`(backend: Backend) throws {
        let fixture = try backend.people()
        try fixture.write(["ALTER TABLE people ADD COLUMN \"a,b\" TEXT"])
        let served = try fixture.responder()
        #expect(try people(served)["orders"] == [])
        #expect(try indexed(people(served)) == ["id", "town"])
        for order in ["age desc, name", "name desc", "\"a,b\""] { try fixture.rank("people", order: order) }
        let list = try people(served)
        let orders = try #require(list["orders"]?.array).compactMap(\.string)
        #expect(Set(orders) == ["-age,name", "name", "a%2Cb"])
        // An index serves the opposite order too, and one of several columns is none of its first column alone.
        #expect(indexed(list) == ["id", "name", "town", "a,b"])
        for order in orders {
            let page = served.get("/lists/people?sort=\(order)&offset=30&limit=5")
            #expect(page.header("Server-Timing")?.hasPrefix("rank") == true)
        }
    }
}
