import PagingCore
import Testing

@Suite
struct ListUpdateTests {
    @Test(
        arguments: [
            (ListUpdate(oldCount: -1, newCount: 0), ListUpdateDefect.negativeCount(old: -1, new: 0)),
            (ListUpdate(oldCount: 3, newCount: 2, removed: [3..<4]), .removalOutOfRange(3..<4, oldCount: 3)),
            (ListUpdate(oldCount: 3, newCount: 2, removed: [-1..<0]), .removalOutOfRange(-1..<0, oldCount: 3)),
            (ListUpdate(oldCount: 3, newCount: 4, inserted: [1..<2, 4..<5]), .insertionOutOfRange(4..<5, newCount: 4)),
            (ListUpdate(oldCount: 3, newCount: 3, changed: [2..<5]), .changeOutOfRange(2..<5, newCount: 3)),
            (
                ListUpdate(oldCount: 3, newCount: 3, moves: [.init(from: 0, to: 3)]),
                .moveOutOfRange(.init(from: 0, to: 3), oldCount: 3, newCount: 3)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 3, moves: [.init(from: -1, to: 0)]),
                .moveOutOfRange(.init(from: -1, to: 0), oldCount: 3, newCount: 3)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 3, moves: [.init(from: 0, to: 2), .init(from: 0, to: 1)]),
                .movedTwice(old: 0)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 3, moves: [.init(from: 0, to: 2), .init(from: 1, to: 2)]),
                .movedToOnePlace(new: 2)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 2, removed: [1..<2], moves: [.init(from: 1, to: 0)]),
                .removedAndMoved(old: 1)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 4, inserted: [0..<1], moves: [.init(from: 1, to: 0)]),
                .insertedAndMoved(new: 0)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 4, inserted: [0..<1], changed: [0..<2]),
                .insertedAndChanged(new: 0)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 3, moves: [.init(from: 1, to: 0)], changed: [0..<1]),
                .movedAndChanged(new: 0)
            ),
            (
                ListUpdate(oldCount: 3, newCount: 3, removed: [0..<1]),
                .countsDoNotAddUp(oldCount: 3, removed: 1, inserted: 0, newCount: 3)
            ),
        ])
    func `what a list view would refuse is a defect with its position`(update: ListUpdate, defect: ListUpdateDefect) {
        #expect(throws: defect) { try update.validate() }
    }

    @Test func `filling is a change of a range`() throws {
        let update = ListUpdate.filled(5..<8, count: 10)
        try update.validate()
        #expect(update.changed == [5..<8] && update.changedBefore == [5..<8])
        #expect(!update.isEmpty && ListUpdate.filled(5..<5, count: 10).isEmpty)
    }

    @Test func `a row inserted and then removed leaves no trace`() {
        let inserted = ListUpdate(oldCount: 5, newCount: 6, inserted: [2..<3])
        let removed = ListUpdate(oldCount: 6, newCount: 5, removed: [2..<3])
        #expect(inserted.followed(by: removed).isEmpty)
    }

    @Test func `a move that is undone leaves no trace, and one that another removal makes needless none either`() {
        let there = ListUpdate(oldCount: 5, newCount: 5, moves: [.init(from: 0, to: 4)])
        let back = ListUpdate(oldCount: 5, newCount: 5, moves: [.init(from: 4, to: 0)])
        #expect(there.followed(by: back).isEmpty)
        let swapped = ListUpdate(oldCount: 2, newCount: 2, moves: [.init(from: 0, to: 1)])
        let removed = ListUpdate(oldCount: 2, newCount: 1, removed: [0..<1])
        #expect(swapped.followed(by: removed) == ListUpdate(oldCount: 2, newCount: 1, removed: [1..<2]))
    }

    @Test func `a row that moves and changes is a removal and an insertion`() {
        let moved = ListUpdate(oldCount: 5, newCount: 5, moves: [.init(from: 0, to: 4)])
        let changed = ListUpdate.filled(3..<5, count: 5)
        let expected = ListUpdate(oldCount: 5, newCount: 5, removed: [0..<1], inserted: [4..<5], changed: [3..<4])
        #expect(moved.followed(by: changed) == expected)
    }

    @Test func `composing costs what changed, not what the lists are long`() {
        let count = 1_000_000_000_000
        let arrived = ListUpdate.filled(500_000_000_000..<500_000_000_050, count: count)
        let deleted = ListUpdate(oldCount: count, newCount: count - 1, removed: [7..<8])
        let both = arrived.followed(by: deleted)
        #expect(both.changed == [499_999_999_999..<500_000_000_049])
        #expect(both.changedBefore == [500_000_000_000..<500_000_000_050])
        #expect(both.newPosition(of: count - 1) == count - 2 && both.newPosition(of: 7) == nil)
        #expect(both.newPosition(of: count) == nil && both.oldPosition(of: -1) == nil)
    }
}
