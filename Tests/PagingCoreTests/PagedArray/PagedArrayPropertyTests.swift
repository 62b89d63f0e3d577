import PagingCore
import Testing

/// PagedArray against a plain array.
@Suite(.serialized)
struct PagedArrayPropertyTests {
    @Test(arguments: Seeds.all)
    func `random changes to short lists`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "PagedArrayPropertyTests")
        var model = PagedArrayModel<Int>(count: 20)
        for step in 0..<20_000 {
            model.step(&random, longest: 40)
            model.paged.checkInvariants()
            if step % 8 == 0 {
                model.check(random.note(step))
            }
        }
    }

    @Test(arguments: Seeds.all)
    func `random changes to lists of many runs`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "PagedArrayPropertyTests")
        var model = PagedArrayModel<WideItem>(count: 120)
        for step in 0..<4_000 {
            model.step(&random, longest: 200)
            model.paged.checkInvariants()
            if step % 50 == 0 {
                model.check(random.note(step))
            }
        }
        model.check(random.note(4_000))
    }

    @Test(arguments: Seeds.all)
    func `a copy that is kept never changes`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "PagedArrayPropertyTests")
        var model = PagedArrayModel<WideItem>(count: 60)
        for step in 0..<500 {
            let before = model
            for _ in 0..<5 {
                model.step(&random, longest: 100)
                model.paged.checkInvariants()
            }
            before.paged.checkInvariants()
            before.check(random.note(step))
        }
    }

    @Test(arguments: Seeds.all)
    func `ranges are what is loaded and what is not, clamped to the list`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "PagedArrayPropertyTests")
        var model = PagedArrayModel<Int>(count: 60)
        for step in 0..<2_000 {
            model.step(&random, longest: 90)
            let lower = random.below(120) - 20
            let range = lower..<lower + random.below(60)
            let missing = model.paged.missingRanges(in: range)
            missing.checkInvariants()
            let inside = range.clamped(to: 0..<model.plain.count)
            let expected = inside.filter { model.plain[$0].item == nil }
            #expect(Array(missing.positions) == expected, random.note(step))
            let loaded = model.paged.loadedRanges(in: range)
            loaded.checkInvariants()
            #expect(Array(loaded.positions) == inside.filter { model.plain[$0].item != nil }, random.note(step))
        }
    }
}
