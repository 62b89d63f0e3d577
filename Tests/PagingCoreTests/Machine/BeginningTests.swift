import PagingCore
import Testing

/// Lists that are looked at somewhere else than at their top before anything is known of them. Pages hold five rows.
@Suite struct BeginningTests {
    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    private static let behaviors = [
        ListBehavior.fixed, ListBehavior(membership: .changes), ListBehavior(membership: .changes, ranking: .rebuilt),
        ListBehavior(membership: .growsOnTop),
    ]

    @Test(arguments: behaviors) func `A list begins where it is looked at, by one request`(behavior: ListBehavior) {
        var table = Table(Self.letters, behavior)
        table.look(15..<18)
        #expect(table.picture == "...............pqrst......")
        #expect(table.requests() == 1)
        #expect(table.machine.endIsKnown)
    }

    @Test(arguments: behaviors) func `A list of unknown length begins there too, and reads in both directions`(
        behavior: ListBehavior
    ) {
        var table = Table(Self.letters, behavior)
        table.tellsTotal = false
        table.look(15..<18)
        #expect(table.picture == "...............pqrst")
        table.look(12..<15)
        #expect(table.picture.hasPrefix("..........klmnopqrst"))
        for first in stride(from: 18, through: 26, by: 2) { table.look(first..<first + 3) }
        #expect(table.picture == "..........klmnopqrstuvwxyz")
    }

    @Test(arguments: behaviors) func `A list that is shorter than where it is looked at shows as many rows as it has`(
        behavior: ListBehavior
    ) {
        var table = Table(Self.letters, behavior)
        table.look(40..<43)
        #expect(table.machine.rows.count == 26)
        // A view that finds the list shorter shows its end.
        table.look(23..<26)
        table.pass(100)
        #expect(table.picture.hasSuffix("xyz"))
        #expect(table.requests() <= 3)
    }

    @Test(arguments: behaviors) func `A list of unknown length that is shorter is read from its top down to its end`(
        behavior: ListBehavior
    ) {
        var table = Table(Self.letters, behavior)
        table.tellsTotal = false
        table.look(40..<43)
        #expect(table.picture == Self.letters)
        #expect(table.requests() <= 12)
    }

    @Test func `A server that refuses rows past its end is asked for the top`() {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        let now = Instant(milliseconds: 0)
        let first = machine.viewport(40..<43, now: now).requests
        #expect(first.map(\.kind) == [.page(.positions(40..<45))])
        let next = machine.failed(first[0].id, isTransient: false, now: now).requests
        #expect(next.map(\.kind) == [.page(.positions(0..<5))])
    }

    @Test func `A list that is read in order begins at its top`() {
        var table = Table(Self.letters, .fixed, capabilities: [])
        table.look(15..<18)
        #expect(table.picture.hasPrefix("abcde"))
    }
}
