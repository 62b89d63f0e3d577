import PagingCore
import Testing

/// Lists kept right by versions, snapshots and changes. Pages hold five rows.
@Suite struct ListMachineFeedTests {
    private static let moving = ListBehavior(membership: .changes)
    private static let rebuilt = ListBehavior(membership: .changes, ranking: .rebuilt)

    // MARK: Versions

    @Test func `A check that finds nothing new costs no page`() {
        var table = Table("abcdefghijklmno", Self.moving, capabilities: [.positions, .checks])
        table.look(0..<5)
        _ = table.requests()
        table.refresh()
        #expect(table.log == [.check("v0")])
        #expect(table.machine.phase == .idle)
    }

    @Test func `A check that finds a new version shows it where the reader looks`() {
        var table = Table("abcdefghijklmno", Self.moving, capabilities: [.positions, .checks])
        table.look(0..<5)
        table.server = "abXcdefghijklmno"
        _ = table.requests()
        table.refresh()
        #expect(table.requests() == 2)
        #expect(table.picture.hasPrefix("abXcd"))
        #expect(table.machine.version == "v1")
    }

    @Test func `Another version in a page shows that the list has changed, without overlap`() {
        var table = Table("abcdefghijklmno", Self.moving)
        table.tellsVersions = true
        table.look(0..<5)
        table.server = "bcdefghijklmnop"
        table.look(3..<8)
        #expect(table.picture.hasPrefix("bcdefghi"))
    }

    @Test func `A cache that is behind is passed by, and its pages are not mixed in`() {
        var table = Table("abcdefghijklmno", Self.moving)
        table.tellsVersions = true
        table.look(0..<5)
        table.server = "XYabcdefghijklmno"
        table.refresh()
        #expect(table.picture.hasPrefix("XYabcde"))
        table.cached = 0
        table.look(10..<15)
        #expect(Array(table.picture)[10..<15] == Array(table.server)[10..<15])
        #expect(table.machine.version == "v1")
    }

    @Test func `A check is not answered by a cache that is behind`() {
        var table = Table.read("abcdefghij", Self.moving, [.positions, .checks], seen: 0..<5)
        (table.cached, table.server) = (0, "Xabcdefghij")
        table.refresh()
        #expect(table.picture.hasPrefix("Xabcde"))
    }

    @Test func `Neither a snapshot nor its items come from a cache that is behind`() {
        var table = Table.read("abcdefghij", Self.moving, [.positions, .identifiers, .snapshots], seen: 0..<5)
        (table.cached, table.server) = (0, "Xabcdefghij")
        table.refresh()
        table.look(0..<5)
        #expect(table.picture == "Xabcdefghij".prefix(6) + ".....")
    }

    @Test func `A first snapshot may come from a cache`() {
        var machine = ListMachine(
            capabilities: [.positions, .identifiers, .snapshots], behavior: Self.moving, policy: LoadPolicy(), seed: 1)
        #expect(machine.viewport(0..<5, now: Instant(milliseconds: 0)).requests.map(\.skipsCaches) == [false])
    }

    @Test func `A server that went back to an earlier version is believed after a while`() {
        var table = Table("abcdefghijklmno", Self.moving)
        table.tellsVersions = true
        table.look(0..<5)
        table.server = "XYabcdefghijklmno"
        table.refresh()
        // The earlier version comes past the caches too.
        var changed = table
        changed.cached = nil
        changed.answerAll(with: 0)
        changed.look(10..<15)
        #expect(changed.machine.version == "v0")
        #expect(changed.log.count < 20)
    }

    // MARK: Snapshots

    @Test func `A list that is rebuilt at any moment keeps the order of the first look`() {
        var table = Table("abcdefghijklmno", Self.rebuilt, capabilities: [.snapshots, .identifiers])
        table.look(0..<5)
        #expect(table.log == [.snapshot, .items("abcde".map(Table.number))])
        table.server = "onmlkjihgfedcba"
        table.look(5..<10)
        #expect(table.picture == "abcdefghij.....")
    }

    @Test func `The next snapshot moves, removes and adds rows, and asks only for what is new`() {
        var table = Table("abcdefghijklmno", Self.rebuilt, capabilities: [.snapshots, .identifiers])
        table.look(0..<5)
        table.server = "XcbafghijklmnoY"
        _ = table.requests()
        table.refresh()
        #expect(table.log.first == .snapshot)
        #expect(table.requests() <= 2)
        // The reader's first row, a, has gone to the fourth place; the screen stays with it.
        table.look(0..<5)
        #expect(table.picture.hasPrefix("Xcbaf"))
        #expect(!table.picture.contains("d"))
    }

    @Test func `Items that are gone when they are asked for leave the list`() {
        var table = Table("abcdefghijklmno", Self.rebuilt, capabilities: [.snapshots, .identifiers])
        table.look(0..<5)
        table.server = "abcdefhjklmno"
        table.look(5..<10)
        #expect(table.picture == "abcdefhjklmno" || table.picture.hasPrefix("abcdefhj"))
        #expect(table.machine.rows.count == 13)
    }

