import PagingCore
import Testing

/// A feed that is read by cursors and refreshed at the top. Pages hold five rows; `|` in a picture is a gap.
@Suite struct ListMachineGapTests {
    private static let feed = ListBehavior(membership: .growsOnTop)

    private func table(_ policy: GapPolicy) -> Table {
        var table = Table("klmnopqrstuvwxyz", Self.feed, capabilities: .cursors)
        table.setGapPolicy(policy)
        table.look(0..<5)
        table.loadMore()
        _ = table.requests()
        return table
    }

    @Test func `A first page that meets what is loaded leaves no gap`() {
        var table = table(.showGap)
        table.server = "ij" + table.server
        table.refresh()
        #expect(table.pictureWithGaps == "ijklmnopqrstuvwxy")
        #expect(table.requests() == 1)
    }

    @Test func `The whole of what is known is proven by one page of overlap`() {
        var table = table(.showGap)
        table.server = "ij" + table.server
        table.refresh()
        _ = table.requests()
        table.look(5..<10)
        #expect(table.requests() == 0)
    }

    @Test func `A first page that meets nothing shows the gap, until it is filled`() {
        var table = table(.showGap)
        table.server = "ABCDEFGHIJ" + table.server
        table.refresh()
        #expect(table.pictureWithGaps == "ABCDE|klmnopqrstuvwxy")
        table.fillGap(at: 5)
        #expect(table.pictureWithGaps == "ABCDEFGHIJ|klmnopqrstuvwxy")
        table.fillGap(at: 10)
        #expect(table.pictureWithGaps == "ABCDEFGHIJklmnopqrstuvwxy")
    }

    @Test func `Pages are loaded down until they meet what is known`() {
        var table = table(.fill(maxPages: 4))
        table.server = "ABCDEFGHIJ" + table.server
        table.refresh()
        #expect(table.pictureWithGaps == "ABCDEFGHIJklmnopqrstuvwxy")
        #expect(table.requests() == 3)
    }

    @Test func `No more pages than the budget are loaded down`() {
        var table = table(.fill(maxPages: 1))
        table.server = "ABCDEFGHIJ0123456789" + table.server
        table.refresh()
        #expect(table.pictureWithGaps == "ABCDEFGHIJ|klmnopqrstuvwxy")
    }

    @Test func `What was loaded is dropped where the policy says so`() {
        var table = table(.reset)
        table.server = "ABCDEFGHIJ" + table.server
        table.refresh()
        #expect(table.pictureWithGaps.hasPrefix("ABCDE"))
        #expect(!table.pictureWithGaps.contains("k"))
        table.loadMore()
        #expect(table.pictureWithGaps.hasPrefix("ABCDEFGHIJ"))
    }

    @Test func `Paging down goes on where it was after rows came on top`() {
        var table = table(.showGap)
        table.server = "ij" + table.server
        table.refresh()
        table.loadMore()
        #expect(table.pictureWithGaps == "ijklmnopqrstuvwxyz")
    }

    @Test func `The reader's place is kept`() {
        var table = table(.fill(maxPages: 4))
        table.look(5..<10)
        let slot = table.machine.rows.slotID(at: 5)
        table.server = "ABCDEFGHIJ" + table.server
        table.refresh()
        #expect(table.machine.rows.position(of: slot) == 15)
    }
}
