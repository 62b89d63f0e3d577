import Testing

@testable import PagingCore

/// Lists that are saved and restored. Pages hold five rows.
@Suite struct ListMachineStateTests {
    private static let moving = ListBehavior(membership: .changes)
    private static let growing = ListBehavior(membership: .growsOnTop)

    @Test func `A restored list shows what it showed, and asks for nothing until it is looked at`() throws {
        var table = Table.read("abcdefghijklmno", seen: 0..<5, 10..<15)
        try table.restart()
        #expect(table.picture == "abcde.....klmno")
        #expect(table.machine.endIsKnown)
        #expect(table.machine.position(of: Table.number("l")) == 11)
        #expect(table.machine.phase == .idle)
        #expect(table.requests() == 0)
    }

    @Test func `What is looked at is proven, the rest when it is`() throws {
        var table = Table.read("abcdefghijklmno", seen: 0..<5, 10..<15)
        try table.restart()
        table.server = "Abcdefghijklmno"
        table.look(10..<15)
        #expect(table.log == [.page(.positions(10..<15))])
        #expect(table.picture.hasPrefix("abcde"))
        table.look(0..<5)
        #expect(table.picture.hasPrefix("Abcde"))
    }

    @Test func `A list that its app loads by hand waits until the app asks`() throws {
        var table = Table.read("abcdefghij", seen: 0..<5)
        try table.restart()
        table.setLoadsAutomatically(false)
        table.look(0..<5)
        #expect(table.requests() == 0)
        table.server = "Abcdefghij"
        table.refresh()
        #expect(table.picture.hasPrefix("Abcde"))
    }

    @Test func `Rows that came on top meanwhile come on top`() throws {
        var table = Table.read("abcdefghijklmno", Self.growing, seen: 0..<5, 5..<10)
        try table.restart()
        table.server = "XYabcdefghijklmno"
        table.look(5..<10)
        #expect(table.picture.hasPrefix("XYabcdefghij"))
    }

    @Test func `Changes since the saved version are asked for`() throws {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .changes], seen: 0..<5)
        try table.restart()
        table.server = "Xabdefghijklmno"
        table.look(0..<5)
        #expect(table.log.first == .changes(since: "v0"))
        // The reader's first row, a, stays where it is on screen.
        #expect(table.picture.hasPrefix(".abde"))
        table.look(0..<5)
        #expect(table.picture.hasPrefix("Xabde"))
    }

    @Test func `A saved snapshot is compared with the next`() throws {
        var table = Table.read(
            "abcdefghijklmno", ListBehavior(membership: .changes, ranking: .rebuilt), [.snapshots, .identifiers],
            seen: 0..<5)
        try table.restart()
        table.server = "acbdefghijklmno"
        table.look(0..<5)
        #expect(table.log == [.snapshot])
        #expect(table.picture.hasPrefix("acbde"))
    }

    @Test func `A check of the saved version proves all at once`() throws {
        var table = Table.read("abcdefghijklmno", Self.moving, [.positions, .checks], seen: 0..<5)
        try table.restart()
        table.look(0..<5)
        #expect(table.log == [.check("v0")])
        #expect(table.machine.phase == .idle)
    }

    @Test func `Cursors lead on from where they led before`() throws {
        var table = Table.read("abcdefghijklmno", .fixed, .cursors, seen: 0..<5, 5..<10)
        try table.restart()
        table.look(10..<15)
        #expect(table.log.contains(.page(.after("j", limit: 5))))
        #expect(table.picture == "abcdefghijklmno")
    }

    @Test func `Rows known before a list has a snapshot are where the snapshot says`() throws {
        var table = Table.read("abcdefghijklmno", Self.moving, seen: 0..<5, 10..<15)
        let state = table.machine.saved
        table = Table("nmabcXde", Self.moving, capabilities: [.snapshots, .identifiers])
        try table.restart(from: state)
        table.look(0..<8)
        #expect(table.picture == "nmabcXde")
        #expect(table.log == [.snapshot, .items([Table.number("X")])])
    }

    // MARK: What is no state of a list

    private func defect(_ change: (inout ListMachine.State) -> Void) -> StateDefect? {
        var table = Table("abcdefghij", Self.moving, capabilities: [.snapshots, .identifiers])
        table.look(0..<5)
        var state = table.machine.saved
        change(&state)
        do throws(StateDefect) { try table.restart(from: state) } catch { return error }
        return nil
    }

    @Test func `What contradicts itself is not restored`() {
        #expect(defect { _ in } == nil)
        #expect(defect { $0.rows.fill([Table.number("a")], at: 3) } == .repeatedItem(position: 3, first: 0))
        #expect(defect { $0.order?.removeLast() } == .snapshotOfOtherLength(identifiers: 9, slots: 10))
        #expect(defect { $0.order?.swapAt(0, 9) } == .snapshotOfOtherItem(position: 0))
        #expect(defect { $0.order?[9] = Table.number("a") } == .repeatedIdentifier(position: 9))
        #expect(defect { $0.gaps = [.init(position: 10, pagesLeft: 1)] } == .misplacedGap(index: 0))
        #expect(defect { $0.gaps = [.init(position: 5, pagesLeft: -1)] } == .misplacedGap(index: 0))
        let cursorless = [ListMachine.State.Checkpoint(position: 5, cursor: nil)]
        #expect(defect { $0.checkpoints = cursorless } == .misplacedCheckpoint(index: 0))
        #expect(defect { $0.staleRows = [5..<11] } == .staleBeyondEnd(11))
        #expect(defect { $0.sections = [3, -1] } == .sectionsOfOtherLength(rows: -1, slots: 10))
        let twice: [ListMachine.State.Checkpoint] = [.init(position: 5, cursor: "e"), .init(position: 5, cursor: "f")]
        #expect(defect { $0.checkpoints = twice } == .misplacedCheckpoint(index: 1))
        #expect(defect { $0.seenCount = 6 } == .historyWithHole(position: 5))
        #expect(defect { $0.seenCount = 3 } == .historyWithHole(position: 5))
        #expect(defect { ($0.order, $0.rows, $0.seenCount) = (nil, PagedArray(), 1) } == .historyWithHole(position: 0))
        #expect(defect { ($0.order, $0.rows, $0.seenCount) = (nil, PagedArray(), -1) } == .historyWithHole(position: 0))
        #expect(defect { $0.rows = PagedArray(count: Limits.slots + 1) } == .tooLong(Limits.slots + 1))
    }
}
