import PagingUI
import Testing

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
        let kept = KeptRows([2, 5, 99], in: rows)
        rows.rearrange(by: ListUpdate(oldCount: 10, newCount: 12, removed: [2..<3], inserted: [0..<3]))
        #expect(kept.positions(in: rows) == [7])
    }
}
