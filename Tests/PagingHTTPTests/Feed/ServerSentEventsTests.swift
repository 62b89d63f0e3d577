import Foundation
import Testing

@testable import PagingHTTP

/// Server-Sent Events as their bytes come.
@Suite struct ServerSentEventsTests {
    private static let text =
        "\u{FEFF}: hello\nretry: 1500\n\nid: 7\r\nevent: changes\r\ndata: {\"a\":\r\ndata:1}\r\n\r\n"
        + "data: ü\r\rid\rdata\n\nevent: ping\n\ndata:x\nfoo: bar\n\n: the end is cut\ndata: lost\n"

    private static let events = [
        ServerSentEvent(name: "changes", data: Data("{\"a\":\n1}".utf8), id: "7"),
        ServerSentEvent(data: Data("ü".utf8), id: "7"), ServerSentEvent(data: Data()),
        ServerSentEvent(data: Data("x".utf8)),
    ]

    private func read(_ pieces: some Sequence<Data>) throws -> (events: [ServerSentEvent], retry: Duration?) {
        var reader = ServerSentEvents(maximumBytes: 100)
        return (try pieces.flatMap { try reader.take($0) }, reader.retry)
    }

    @Test func `They are read as the standard has them`() throws {
        let (events, retry) = try read([Data(Self.text.utf8)])
        #expect(events == Self.events && retry == .milliseconds(1_500))
    }

    @Test func `It does not matter where they are cut`() throws {
        let bytes = Data(Self.text.utf8)
        #expect(try read(bytes.map { Data([$0]) }).events == Self.events)
        for cut in bytes.indices {
            #expect(try read([bytes[..<cut], bytes[cut...]]).events == Self.events, "cut at \(cut)")
        }
    }

    @Test(arguments: ["data: \(String(repeating: "x", count: 120))", String(repeating: "data: 12345678\n", count: 20)])
    func `What is larger than an answer may be is refused`(text: String) {
        #expect(throws: HTTPAnswerTooLarge.self) { try read([Data(text.utf8)]) }
    }

    @Test(arguments: ["retry: soon\n", "retry: -5\n", "retry: 99999999999999999999\n", "retry:\n"])
    func `A time to wait that makes no sense does not make one`(line: String) throws {
        let retry = try read([Data(line.utf8)]).retry
        #expect(retry == nil || retry == .zero)
    }
}
