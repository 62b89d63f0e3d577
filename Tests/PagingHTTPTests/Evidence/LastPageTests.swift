import Foundation
import PagingWire
import Testing

@testable import PagingHTTP

/// A link to the last page says that more follow only where it leads behind the page that has it.
@Suite struct LastPageTests {
    private static func place(_ last: String, first: String? = nil, from address: String) throws -> LastPage {
        let base = try #require(URL(string: "http://api.test" + address))
        return LastPage(
            try #require(WireAddress.resolve(last, relativeTo: base)),
            first: first.flatMap { WireAddress.resolve($0, relativeTo: base) }, from: base)
    }

    @Test(arguments: [
        ("/items", nil, "/items"),
        ("/items?limit=25&q=a", nil, "/items?q=a"),
        ("/items?offset=0&limit=25", "/items?offset=0&limit=25", "/items"),
        ("/items?cursor=e", "/items?cursor=e", "/items"),
        ("/items?page=1", "/items?page=1", "/items"),
        ("?page=3", "?page=1", "/items?page=3"),
        ("?page=3", "?page=1", "/items?page=4"),
        ("?page[number]=2", nil, "/items?page%5Bnumber%5D=2"),
        ("?offset=0", nil, "/items"),
        ("?skip=40", nil, "/items?skip=50"),
    ])
    func `A link to the page itself, or before it, speaks for the end`(last: String, first: String?, from: String)
        throws
    {
        #expect(try Self.place(last, first: first, from: from) == .isHere)
    }

    @Test(arguments: [
        ("/items?page=2", "/items?page=1", "/items"),
        ("?page=2", nil, "/items"),
        ("?page=1", "?page=0", "/items"),
        ("?offset=50&limit=25", "?offset=0&limit=25", "/items"),
        ("?start=100", nil, "/items?start=75"),
        ("?cursor=e", "?cursor=a", "/items"),
        ("?cursor=e", nil, "/items"),
        ("/others", "/items", "/items"),
    ])
    func `A link behind the page, or to one that cannot be compared, may speak of more`(
        last: String, first: String?, from: String
    ) throws {
        #expect(try Self.place(last, first: first, from: from) == .isBehind)
    }

    @Test func `Page 1 from an address without a number is the first or the second`() throws {
        #expect(try Self.place("?page=1", from: "/items") == .isUnclear)
    }

    @Test(arguments: [
        #"{"links": {"first": "/items?page=1", "last": "/items?page=1", "next": null}, "items": [{"id": 1}]}"#,
        #"{"_links": {"last": {"href": "?page=1"}, "first": {"href": "?page=1"}}, "items": [{"id": 1}]}"#,
        #"{"link": [{"rel": "last", "href": "/items"}, {"rel": "self", "href": "/items"}], "items": [{"id": 1}]}"#,
    ])
    func `Links in a body say the same`(body: String) throws {
        let signs = AnswerSigns(
            try JSONValue(parsing: Array(body.utf8)), [:], itemsPath: "items",
            address: URL(string: "http://api.test/items"))
        #expect(signs.namesEnd && signs.hints.isEmpty)
    }
}
