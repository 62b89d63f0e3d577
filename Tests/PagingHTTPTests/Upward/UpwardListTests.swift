import Foundation
import Paging
import PagingHTTP
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct UpwardListTests {
    private func list(
        _ name: String, reversed: Bool = false, startingAt start: (UpwardPeer) -> StartingPlace
    ) throws -> (list: PagedList<Message>, peer: UpwardPeer) {
        let peer = try #require(upwardPeers.first { $0.name == name })
        let rows = UpwardList(count: 60)
        let transport = ScriptedTransport { peer.answer($0, rows) }
        var dialect = Dialect.automatic
        dialect.isReversed = reversed
        let source = HTTPSource<Message>(
            URL(string: peer.address)!, dialect: dialect, pageSize: 7, transport: transport)
        let policy = LoadPolicy(pageSize: 7, preloads: false, retry: RetryPolicy(attempts: 1))
        return (PagedList(source, startingAt: start(peer), policy: policy), peer)
    }

    private func numbers(_ list: PagedList<Message>) -> [Int] { (0..<list.count).compactMap { list.peek($0)?.number } }

    @Test(
        arguments: ["Discord", "Slack", "Matrix, from the newest on"])
    func `A conversation from its newest message up to its first`(name: String) async throws {
        let (list, _) = try list(name, reversed: true) { _ in .end }
        try await list.loadMore()
        #expect(numbers(list).last == 600)
        for _ in 0..<20 where numbers(list).first != 10 { try await list.loadMore(.before) }
        #expect(numbers(list) == (1...60).map { $0 * 10 })
    }

    @Test(
        arguments: [
            "Stripe", "Zulip, from the newest on", "Matrix, from the oldest on", "Mastodon", "this project's server",
        ])
    func `A list from a row on in both directions`(name: String) async throws {
        let (list, peer) = try list(name) { .id($0.id(300)) }
        try await list.loadMore()
        #expect(list.peek(list.startingPosition)?.number == 300)
        for _ in 0..<20 where numbers(list).first != peer.inOrder([10, 600])[0] { try await list.loadMore(.before) }
        for _ in 0..<20 where numbers(list).last != peer.inOrder([10, 600])[1] { try await list.loadMore() }
        #expect(numbers(list) == peer.inOrder((1...60).map { $0 * 10 }))
    }

    @Test func `A row that is not there is the list's error`() async throws {
        let (list, _) = try list("Stripe") { _ in .id("cus_305") }
        await #expect(throws: HTTPSourceError.self) { try await list.loadMore() }
        #expect((list.state.error as? HTTPSourceError)?.reason == .noSuchRow("cus_305"))
    }
}

/// A row of any of ``upwardPeers``.
private struct Message: Decodable, Identifiable, Sendable {
    let id: String

    var number: Int { id.split(separator: ".").last.flatMap { Int($0.filter(\.isNumber)) } ?? -1 }

    private enum Key: String, CodingKey { case id, event_id, ts }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        for key in [Key.id, .event_id, .ts] where members.contains(key) {
            id = try (try? members.decode(String.self, forKey: key)) ?? String(members.decode(Int.self, forKey: key))
            return
        }
        throw DecodingError.keyNotFound(Key.id, .init(codingPath: [], debugDescription: "no identifier"))
    }
}
