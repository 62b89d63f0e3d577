import Paging
import PagingTesting
import Testing

@testable import Paging

/// Content that changes though it was declared to be fixed.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FixedContentTests {
    @Test(
        arguments: [ListBehavior.fixed, ListBehavior(membership: .changes), ListBehavior(membership: .growsOnTop)],
        [true, false])
    func `What is shown of a row changes only by an update that says so`(behavior: ListBehavior, hides: Bool)
        async throws
    {
        let server = RowServer((0..<40).map { Row(id: $0, text: "first") })
        let list = PagedList(
            server, behavior: behavior, policy: LoadPolicy(pageSize: 10, preloads: false), clock: VirtualClock(),
            seed: 1)
        if hides { list.hide { $0.id % 7 == 1 } }
        var shown = PagedArray<Row>()
        let observation = list.observe { change in
            // As a view: rows that no update names are not drawn anew.
            let before = shown
            shown = change.after
            let map = change.update.positionMap
            let told = change.update.inserted.union(change.update.changed)
            for position in before.indices where change.reason != .initial {
                guard let row = before[position], let place = map.newPosition(of: position), !told.contains(place)
                else { continue }
                #expect(change.after[place] == row)
            }
        }
        defer { observation.cancel() }
        list.viewport(0..<20)
        await list.settle()
        server.change { rows in
            rows = rows.map { Row(id: $0.id, text: "second") }
            rows.remove(at: 3)
        }
        try await list.refresh()
        list.viewport(15..<30)
        await list.settle()
        #expect(list.rows.contains { $0?.text == "second" })
    }
}
