import Testing

@testable import PagingCore

/// A list of any height in a scroll view of bounded height.
@Suite(.serialized) struct ScrollScaleTests {
    private let view = 800.0
    private let total = 44_000_000.0

    @Test func `A list that fits is scrolled as it is`() {
        var scale = ScrollScale(total: 40_000, view: view)
        #expect(scale.scrolled(to: 30_000) == nil)
        #expect(scale.position == 30_000 && scale.shift == 0 && scale.contentHeight == 40_000)
    }

    @Test func `Both ends are exact, and bounce`() {
        var scale = ScrollScale(total: total, view: view)
        _ = scale.scrolled(to: scale.contentHeight - view)
        #expect(scale.position == total - view)
        _ = scale.scrolled(to: scale.contentHeight - view + 40)
        #expect(scale.position == total - view + 40)
        scale.place(at: 0)
        _ = scale.scrolled(to: -30)
        #expect(scale.position == -30 && scale.offset == -30)
    }

    @Test func `A drag of the indicator moves in proportion`() {
        var scale = ScrollScale(total: total, view: view)
        _ = scale.scrolled(to: scale.contentHeight / 2)
        #expect((scale.position - total / 2).magnitude < total / 1_000)
    }

    @Test(arguments: Seeds.all)
    func `Small moves move the list point by point, and it never ends too early`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "ScrollScaleTests")
        var scale = ScrollScale(total: total, view: view)
        scale.place(at: Double(random.below(Int(total))))
        var direction = 1.0
        for step in 0..<20_000 {
            if random.below(2_000) == 0 { direction = -direction }
            let move = direction * Double(random.below(3_200 * 4)) / 4
            let before = scale.position
            let target = scale.offset + move
            // A scroll view stops at its ends.
            let offset = max(0, min(target, scale.contentHeight - view))
            let correction = scale.scrolled(to: offset)
            let note = random.note(step)
            if offset == target { #expect((scale.position - before - move).magnitude < 1e-6, note) }
            if let correction { #expect(correction == scale.offset, note) }
            #expect((scale.offset <= 0) == (scale.position <= 0), note)
            let (end, endOffset) = (total - view, scale.contentHeight - view)
            #expect((scale.offset >= endOffset) == (scale.position >= end - 1e-6), note)
            #expect(scale.offset >= 0 && scale.offset <= endOffset, note)
            if offset != target { #expect(scale.position <= 1e-6 || scale.position >= end - 1e-6, note) }
        }
    }

    @Test func `Rows that come keep the place`() {
        var scale = ScrollScale(total: total, view: view)
        scale.place(at: 30_000_000)
        scale.resize(total: total + 4_400, view: view)
        #expect(scale.position == 30_000_000)
        scale.resize(total: 1_000, view: view)
        #expect(scale.position == 200 && scale.offset == 200)
    }
}
