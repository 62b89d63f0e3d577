import Paging
import PagingTesting
import Testing

/// Items that stay the same are prepared only once.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PreparationTests {
    private let clock = VirtualClock()
    private nonisolated static let behaviors: [ListBehavior] = [
        .fixed, ListBehavior(membership: .growsOnTop), ListBehavior(membership: .changes),
        ListBehavior(membership: .changes, ranking: .rebuilt), ListBehavior(content: .changes),
        ListBehavior(membership: .changes, content: .changes),
    ]

    @Test(arguments: behaviors)
    func `A refresh prepares again only what changed`(behavior: ListBehavior) async throws {
        let server = RowServer((0..<20).map { Row(id: $0, text: "row \($0)") })
        let prepared = Counter()
        let list = PagedList(
            server, behavior: behavior, policy: LoadPolicy(pageSize: 20, preloads: false), clock: clock, seed: 1,
            prepare: { rows in
                await prepared.add(rows.map(\.id), isMain: false)
                return rows.map { Row(id: $0.id, text: $0.text + ", laid out") }
            })
        list.viewport(0..<20)
        await silence(of: list, clock)
        try await list.refresh()
        await silence(of: list, clock)
        #expect(await prepared.values.flatMap(\.self) == Array(0..<20))
        // An item that did change is prepared and shown, whatever behavior the app declared.
        server.change { $0[3].text = "edited" }
        try await list.refresh()
        await silence(of: list, clock)
        #expect(await prepared.values.flatMap(\.self) == Array(0..<20) + [3])
        #expect(list.peek(3)?.text == "edited, laid out" && list.peek(4)?.text == "row 4, laid out")
    }
}
