import PagingTesting
import Testing

@testable import Paging

/// Lists of items that are told apart by an identifier of the app's choice, in all that a list of `Identifiable` items can do.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ChosenIdentifierTests {
    /// A message without an `id`.
    private struct Message: Equatable, Sendable {
        let key: Int
        var text: String
    }

    private static let policy = LoadPolicy(pageSize: 20, preloads: false)

    private func source(of channel: Channel) -> CursorSource<Message> {
        @Sendable func page(_ request: PageRequest) async throws -> Page<Message> {
            let page = try await channel.page(request)
            var messages = Page(page.items.map { Message(key: $0.id, text: $0.text) })
            (messages.continuation, messages.beginning) = (page.continuation, page.beginning)
            return messages
        }
        return CursorSource {
            try await page(.after($0, limit: $1))
        } before: {
            try await page(.before($0, limit: $1))
        } around: {
            try await page(.around(Cursor($0), limit: $1))
        }
    }

    @Test func `They begin at a row, prepared`() async throws {
        let list = PagedList(
            source(of: Channel(1_000)), startingAt: .id(500), id: \.key, policy: Self.policy, clock: VirtualClock(),
            seed: 1
        ) { messages in
            messages.map { Message(key: $0.key, text: $0.text.uppercased()) }
        }
        list.viewport(0..<8)
        await list.settle()
        #expect(list.peek(list.startingPosition) == Message(key: 500, text: "MESSAGE 500"))
    }

    @Test func `They jump to a row that is loaded, and to one that is not`() async throws {
        let channel = Channel(1_000)
        let list = PagedList(
            source(of: channel), id: { $0.key }, policy: Self.policy, clock: VirtualClock(), seed: 1)
        list.viewport(0..<8)
        await list.settle()
        #expect(try await list.jump(to: .id(15)) == 15)
        #expect(channel.requests == 1)
        let place = try await list.jump(to: .id(700))
        #expect(list.peek(place)?.key == 700)
        channel.rows.withLock { rows in rows.removeAll { $0.id == 100 } }
        await #expect(throws: RowNotFound.self) { try await list.jump(to: .id(100)) }
    }

    @Test func `They are a still history`() async throws {
        let list = PagedList(
            historyOf: source(of: Channel(100)), id: { $0.key }, policy: Self.policy, clock: VirtualClock(), seed: 1)
        list.viewport(0..<8)
        await list.settle()
        #expect(list.count == 20 && list.peek(3)?.key == 3)
        #expect(list.machine.keepsHistory)
    }

    /// A restored list begins with what is known of the network, as any other.
    @Test func `They are restored`() async throws {
        let list = PagedList(
            source(of: Channel(100)), id: { $0.key }, policy: Self.policy, clock: VirtualClock(), seed: 1)
        list.viewport(0..<8)
        await list.settle()
        let state = try list.saved(by: Int.self)
        let restored = try PagedList(
            source(of: Channel(100)), restoring: state, id: { $0.key }, policy: Self.policy, clock: VirtualClock(),
            seed: 1)
        #expect(restored.count == 20)
        #expect(try await restored.jump(to: .id(15)) == 15)
    }
}
