import PagingUI
import Testing

@testable import Paging
@testable import PagingCore

@Suite struct BatchPlanTests {
    @Test func `Deletions are of before, insertions of after, and rows near the screen are configured anew`() {
        let update = ListUpdate(
            oldCount: 1_000_000, newCount: 1_000_001, removed: [3..<4], inserted: [0..<2],
            changed: [10..<20, 500_000..<700_000])
        let plan = BatchPlan(update, visible: 8..<30)
        #expect(plan.deletions == [3] && plan.insertions == [0, 1] && plan.isStructural)
        #expect(plan.reconfigured == Array(10..<20))
    }

    @Test func `A page's arrival costs the rows around the screen, whatever the list's length is`() {
        let update = ListUpdate.filled(0..<900_000, count: 1_000_000)
        let plan = BatchPlan(update, visible: 450_000..<450_020)
        #expect(plan.reconfigured == Array(449_900..<450_120) && !plan.isStructural)
    }

    @Test func `Rows around the screen are those that are there after the update`() {
        let update = ListUpdate(
            oldCount: 2_000, newCount: 3_000, inserted: [0..<1_000], changed: [1_500..<1_501, 500..<501])
        #expect(BatchPlan(update, visible: 490..<510).reconfigured == [1_500])
    }
}

@Suite struct SectionedBatchTests {
    private func paths(_ counts: [Int], titles: String = "ABCDEF") -> SectionPaths {
        let sections = zip(titles, counts).map { ListSection(title: String($0), count: $1) }
        return SectionPaths(
            count: counts.reduce(0, +), sections: ListSections(sections, map: SectionMap(counts: counts)))
    }

    private func plan(_ old: Int, _ new: Int, removed: PositionSet = [], inserted: PositionSet = []) -> BatchPlan {
        BatchPlan(ListUpdate(oldCount: old, newCount: new, removed: removed, inserted: inserted), visible: 0..<10)
    }

    @Test func `Rows that come and go in their sections keep all others in theirs`() {
        let plan = plan(10, 11, removed: [4..<5], inserted: [0..<1, 9..<10])
        #expect(plan.keepsSections(from: paths([4, 0, 6]), to: paths([5, 0, 6])))
        #expect(!plan.keepsSections(from: paths([4, 0, 6]), to: paths([4, 1, 6])))
        #expect(!plan.keepsSections(from: paths([4, 6]), to: paths([5, 6], titles: "AC")))
    }

    @Test func `A boundary that moves, sections that come, and rows beyond all sections want a reload`() {
        let none = plan(10, 10)
        #expect(none.keepsSections(from: paths([4, 6]), to: paths([4, 6])))
        #expect(!none.keepsSections(from: paths([4, 6]), to: paths([5, 5])))
        #expect(!none.keepsSections(from: SectionPaths(count: 10, sections: nil), to: paths([4, 6])))
        // As many come as go, and one row is in another section now.
        let both = plan(10, 10, removed: [0..<1], inserted: [9..<10])
        #expect(!both.keepsSections(from: paths([4, 6]), to: paths([4, 6])))
        #expect(both.keepsSections(from: paths([4, 6]), to: paths([3, 7])))
    }

    @Test func `Rows that change above a row are told, even where it is at the same position`() {
        let both = plan(10, 10, removed: [0..<1], inserted: [1..<2])
        #expect(both.displaces(5, nowAt: 5) && !both.displaces(0, nowAt: 0))
        let moved = BatchPlan(
            ListUpdate(oldCount: 10, newCount: 10, moves: [ListUpdate.Move(from: 5, to: 0)]), visible: 0..<10)
        #expect(moved.displaces(5, nowAt: 0))
        #expect(!plan(10, 11, inserted: [7..<8]).displaces(5, nowAt: 5))
    }
}

@Suite struct PrefetchDemandTests {
    @Test func `A page is wanted as long as one of its rows is`() {
        var demand = PrefetchDemand(pageSize: 50)
        #expect(demand.add(45..<55) == [0, 1])
        #expect(demand.add([48, 60]) == [])
        #expect(demand.remove(45..<50) == [0])
        #expect(demand.remove(50..<55) == [])
        #expect(demand.rows == 50..<100)
        #expect(demand.remove([60]) == [1])
        #expect(demand.rows == nil)
    }

    @Test func `Cancelling what was never asked for changes nothing`() {
        var demand = PrefetchDemand(pageSize: 50)
        #expect(demand.remove([7]) == [])
        demand.add([7])
        demand.add([7])
        #expect(demand.remove([7]) == [0])
    }
}

@Suite struct SectionPathsTests {
    @Test func `Rows are in one section until the list's sections fit its rows`() {
        let paths = SectionPaths(count: 10, sections: nil)
        #expect(paths.sectionCount == 1 && paths.rowCount(ofSection: 0) == 10 && paths.title(ofSection: 0) == nil)
        #expect(paths.path(of: 7) == (0, 7) && paths.position(section: 0, row: 7) == 7)
    }
}

@Suite struct KeptRowsTests {
    @Test func `Rows are found again by identity`() {
        var rows = PagedArray<Int>(count: 10)
        let kept = KeptRows([2, 5, 99], in: ShownRows(rows))
        rows.rearrange(by: ListUpdate(oldCount: 10, newCount: 12, removed: [2..<3], inserted: [0..<3]))
        #expect(kept.items(in: ShownRows(rows)) == [7])
    }
}
