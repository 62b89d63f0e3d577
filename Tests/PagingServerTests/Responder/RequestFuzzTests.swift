import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Requests at random: whatever comes, the answer is right JSON and never the server's fault.
@Suite(.blocking) struct RequestFuzzTests {
    private static let parts = [
        "/", "lists", "/lists", "/lists/people", "?", "&", "=", "offset", "limit", "pageSize", "sort", "groupBy",
        "group",
        "groupType", "metadataOnly", "town", "-town", "age", "people", "null", "integer", "real", "blob", "bytes",
        "text",
        "0", "1", "-1", "25", "99999999999999999999", "1e9", "%", "%20", "%00", "%ff", "%C3%A9", "+", ",", "'", "\"",
        ";",
        "--", "é", "🎲", "\u{0}", "Ulm", "true", "false", "#", "*", "http://h/lists", "..",
    ]

    @Test(arguments: Backend.all, Seeds.some(6, of: 20))
    func `Any request is answered`(_ backend: Backend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let served = try backend.people().responder()
        for _ in 0..<200 {
            let start = random.below(3) == 0 ? "" : "/lists/people?"
            let target = start + (0..<random.below(12)).map { _ in random.element(of: Self.parts) }.joined()
            let method = random.element(of: ["GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "get", ""])
            let request = Request(
                method: method, target: target, headers: random.below(4) == 0 ? [("if-none-match", target)] : [])
            let response = served.respond(to: request)
            let replay = "\(method) \(target): \(Seeds.replay(seed, "anyRequestIsAnswered"))"
            #expect((200..<500).contains(response.status), "\(replay)")
            if !response.body.isEmpty {
                #expect(throws: Never.self, "\(replay)") { try response.json() }
            }
            for header in response.headers {
                #expect(header.value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(header.name), \(replay)")
            }
        }
    }
}
