import PagingCore
import Testing

/// ListUpdate against rows.
@Suite(.serialized)
struct ListUpdatePropertyTests {
    @Test(arguments: Seeds.all)
    func `a random update explains itself, and is valid`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, test: "ListUpdatePropertyTests")
        var model = ListUpdateModel(count: 30)
        for step in 0..<1_000 {
            if step % 20 == 0 { model = ListUpdateModel(count: random.below(50)) }
            let old = model.rows
            let update = model.step(&random, moving: step % 3 > 0)
            try update.validate()
            #expect(ListUpdateModel.explains(update, from: old, to: model.rows), random.note(step))
        }
    }

    @Test(arguments: Seeds.all)
    func `updates compose`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, test: "ListUpdatePropertyTests")
        for step in 0..<700 {
            var model = ListUpdateModel(count: random.below(30))
            let first = model.rows
            var total = ListUpdate(oldCount: first.count, newCount: first.count)
            for _ in 0..<1 + random.below(4) {
                total = total.followed(by: model.step(&random, moving: step % 3 > 0))
                try total.validate()
                total.removed.checkInvariants()
                total.inserted.checkInvariants()
                total.changed.checkInvariants()
                #expect(ListUpdateModel.explains(total, from: first, to: model.rows), random.note(step))
            }
        }
    }

    @Test(arguments: Seeds.all)
    func `composing is associative in what it explains`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, test: "ListUpdatePropertyTests")
        for step in 0..<300 {
            var model = ListUpdateModel(count: random.below(25))
            let rows = model.rows
            let updates = (0..<3).map { _ in model.step(&random, moving: true) }
            let right = updates[0].followed(by: updates[1].followed(by: updates[2]))
            try right.validate()
            #expect(ListUpdateModel.explains(right, from: rows, to: model.rows), random.note(step))
        }
    }

    @Test(arguments: Seeds.all)
    func `replayed on the old state, an update gives the new one`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, test: "ListUpdatePropertyTests")
        for step in 0..<300 {
            var model = ListUpdateModel(count: random.below(60))
            var shown = PagedArray<ListUpdateModel.Row>(count: model.rows.count)
            // Some rows are placeholders, by their id and version, so that filling and clearing is told as a change.
            func item(_ row: ListUpdateModel.Row) -> ListUpdateModel.Row? {
                (row.id + row.version) % 3 == 0 ? nil : row
            }
            for (position, row) in model.rows.enumerated() { shown[position] = item(row) }
            for _ in 0..<4 {
                let ids = (0..<shown.count).map { shown.slotID(at: $0) }
                let update = model.step(&random, moving: step % 2 > 0)
                var asked: [Int] = []
                shown.apply(update) { position in
                    asked.append(position)
                    return item(model.rows[position])
                }
                shown.checkInvariants()
                #expect(shown.elementsEqual(model.rows.map(item)), random.note(step))
                #expect(asked == Array(update.inserted.union(update.changed).positions), random.note(step))
                let stay = ids.indices.allSatisfy { position in
                    shown.position(of: ids[position]) == update.newPosition(of: position)
                }
                #expect(stay, random.note(step))
            }
        }
    }

    @Test(arguments: Seeds.all)
    func `rearranging keeps what stays and moves, and inserts placeholders`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "ListUpdatePropertyTests")
        for step in 0..<300 {
            var model = ListUpdateModel(count: random.below(60))
            var shown = PagedArray<ListUpdateModel.Row>(count: model.rows.count)
            for (position, row) in model.rows.enumerated() where row.id % 3 > 0 { shown[position] = row }
            for _ in 0..<4 {
                let before = shown
                let update = model.step(&random, moving: step % 2 > 0)
                shown.rearrange(by: update)
                shown.checkInvariants()
                let map = update.positionMap
                for position in 0..<shown.count {
                    let old = map.oldPosition(of: position)
                    #expect(shown[position] == old.flatMap { before[$0] }, random.note(step))
                    if let old { #expect(shown.slotID(at: position) == before.slotID(at: old), random.note(step)) }
                }
                #expect(shown.count == model.rows.count, random.note(step))
            }
        }
    }

    @Test func `a billion placeholders are inserted as one`() {
        var list = PagedArray<Int>(count: 1_000_000_000)
        list.fill([1, 2, 3], at: 500)
        list.rearrange(
            by: ListUpdate(
                oldCount: list.count, newCount: 1_999_999_999, removed: [501..<502], inserted: [0..<1_000_000_000],
                changed: [1_000_000_500..<1_000_000_501]))
        list.checkInvariants()
        #expect(list.loadedRanges == [1_000_000_500..<1_000_000_502])
        #expect(list[1_000_000_500] == 1 && list[1_000_000_501] == 3)
    }
}
