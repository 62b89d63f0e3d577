import PagingCore
import Testing

/// Rows that have other content the next time. Pages hold five rows.
@Suite struct ListMachineContentTests {
    private static let fixed = ListBehavior(content: .changes)
    private static let growing = ListBehavior(membership: .growsOnTop, content: .changes)

    @Test func `A refresh asks what is on screen for its content alone, and for the rest when it is seen`() {
        var table = Table.read("abcdefghijklmno", Self.fixed, [.positions, .identifiers], seen: 0..<5, 10..<15)
        table.refresh()
        #expect(table.log == [Table.items("klmno")])
        #expect(table.machine.phase == .idle)
        table.look(0..<5)
        #expect(table.log.last == Table.items("abcde"))
        // Once is enough.
        table.look(10..<15)
        #expect(table.requests() == 2)
    }

    /// The first page is loaded, and empty rows are on screen.
    private static func lookingAtNothing(loadsAutomatically: Bool) throws -> ListMachine {
        var machine = ListMachine(
            capabilities: [.positions, .identifiers], behavior: fixed,
            policy: LoadPolicy(pageSize: 5, loadsAutomatically: loadsAutomatically, preloads: false), seed: 1)
        let request = try #require(machine.loadMore(now: start).effects.requests.first)
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 20), for: request.id, now: start)
        _ = machine.viewport(10..<15, now: start)
        return machine
    }
    private static let start = Instant(milliseconds: 0)

    @Test func `A refresh fails where the rows on screen never came and fail for good`() throws {
        var machine = try Self.lookingAtNothing(loadsAutomatically: true)
        let (job, effects) = machine.refresh(now: Self.start)
        let request = try #require(effects.requests.first)
        let ended = machine.failed(request.id, isTransient: false, now: Self.start).finished
        #expect(ended.map(\.job) == [job] && ended.first?.failure == .source(request.id))
        #expect(machine.phase == .failed(.source(request.id)))
    }

    @Test func `A refresh asks for empty rows on screen where nothing else does`() throws {
        var machine = try Self.lookingAtNothing(loadsAutomatically: false)
        let (job, effects) = machine.refresh(now: Self.start)
        let request = try #require(effects.requests.first)
        #expect(request.kind == .page(.positions(10..<15)))
        let ended = machine.arrived(Page([10, 11, 12, 13, 14], at: 10, total: 20), for: request.id, now: Self.start)
        #expect(ended.finished.map(\.job) == [job])
    }

    @Test func `Short records are as good as whole items`() {
        var table = Table.read("abcde", Self.fixed, [.positions, .contents], seen: 0..<5)
        table.refresh()
        #expect(table.log == [Table.items("abcde")])
    }

    @Test func `A source without identifiers is asked for pages`() {
        var table = Table.read("abcde", Self.fixed, .positions, seen: 0..<5)
        table.refresh()
        #expect(table.log == [.page(.positions(0..<5))])
    }

    @Test func `Behind the page that proves all places, only content is asked for`() {
        var table = Table.read(
            "abcdefghijklmno", Self.growing, [.positions, .identifiers], seen: 0..<5, 5..<10, 10..<15)
        table.server = "Xabcdefghijklmno"
        table.refresh()
        #expect(table.log.first == .page(.positions(0..<6)))
        #expect(table.log.dropFirst().first == Table.items("klmno"))
        #expect(table.picture == "Xabcdefghijklmno")
    }

    @Test func `A row that the server says was edited is asked for alone, once it is seen`() {
        var table = Table.read(
            "abcdefghijklmno", ListBehavior(membership: .changes, content: .changes),
            [.positions, .changes, .identifiers], seen: 0..<5, 10..<15)
        table.changes = { since in
            ListChanges(from: since, to: "v1", edited: ["c", "l"].map { Table.number(Character($0)) }, total: 15)
        }
        table.server = "abcdefghijklmno"
        table.refresh()
        // The first page is proven beside what is on screen.
        #expect(table.log == [.changes(since: "v0"), Table.items("cl")])
    }

    @Test func `Where a server does not say what was edited, what is seen is asked for`() {
        var table = Table.read(
            "abcdefghijklmno", ListBehavior(membership: .changes, content: .changes),
            [.positions, .changes, .identifiers], seen: 0..<5, 10..<15)
        table.changes = { since in ListChanges(from: since, to: "v1", total: 15) }
        table.server = "abcdefghijklmno"
        table.refresh()
        #expect(table.log.first == .changes(since: "v0"))
        // The rows on screen, and the first page beside them.
        #expect(Set(table.log.dropFirst().flatMap(Table.numbers)) == Set("abcdeklmno".map(Table.number)))
    }

    @Test func `A screen that needs a page is not asked for in two ways`() {
        var table = Table.read("abcdefghijklmno", Self.fixed, [.positions, .identifiers], seen: 0..<5, 10..<15)
        table.refresh()
        _ = table.requests()
        table.look(3..<8)
        #expect(table.log == [.page(.positions(3..<10))])
        #expect(table.picture == "abcdefghijklmno")
    }

    @Test func `An item that did not come makes the places of all others uncertain`() {
        var table = Table.read("abcdefghij", Self.fixed, [.positions, .identifiers], seen: 0..<5)
        table.server = "abXdefghij"
        table.refresh()
        #expect(table.log == [Table.items("abcde"), .page(.positions(0..<5))])
        #expect(table.picture == "abXde.....")
    }

    /// The first five of ten rows whose server says that the third was edited: what is asked for that.
    private func edited() throws -> (machine: ListMachine, content: LoadRequest) {
        var machine = ListMachine(
            capabilities: [.positions, .changes, .identifiers],
            behavior: ListBehavior(membership: .changes, content: .changes),
            policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        let now = Instant(milliseconds: 0)
        let page = try #require(machine.viewport(0..<5, now: now).requests.first)
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 10, version: "v0"), for: page.id, now: now)
        let question = try #require(machine.refresh(now: now).effects.requests.first)
        let effects = machine.changesArrived(
            ListChanges(from: "v0", to: "v1", edited: [2], total: 10), for: question.id, now: now)
        return (machine, try #require(effects.requests.first))
    }

    @Test func `Content that cannot be had by identifier is asked for by page`() throws {
        var (machine, content) = try edited()
        let effects = machine.failed(content.id, isTransient: false, now: Instant(milliseconds: 100))
        #expect(effects.requests.map(\.kind) == [.page(.positions(2..<3))])
    }

    @Test func `What rows read by now is asked past caches, which have what is shown`() throws {
        let (_, content) = try edited()
        #expect(content.kind == .items([2]) && content.skipsCaches)
    }

    @Test func `A row that is edited while it is asked for is asked for again`() throws {
        var (machine, content) = try edited()
        let now = Instant(milliseconds: 100)
        let page = try #require(machine.viewport(4..<9, now: now).requests.first)
        let question = try #require(
            machine.arrived(Page([5, 6, 7, 8, 9], at: 5, total: 10, version: "v2"), for: page.id, now: now).requests
                .first)
        #expect(question.kind == .changes(since: "v1"))
        _ = machine.changesArrived(
            ListChanges(from: "v1", to: "v2", edited: [2], total: 10), for: question.id, now: now)
        // The content that arrives may have been read before the edit. The first page is part of the refresh.
        let again = machine.itemsArrived([2], for: content.id, now: now)
        #expect(again.acceptsAnswer && again.requests.map(\.kind) == [.items([2])])
    }

    @Test func `While what changed is being asked for, what rows read waits`() throws {
        var (machine, content) = try edited()
        let now = Instant(milliseconds: 100)
        let refresh = machine.refresh(now: now).effects
        // The refresh under way brings what rows read; then what changed is asked for once more.
        #expect(refresh.cancellations.isEmpty && refresh.requests.isEmpty)
        let next = machine.itemsArrived([2], for: content.id, now: now)
        let question = try #require(next.requests.first)
        #expect(next.requests.map(\.kind) == [.changes(since: "v1")])
        let effects = machine.changesArrived(
            ListChanges(from: "v1", to: "v2", edited: [3], total: 10), for: question.id, now: now)
        #expect(effects.requests.map(\.kind) == [.items([3])])
    }

    @Test func `Rows that moved and have other content are told in two updates at once`() throws {
        var machine = ListMachine(
            capabilities: .positions,
            behavior: ListBehavior(membership: .changes, ranking: .rebuilt, content: .changes),
            policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        func instant(_ time: Double) -> Instant { Instant(milliseconds: time) }
        var asked = machine.viewport(0..<5, now: instant(0)).requests
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: 5), for: asked[0].id, now: instant(100))
        machine.pin([1..<2, 3..<4])
        _ = machine.viewport(2..<5, now: instant(150))
        asked = machine.refresh(now: instant(200)).effects.requests
        let moved = machine.arrived(Page([4, 3, 2, 1, 0], at: 0, total: 5), for: asked[0].id, now: instant(300))
        try #require(moved.updates.count == 2)
        let (first, second) = (moved.updates[0], moved.updates[1])
        #expect(!first.moves.isEmpty && second.isInPlace)
        #expect(first.moves.allSatisfy { !first.changed.contains($0.to) && second.changed.contains($0.to) })
        #expect(first.changed.union(first.inserted).union(second.changed) == [0..<5])
        #expect(moved.wakeAt == nil)
    }
}
