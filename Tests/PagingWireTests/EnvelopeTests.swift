import Foundation
import PagingWire
import Testing

@Suite
struct EnvelopeTests {
    @Test func `It reads as client and server agreed on`() throws {
        let page = Envelope(["a", "b"], paging: .init(offset: 2, limit: 2, totalCount: 5, next: "/l?offset=4"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(page)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"objects":["a","b"],"paging":{"limit":2,"next":"/l?offset=4","offset":2,"totalCount":5}}"#)
        #expect(try JSONDecoder().decode(Envelope<String>.self, from: data) == page)
    }

    @Test func `A next of null is no next`() throws {
        let text = #"{"paging":{"offset":0,"limit":1,"totalCount":1,"next":null,"previous":null},"objects":[1]}"#
        let page = try JSONDecoder().decode(Envelope<Int>.self, from: Data(text.utf8))
        #expect(page.paging.next == nil)
    }

    @Test func `A section's entry`() throws {
        let data = Data(#"[{"title":"Lu","url":"/lists/unicode?section=Lu","count":1831}]"#.utf8)
        let entries = try JSONDecoder().decode([SectionEntry].self, from: data)
        #expect(entries == [SectionEntry(title: "Lu", url: "/lists/unicode?section=Lu", count: 1831)])
    }
}
