import Testing

@testable import PagingCore

@Suite struct KnownRowsSectionsTests {
    /// A list whose rows are numbered from 0, in sections of so many rows.
    private func list(_ counts: [Int]) -> KnownRows {
        let count = counts.reduce(0, +)
        return KnownRows(
            rows: PagedArray(count: count), endIsKnown: true, sections: counts, stale: PositionSet())
    }

    @Test(
        arguments: [
            (ListUpdate(oldCount: 9, newCount: 12, inserted: [0..<3]), [6, 0, 4, 2]),
            (ListUpdate(oldCount: 9, newCount: 10, inserted: [3..<4]), [3, 0, 5, 2]),
            (ListUpdate(oldCount: 9, newCount: 11, inserted: [9..<11]), [3, 0, 4, 4]),
            (ListUpdate(oldCount: 9, newCount: 4, removed: [2..<7]), [2, 0, 0, 2]),
            (ListUpdate(oldCount: 9, newCount: 9, moves: [.init(from: 8, to: 0)]), [4, 0, 4, 1]),
            (ListUpdate(oldCount: 9, newCount: 9, removed: [0..<1], inserted: [5..<6]), [2, 0, 5, 2]),
            (ListUpdate(oldCount: 9, newCount: 0, removed: [0..<9]), [0, 0, 0, 0]),
        ])
    func `Sections keep their rows when rows come, go and move`(update: ListUpdate, counts: [Int]) {
        var list = list([3, 0, 4, 2])
        _ = list.apply(update)
        list.checkInvariants()
        #expect(list.sections?.counts == counts)
        #expect(list.sections?.total == list.count)
    }

    @Test func `Rows that sections count beyond the known end are not counted twice`() {
        var list = KnownRows(rows: PagedArray(count: 5), endIsKnown: false, sections: [3, 4], stale: PositionSet())
        _ = list.apply(ListUpdate(oldCount: 5, newCount: 6, inserted: [5..<6]))
        #expect(list.sections?.counts == [3, 4])
    }

    @Test func `Random updates leave each row in the section of the row before which it came`() {
        for seed in Seeds.all {
            var random = SeededGenerator(seed: seed, test: "KnownRowsSectionsTests")
            var model = (0..<5).flatMap { section in [Int](repeating: section, count: random.below(6)) }
            guard !model.isEmpty else { continue }
            var list = list((0..<5).map { section in model.filter { $0 == section }.count })
            for step in 0..<200 {
                let note = random.note(step)
                if random.below(2) == 0, model.count > 1 {
                    let lower = random.below(model.count)
                    let range = lower..<min(model.count, lower + 1 + random.below(4))
                    _ = list.apply(
                        ListUpdate(
                            oldCount: model.count, newCount: model.count - range.count, removed: PositionSet(range)))
                    model.removeSubrange(range)
                } else {
                    let place = random.below(model.count + 1)
                    let section = place < model.count ? model[place] : 4
                    let number = 1 + random.below(3)
                    _ = list.apply(ListUpdate.inserting(number, at: place, count: model.count))
                    model.insert(contentsOf: [Int](repeating: section, count: number), at: place)
                }
                list.checkInvariants()
                #expect(list.sections?.counts == (0..<5).map { section in model.filter { $0 == section }.count }, note)
            }
        }
    }
}
