import Testing

@testable import PagingCore

/// The shown content of an item is never replaced by an older state of it.
@Suite struct ContentAgeTests {
    private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

    private func machine(_ capabilities: SourceCapabilities, _ behavior: ListBehavior) -> ListMachine {
        ListMachine(
            capabilities: capabilities, behavior: behavior,
            policy: LoadPolicy(pageSize: 5, maximumRequestsInFlight: 4, preloads: false), seed: 1)
    }

    @Test func `Of two answers under way together the later one to arrive does not replace what the first brought`() {
        var machine = machine(.positions, ListBehavior(membership: .changes, content: .changes))
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 40), for: first.id, now: at(10))
        let asked = machine.loadMore(now: at(20)).effects.requests
        let later = machine.viewport(20..<25, now: at(30)).requests
        guard let one = asked.first, let other = later.first else { return #expect(Bool(false), "two requests") }
        // Rows came on top meanwhile, so that both answers have the same ones, and the one that was asked for first comes last.
        let newer = machine.arrived(Page([7, 8, 9, 10, 11], at: 20, total: 53), for: other.id, now: at(40))
        #expect(newer.acceptsAnswer && newer.withheld.isEmpty)
        let older = machine.arrived(Page([5, 6, 7, 8, 9], at: 5, total: 40), for: one.id, now: at(50))
        if older.acceptsAnswer { #expect(Set(older.withheld).isSuperset(of: [7, 8, 9])) }
    }

    @Test func `What a cache may have kept does not replace what is shown, and is asked for past the caches`() {
        var machine = machine(.positions, ListBehavior(ranking: .rebuilt, content: .changes))
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 40), for: first.id, now: at(10))
        let second = machine.viewport(10..<15, now: at(100)).requests[0]
        #expect(!second.skipsCaches)
        // The order is another by now, and a row that is shown comes again.
        let effects = machine.arrived(Page([20, 3, 21, 22, 23], at: 10, total: 40), for: second.id, now: at(200))
        #expect(effects.acceptsAnswer && effects.withheld == [3])
    }

    @Test func `A page of the version that is shown is no older than what is shown`() {
        var machine = machine([.positions, .changes], ListBehavior(membership: .changes, content: .changes))
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 40, version: "1"), for: first.id, now: at(10))
        let second = machine.viewport(3..<8, now: at(20)).requests[0]
        let effects = machine.arrived(Page([4, 5, 6, 7], at: 4, total: 40, version: "1"), for: second.id, now: at(30))
        #expect(effects.acceptsAnswer && effects.withheld.isEmpty)
    }

    @Test func `Where content never changes nothing is withheld`() {
        var machine = machine(.positions, ListBehavior(ranking: .rebuilt))
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 40), for: first.id, now: at(10))
        let second = machine.viewport(10..<15, now: at(100)).requests[0]
        let effects = machine.arrived(Page([20, 3, 21, 22, 23], at: 10, total: 40), for: second.id, now: at(200))
        #expect(effects.acceptsAnswer && effects.withheld.isEmpty)
    }

    @Test func `What changes bring and was shown meanwhile is asked for once more, as the changes may be newer`() throws
    {
        var machine = machine([.positions, .changes], ListBehavior(membership: .changes, content: .changes))
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 40, version: "1"), for: first.id, now: at(10))
        let page = try #require(machine.viewport(5..<10, now: at(20)).requests.first)
        let other = try #require(machine.viewport(20..<25, viewer: ViewerID(1), now: at(21)).requests.first)
        let news = machine.arrived(Page(Array(20..<25), at: 20, total: 40, version: "2"), for: other.id, now: at(30))
        let changes = try #require(news.requests.first { $0.kind == .changes(since: "1") })
        let brought = machine.arrived(Page([5, 6, 7, 8, 9], at: 5, total: 40, version: "1"), for: page.id, now: at(40))
        #expect(brought.acceptsAnswer)
        let told = ListChanges(from: "1", to: "2", edited: [7], total: 40)
        let effects = machine.changesArrived(told, carrying: [7], for: changes.id, now: at(50))
        #expect(effects.withheld == [7])
        #expect(machine.list.outdated == PositionSet(7..<8))
        #expect(effects.requests.contains { $0.kind.asks(forRow: 7) })
    }

    @Test func `What a page of another version brings and was shown meanwhile is asked for once more`() throws {
        var machine = machine(.positions, ListBehavior(ranking: .rebuilt, content: .changes))
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 40, version: "1"), for: first.id, now: at(10))
        let one = try #require(machine.viewport(10..<15, now: at(20)).requests.first)
        let other = try #require(machine.viewport(20..<25, viewer: ViewerID(1), now: at(21)).requests.first)
        _ = machine.arrived(Page([20, 3, 21, 22, 23], at: 20, total: 40, version: "1"), for: other.id, now: at(30))
        let effects = machine.arrived(
            Page([3, 11, 12, 13, 14], at: 10, total: 40, version: "2"), for: one.id, now: at(40))
        #expect(effects.acceptsAnswer && effects.withheld == [3])
        #expect(machine.position(of: 3).map { machine.staleRows.contains($0) } ?? false)
    }
}

extension LoadRequest.Kind {
    /// Whether it is a page by position that has a row.
    fileprivate func asks(forRow row: Int) -> Bool {
        if case .page(.positions(let rows)) = self { rows.contains(row) } else { false }
    }
}
