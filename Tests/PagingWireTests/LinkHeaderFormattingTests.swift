import PagingCore
import PagingTesting
import PagingWire
import Testing

/// Writing Link headers.
@Suite
struct LinkHeaderFormattingTests {
    @Test func `A header reads as RFC 8288 shows it`() {
        let header = LinkHeader([
            Link("/items?page=2", relations: ["next"]),
            Link(
                "/items", relations: ["first", "prev"], parameters: [.init("Title", #"the "first""#), .init("x", nil)]),
        ])
        #expect(
            header.description
                == #"</items?page=2>; rel="next", </items>; rel="first prev"; title="the \"first\""; x"#)
    }

    @Test func `What an address cannot hold is encoded, what is encoded stays`() {
        #expect(Link("/a b>%2F%ü", relations: []).description == "</a%20b%3E%2F%25%C3%BC>")
    }

    @Test func `Values beyond ASCII use the extended notation`() {
        let link = Link("a", relations: ["next"], parameters: [.init("title", "nächste")])
        #expect(link.description == #"<a>; rel="next"; title*=UTF-8''n%C3%A4chste"#)
        #expect(LinkHeader(link.description).first("next")?.parameter("title") == "nächste")
    }

    @Test func `No value can start another header line`() {
        let link = Link("a\r\nX: y", relations: ["next\r\nX: y"], parameters: [.init("title", "x\r\nX: y")])
        #expect(!link.description.utf8.contains { $0 < 0x20 })
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `Whatever is written is read back`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let printable = Array(UInt8(0x20)...0x7E)
        func text(_ alphabet: [UInt8]) -> String {
            let count = Int.random(in: 1...12, using: &random)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random)! }
            return String(decoding: bytes, as: UTF8.self)
        }
        let links = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Link(
                text(Array("az09/?&=,;:'()".utf8)),
                relations: (0..<Int.random(in: 0...2, using: &random)).map { _ in text(Array("abc-:/".utf8)) },
                parameters: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    Link.Parameter("p" + text(Array("abc".utf8)), Bool.random(using: &random) ? text(printable) : nil)
                })
        }
        #expect(LinkHeader(LinkHeader(links).description).links == links, "seed \(seed)")
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `No bytes trap, and what was read is read again the same`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<250 {
            let count = Int.random(in: 0...60, using: &random)
            let bytes = random.bytes(count: count, from: Array("<>;,=\"\\ \trelnx*'%".utf8))
            let once = LinkHeader(String(decoding: bytes, as: UTF8.self))
            let twice = LinkHeader(once.description)
            let thrice = LinkHeader(twice.description)
            #expect(twice.links.count == once.links.count, "seed \(seed): \(bytes)")
            #expect(twice == thrice, "seed \(seed): \(bytes)")
        }
    }
}
