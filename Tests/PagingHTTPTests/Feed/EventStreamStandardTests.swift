import Foundation
import Testing

@testable import PagingHTTP

/// The cases of the Web Platform Tests' `eventsource/format-*`, told in our own words: a stream, and the events that it has.
@Suite struct EventStreamStandardTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let stream: String
        let data: [String]
        var types: [String]?
        var ids: [String?]?

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "bom", stream: "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", data: ["1", "3"]),
        Case(name: "bom-2", stream: "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\ndata:3\n\n", data: ["2", "3"]),
        Case(
            name: "comments",
            stream: "data:1\n:\0\n:\r\ndata:2\n:\(String(repeating: "x", count: 1_025))\ndata:3\n:data:fail\n\n",
            data: ["1\n2\n3"]),
        Case(
            name: "data-before-final-empty-line", stream: "retry:1000\ndata:test1\n\nid:test\ndata:test2",
            data: ["test1"]),
        Case(name: "field-data", stream: "data:\n\ndata\ndata\n\ndata:test\n\n", data: ["", "\n", "test"]),
        Case(
            name: "field-event", stream: "event:test\ndata:x\n\ndata:x\n\n", data: ["x", "x"],
            types: ["test", "message"]),
        Case(name: "field-event-empty", stream: "event: \ndata:data\n\n", data: ["data"], types: ["message"]),
        Case(name: "field-id", stream: "id: …\ndata:1\n\ndata:2\n\n", data: ["1", "2"], ids: ["…", "…"]),
        Case(
            name: "field-id-2", stream: "id:\ndata:hello\n\nid: a\ndata:b\n\nid\ndata:c\n\n",
            data: ["hello", "b", "c"], ids: [nil, "a", nil]),
        Case(
            name: "field-id-null", stream: "id: \0\u{0}\ndata: hello\n\nid: hello\0\ndata: again\n\n",
            data: ["hello", "again"], ids: [nil, nil]),
        Case(
            name: "field-parsing",
            stream:
                "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
            data: ["\0\n 2\n1\n3\n\n4"]),
        Case(
            name: "field-unknown",
            stream: "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n",
            data: ["test\n\ntest"]),
        Case(name: "leading-space", stream: "data:\ttest\rdata: \ndata:test\n\n", data: ["\ttest\n\ntest"]),
        Case(name: "newlines", stream: "data:test\r\ndata\ndata:test\r\n\r", data: ["test\n\ntest"]),
        Case(name: "null-character", stream: "data:\0\n\n\n\n", data: ["\0"]),
        Case(name: "utf-8", stream: "data:ok…\n\n", data: ["ok…"]),
    ]

    @Test(arguments: cases) func `Streams are read as the standard has it`(_ example: Case) throws {
        for size in [1, 3, 1_000_000] {
            var reader = ServerSentEvents(maximumBytes: 10_000)
            var events: [ServerSentEvent] = []
            var rest = Data(example.stream.utf8)[...]
            while !rest.isEmpty {
                events += try reader.take(Data(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == example.data, "in pieces of \(size)")
            if let types = example.types { #expect(events.map(\.name) == types) }
            if let ids = example.ids { #expect(events.map(\.id) == ids) }
        }
    }

    @Test(arguments: [
        ("retry:3000\nretry:1000x\n", 3_000), ("retry:3000\nretry\n", 3_000), ("retry:3000\nretry:+5\n", 3_000),
        ("retry: 03000\n", 3_000),
        ("retry:3000\nretry:-1\n", 3_000), ("retry:3000\nretry: 10 \n", 3_000),
    ])
    func `Waits are digits alone`(stream: String, milliseconds: Int) throws {
        var reader = ServerSentEvents(maximumBytes: 10_000)
        _ = try reader.take(Data(stream.utf8))
        #expect(reader.retry == .milliseconds(milliseconds))
    }
}
