import Observation
import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// A row whose identifier is no integer, so that it needs a number from a table.
private struct Named: Identifiable, Hashable, Sendable {
    let id: String
    var text = ""
}

/// A list's rows follow whatever the machine decides of their numbers: removals, insertions, moves, changes, in any mixture.
@MainActor
@Suite struct FollowingUpdatesTests {
    @Test(arguments: 0..<150)
    func `Rows and numbers are the machine's after any update`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try check(seed: seed, random: &random, of: PagedList(ArraySource<Row>([])), make: { Row(id: 7 * $0 - 100) })
        try check(seed: seed, random: &random, of: PagedList(ArraySource<Named>([])), make: { Named(id: "row \($0)") })
    }

    private func check<Item: Identifiable & Hashable & Sendable>(
        seed: UInt64, random: inout SplitMix64, of list: PagedList<Item>, make: (Int) -> Item
    ) throws where Item.ID: Sendable {
        var made = 0
        for step in 0..<20 {
            let old = list.machine.rows.map { $0 }
            var arriving: [Item] = []
            func newcomer(_ random: inout SplitMix64) -> Int? {
                guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
                made += 1
                arriving.append(make(made))
                return list.store.numbers.intern([arriving[arriving.count - 1]]).numbers[0]
            }
            let (new, update) = Self.changed(old, random: &random, newcomer: newcomer)
            try update.validate()
            list.machine.replaceRows(by: new)
            let (numbers, isNew) = list.store.numbers.intern(arriving)
            list.follow(update, padded: update)
            _ = list.place(ArrivedItems(items: arriving, numbers: numbers, isNew: isNew), besides: update)

            let shown = list.rows.map { $0.flatMap(list.store.numbers.number(of:)) }
            #expect(shown == new, "seed \(seed), step \(step)")
            #expect(list.rows.count == new.count)
            if let typed = list.store.numbers as? TypedItemNumbers<Item, String> {
                #expect(typed.numbers.count == new.compactMap(\.self).count, "seed \(seed), step \(step)")
                #expect(typed.entries.count == typed.numbers.count + typed.free.count)
            }
        }
    }

    /// Changes rows of numbers at random, in every way an update has, and says how.
    private static func changed(
        _ old: [Int?], random: inout SplitMix64, newcomer: (inout SplitMix64) -> Int?
    ) -> (rows: [Int?], update: ListUpdate) {
        var (stays, moved): ([Int], [Int]) = ([], [])
        var removed = PositionSet()
        /// Rows that may come back elsewhere: a row that moves and changes is a removal and an insertion.
        var gone: [Int] = []
        for position in old.indices {
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1:
                removed.insert(position..<position + 1)
                if let number = old[position] { gone.append(number) }
            case 2: moved.append(position)
            default: stays.append(position)
            }
        }
        gone.shuffle(using: &random)
        var sources = stays.map(Optional.some)
        var isComer = sources.map { _ in false }
        let insertions = old.isEmpty ? 12 : Int.random(in: 0..<6, using: &random)
        for comer in moved.map(Optional.some) + [Int?](repeating: nil, count: insertions) {
            let place = Int.random(in: 0...sources.count, using: &random)
            sources.insert(comer, at: place)
            isComer.insert(true, at: place)
        }
        var update = ListUpdate(oldCount: old.count, newCount: sources.count, removed: removed)
        var rows: [Int?] = []
        var cleared: [Int] = []
        for (position, source) in sources.enumerated() {
            guard let source else {
                update.inserted.insert(position..<position + 1)
                rows.append(Bool.random(using: &random) ? gone.popLast() : newcomer(&random))
                continue
            }
            rows.append(old[source])
            if isComer[position] {
                update.moves.append(.init(from: source, to: position))
            } else if Int.random(in: 0..<5, using: &random) == 0 {
                update.changed.insert(position..<position + 1)
                switch Int.random(in: 0..<4, using: &random) {
                // The row's state changed, its item did not.
                case 0: break
                case 1:
                    if let number = old[source] { cleared.append(number) }
                    rows[position] = nil
                case 2:
                    if let number = old[source] { cleared.append(number) }
                    rows[position] = newcomer(&random)
                default:
                    if let number = old[source] { cleared.append(number) }
                    rows[position] = cleared.randomElement(using: &random)
                    cleared.removeAll { $0 == rows[position] }
                }
            }
        }
        return (rows, update)
    }

    @Test func `A million placeholders in the middle cost no more than one`() {
        let list = PagedList(ArraySource<Row>([]))
        let number = list.store.numbers.intern([Row(id: 5)]).numbers[0]
        var update = ListUpdate(oldCount: 0, newCount: 1, inserted: [0..<1])
        list.machine.replaceRows(by: [number])
        list.follow(update, padded: update)
        _ = list.place(ArrivedItems(items: [Row(id: 5)], numbers: [number], isNew: [true]), besides: update)
        update = ListUpdate(oldCount: 1, newCount: 1_000_000_001, inserted: [0..<1_000_000_000])
        _ = list.machine.list.apply(update)
        list.follow(update, padded: update)
        #expect(list.rows[1_000_000_000] == Row(id: 5))
        #expect(list.rows.loadedCount == 1)
    }

    @Test func `An observer that reads a row by its position is told of rows that shift`() async {
        let list = PagedList(ArraySource((0..<10).map { Row(id: $0) }))
        list.viewport(0..<5)
        await until { list.count == 10 }
        let wasTold = Locked(false)
        withObservationTracking {
            _ = list.peek(7)
        } onChange: {
            wasTold.withLock { $0 = true }
        }
        var numbers = list.machine.rows.map { $0 }
        numbers.remove(at: 2)
        list.machine.replaceRows(by: numbers)
        var effects = ListEffects()
        effects.updates = [ListUpdate(oldCount: 10, newCount: 9, removed: [2..<3])]
        list.apply(effects)
        #expect(wasTold.withLock { $0 })
        #expect(list.peek(7) == Row(id: 8))
        #expect(list.position(ofID: 8) == 7)
    }
}