    @Test func `Rows evicted while others between them are asked for stay in the list`() throws {
        func at(_ time: Double) -> Instant { Instant(milliseconds: time) }
        var machine = ListMachine(
            capabilities: [.identifiers, .snapshots], behavior: Self.moving,
            policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        var asked = machine.viewport(0..<5, now: at(0)).requests
        asked =
            machine.snapshotArrived(ListSnapshot(Array(0..<40), version: "1"), for: asked[0].id, now: at(1)).requests
        _ = machine.itemsArrived([0, 1, 2, 3, 4], for: asked[0].id, now: at(2))
        asked = machine.refresh(now: at(3)).effects.requests
        // New ones come between those that are loaded.
        let order = [0, 100, 1, 101, 2] + Array(3..<40)
        asked = machine.snapshotArrived(ListSnapshot(order, version: "2"), for: asked[0].id, now: at(4)).requests
        let request = try #require(asked.first { $0.kind == .items([100, 101]) })
        _ = machine.viewport(30..<35, now: at(5))
        _ = machine.releaseMemory(now: at(6))
        #expect(machine.rows[0] == nil, "evicted")
        _ = machine.itemsArrived([100, 101], for: request.id, now: at(7))
        #expect(machine.rows.count == 42)
    }

    @Test func `An identifier that is twice in a snapshot is shown once`() {
        var table = Table("abcdeabcde", Self.rebuilt, capabilities: [.snapshots, .identifiers])
        table.look(0..<5)
        #expect(table.picture == "abcde")
    }

    // MARK: Changes

    @Test func `Changes are applied to what is loaded with one request`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5, 10..<15)
        table.server = "aXcdefghijkmnoY"
        table.refresh()
        #expect(table.log.first == .changes(since: "v0"))
        #expect(table.picture == "a.cde.....kmnoY")
        table.look(0..<5)
        #expect(table.picture == "aXcde.....kmnoY")
        table.look(10..<15)
        #expect(table.picture == "aXcde.....kmnoY")
    }

    @Test func `A removal of what is not loaded makes everything after the first gap uncertain`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5, 10..<15)
        table.server = "abcdefgijklmno"
        table.refresh()
        // Nothing tells where h was, but what is on screen, behind the gap, is proven anew.
        #expect(table.picture.hasSuffix("klmno"))
        #expect(table.machine.rows.count == 14)
    }

    @Test func `Removals that were all found leave nothing uncertain, whatever else is reported`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        table.changes = { since in
            // b is gone; the others never were in the list, or are reported twice.
            ListChanges(
                from: since, to: "v1", removed: ["b", "b", "z", "y"].map { Table.number(Character($0)) }, total: 14)
        }
        table.server = "acdefghijklmno"
        table.refresh()
        #expect(table.log.first == .changes(since: "v0"))
        #expect(table.picture.hasPrefix("acde"))
        #expect(table.machine.rows.count == 14)
    }

    @Test func `A new item that is listed as removed too is added`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        table.changes = { since in
            ListChanges(
                from: since, to: "v1", removed: [Table.number("X")], added: [.init(Table.number("X"), at: 1)], total: 16
            )
        }
        table.server = "aXbcdefghijklmno"
        table.refresh()
        #expect(table.picture.hasPrefix("aXbcde"))
    }

    @Test func `A server that cannot tell what changed is asked for pages`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        table.changes = { _ in nil }
        table.server = "aXbcdefghijklmno"
        table.forgetHistory()
        table.refresh()
        #expect(table.picture.hasPrefix("aXbcd"))
    }

    @Test func `More rows than changes account for leave nothing certain`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5, 5..<10, 10..<15)
        table.changes = { since in
            // X is new, and yet the list is said to have two rows more.
            ListChanges(from: since, to: "v1", added: [.init(Table.number("X"), at: 0)], total: 17)
        }
        table.server = "XYabcdefghijklmno"
        table.refresh()
        #expect(table.log.first == .changes(since: "v0"))
        #expect(table.picture.dropFirst(12).hasPrefix("klmno"))
        table.look(0..<5)
        #expect(table.picture.hasPrefix("XYabc"))
    }

    @Test func `A removal at an unconfirmed position leaves the positions behind it uncertain`() {
        var table = Table.read(
            "abcdefghijklmnopqrst", Self.moving, [.positions, .changes], seen: 0..<5, 5..<10, 15..<20, 10..<15)
        // The server no longer knows what changed: g and r have changed places. Only what is on screen is proven anew.
        table.forgetHistory()
        table.server = "abcdefrhijklmnopqgst"
        table.refresh()
        // Now r, shown behind the screen, goes from above it to the end.
        table.changes = { since in
            let r = Table.number("r")
            return ListChanges(from: since, to: "v2", removed: [r], added: [.init(r, at: 19)], total: 20)
        }
        table.server = "abcdefhijklmnopqgstr"
        table.refresh()
        #expect(table.picture.dropFirst(10).hasPrefix("lmnop"))
    }

    @Test func `What changed is asked past caches, which may not know the version`() throws {
        var machine = try machine(of: 5, at: "v0")
        #expect(machine.refresh(now: Instant(milliseconds: 0)).effects.requests.map(\.skipsCaches) == [true])
    }

    @Test func `A screen on which two rows are new, far from each other, comes with one request`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<10)
        table.server = "aXbcdefgYhijklmno"
        table.refresh()
        #expect(table.log == [.changes(since: "v0"), .page(.positions(1..<9))])
        #expect(table.picture.hasPrefix("aXbcdefgYh"))
    }

    @Test func `As long as a server that tells changes in pieces has more, no page is asked for`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        table.changes = { since in
            let isFirst = since == "v0"
            return ListChanges(
                from: since, to: isFirst ? "v1" : "v2",
                added: [.init(Table.number(isFirst ? "X" : "Y"), at: isFirst ? 1 : 3)], total: isFirst ? 16 : 17,
                hasMore: isFirst)
        }
        table.server = "aXbcdefghijklmno"
        table.server = "aXbYcdefghijklmno"
        table.refresh()
        #expect(table.log == [.changes(since: "v0"), .changes(since: "v1"), .page(.positions(1..<4))])
        #expect(table.picture.hasPrefix("aXbYcde"))
    }

    @Test func `A server that always has more to tell is given up, and pages say what it has`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        table.changes = { since in ListChanges(from: since, to: Version("\(since)+"), total: 15, hasMore: true) }
        table.server = "Xabcdefghijklmno"
        table.refresh()
        table.look(0..<5)
        let changes = table.log.filter { if case .changes = $0 { true } else { false } }
        #expect(changes.count <= 81)
        #expect(table.picture.contains("abcde") && table.machine.phase == .idle)
        table.look(10..<15)
        #expect(!table.picture.dropFirst(10).prefix(5).contains("."))
    }

    @Test func `Changes that no list can have are none`() {
        for impossible in [
            ListChanges<Int>(from: "v0", to: "v1", total: -1), .init(from: "v0", to: "v1", total: .max),
            .init(from: "v0", to: "v1", added: [.init(99, at: .max)]),
        ] {
            var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
            table.changes = { _ in impossible }
            table.server = "Xabcdefghijklmno"
            table.refresh()
            #expect(table.machine.rows.count == 16)
            #expect(table.picture.contains("abcde"))
        }
    }

    /// A list of so many rows at a version, of which the first five are there.
    private func machine(of total: Int, at version: Version) throws -> ListMachine {
        var machine = ListMachine(
            capabilities: [.positions, .changes], behavior: Self.moving,
            policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        let now = Instant(milliseconds: 0)
        let first = try #require(machine.viewport(0..<5, now: now).requests.first)
        _ = machine.arrived(Page([0, 1, 2, 3, 4], at: 0, total: total, version: version), for: first.id, now: now)
        return machine
    }

    /// The first five of ten rows are there and refreshed: a page of another version comes before what changed.
    private func refusing() throws -> (machine: ListMachine, refused: ListEffects, question: LoadRequest) {
        var machine = try machine(of: 10, at: "v1")
        let now = Instant(milliseconds: 0)
        let question = try #require(machine.refresh(now: now).effects.requests.first)
        let second = try #require(machine.viewport(4..<9, now: now).requests.first)
        let page = Page([5, 6, 7, 8, 9], at: 5, total: 10, version: "v0")
        return (machine, machine.arrived(page, for: second.id, now: now), question)
    }

    @Test func `A page that was refused is not asked for again before it is known what changed`() throws {
        let (_, refused, question) = try refusing()
        #expect(question.kind == .changes(since: "v1"))
        #expect(!refused.acceptsAnswer && refused.requests.isEmpty)
    }

    @Test func `When nothing changed, a page of another version is asked for past the cache that it came from`() throws
    {
        var (machine, _, question) = try refusing()
        let effects = machine.changesArrived(
            ListChanges(from: "v1", to: "v1", total: 10), for: question.id, now: Instant(milliseconds: 1_000))
        #expect(effects.requests.map(\.kind) == [.page(.positions(5..<10))])
        #expect(effects.requests.map(\.skipsCaches) == [true])
    }

    @Test func `An empty list of which the server cannot tell what changed is asked for`() {
        var table = Table("", Self.moving, capabilities: [.positions, .changes])
        table.look(0..<5)
        table.forgetHistory()
        table.server = "abc"
        table.refresh()
        #expect(table.picture == "abc")
    }

    @Test func `A page of another version waits for what happened in between`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        table.server = "XYabcdefghijklmno"
        table.look(5..<10)
        #expect(table.log.contains(.changes(since: "v0")))
        #expect(table.picture.dropFirst(2).hasPrefix("abcdefghij"))
        #expect(table.machine.position(of: Table.number("f")) == 7)
    }

    @Test func `Changes that do not follow from the version that is shown are not applied`() {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        table.changes = { _ in ListChanges(from: "other", to: "v1", removed: [Table.number("a")]) }
        table.server = "bXcdefghijklmno"
        table.refresh()
        #expect(table.picture.hasPrefix("bXcde"))
    }
}
