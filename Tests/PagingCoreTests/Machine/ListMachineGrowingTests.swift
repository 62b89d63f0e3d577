import PagingCore
import Testing

/// Lists that only grow at their top. Pages hold five rows; `|` in a picture is a gap, `.` a placeholder.
@Suite struct ListMachineGrowingTests {
    private static let feed = ListBehavior(membership: .growsOnTop)

    /// A list that has grown by fifteen rows since it was read, of which ten are loaded: a gap is behind them.
    private func gapped() -> Table {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.feed, capabilities: .cursors)
        table.setGapPolicy(.showGap)
        for _ in 0..<5 { table.loadMore() }
        table.server = "0123456789ABCDE" + table.server
        table.refresh()
        table.fillGap(at: 5)
        return table
    }

    // MARK: Read in order

    @Test func `The top is met again though it was evicted`() {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.feed, capabilities: .cursors)
        for _ in 0..<5 { table.loadMore() }
        table.look(20..<25)
        table.releaseMemory()
        #expect(table.pictureWithGaps == "...............pqrstuvwxyz")
        table.server = "XY" + table.server
        table.refresh()
        #expect(table.pictureWithGaps == "XYabc............pqrstuvwxyz")
    }

    @Test func `A gap closes at a row that was evicted`() {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.feed, capabilities: .cursors)
        for _ in 0..<5 { table.loadMore() }
        table.look(20..<25)
        table.releaseMemory()
        table.server = "0123456" + table.server
        table.refresh()
        #expect(table.pictureWithGaps == "0123456abc............pqrstuvwxyz")
    }

    @Test func `Where the top was evicted and the app ended, what is above the reader comes again`() throws {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.feed, capabilities: .cursors)
        for _ in 0..<5 { table.loadMore() }
        table.look(20..<25)
        table.releaseMemory()
        try table.restart()
        #expect(table.pictureWithGaps == "...............pqrstuvwxyz")
        table.server = "0123456" + table.server
        table.look(20..<25)
        // It is no longer known that a was first.
        #expect(table.pictureWithGaps == "0123456abcdefghijklmnopqrstuvwxyz")
    }

    @Test func `Where the row behind a gap was evicted and the app ended, the evicted rows come again`() throws {
        var table = gapped()
        table.look(25..<30)
        table.releaseMemory()
        table.look(0..<5)
        #expect(table.pictureWithGaps == "01234.....|..........klmnopqrstuvwxy")
        try table.restart()
        table.look(0..<5)
        table.look(7..<12)
        // It is no longer known that a was behind the gap.
        #expect(table.pictureWithGaps == "0123456789ABCDE|klmnopqrstuvwxy")
        for gap in [15, 20, 25] { table.fillGap(at: gap) }
        #expect(table.pictureWithGaps == "0123456789ABCDEabcdefghijklmnopqrstuvwxy")
    }

    @Test func `Where all rows behind a gap were evicted and the app ended, the list goes on at the gap`() throws {
        var table = gapped()
        table.look(0..<3)
        table.releaseMemory()
        try table.restart()
        table.look(0..<5)
        table.look(7..<12)
        #expect(table.pictureWithGaps == "0123456789ABCDE")
        table.loadMore()
        #expect(table.pictureWithGaps == "0123456789ABCDEabcde")
    }

    @Test func `Where all rows were evicted and the app ended, the list begins anew`() throws {
        var table = Table("abcdefghijkl", Self.feed, capabilities: .cursors)
        for _ in 0..<2 { table.loadMore() }
        table.releaseMemory()
        #expect(table.picture == "..........")
        try table.restart()
        table.server = "XY" + table.server
        table.look(0..<5)
        #expect(table.picture == "XYabcdefgh")
    }

    @Test func `What follows a row is asked for past caches that may not know it`() {
        var machine = ListMachine(
            capabilities: .cursors, behavior: Self.feed, policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        let first = machine.viewport(0..<8, now: Instant(milliseconds: 0)).requests
        #expect(first.map(\.skipsCaches) == [false])
        let page = Page([1, 2, 3, 4, 5], continuation: .next(Cursor("5")))
        let second = machine.arrived(page, for: first[0].id, now: Instant(milliseconds: 100)).requests
        #expect(second.map(\.kind) == [.page(.after(Cursor("5"), limit: 5))])
        #expect(second.map(\.skipsCaches) == [true])
    }

    // MARK: Read by position

    @Test func `A list that is shorter than the screen comes with one request though it has grown`() {
        var table = Table("abc", Self.feed)
        table.look(0..<5)
        table.server = "XYabc"
        _ = table.requests()
        table.refresh()
        #expect(table.picture == "XYabc")
        #expect(table.requests() == 1)
    }

    @Test func `The total tells how far the screen has gone, though the top is all new`() {
        var table = Table("abcdefghijklmnopqrst", Self.feed)
        table.look(0..<5)
        table.look(10..<15)
        table.server = "0123456" + table.server
        _ = table.requests()
        table.refresh()
        #expect(table.picture.hasPrefix("01234..abcde.....klmno"))
        #expect(table.requests() == 1)
    }

    @Test func `Rows do not go up again for a cache that is behind, though no total tells`() {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.feed)
        table.tellsTotal = false
        for first in [0, 5, 10, 15] { table.look(first..<first + 5) }
        table.server = "XYZ" + table.server
        table.look(5..<20)
        table.cached = 0
        _ = table.requests()
        table.refresh()
        #expect(table.picture == "XYZabcdefghijklmnopqrstuvwxy")
        // The screen in three, past the cache, which may be from before what is to be confirmed.
        #expect(table.requests() == 3)
    }

    @Test
    func `Rows do not go too far down for a cache that is behind, which is not asked while they are to be confirmed`() {
        var table = Table("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", Self.feed)
        table.tellsTotal = false
        for first in [0, 5, 10, 15] { table.look(first..<first + 5) }
        table.releaseMemory()
        table.server = "0" + table.server
        table.look(20..<25)
        #expect(table.picture == "...........klmnopqrstuvwxyzABC")
        table.cached = 0
        for first in [25, 30, 35] { table.look(first..<first + 5) }
        table.cached = nil
        table.look(40..<45)
        #expect(table.picture.hasPrefix("...........klmnopqrstuvwxyz"))
        _ = table.requests()
        table.look(5..<13)
        #expect(table.picture.hasPrefix(".....efghijklmnopqrstuvwxyz"))
        #expect(table.requests() == 1)
    }

    @Test func `Without a total more rows than a page holds come on top, and the next page is below all the same`() {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.feed)
        (table.tellsTotal, table.tellsEnd) = (false, true)
        table.setLoadsAutomatically(false)
        table.loadMore()
        table.server = "0123456789" + table.server
        table.loadMore()
        // The page that met nothing was asked for twice, the second time past the caches.
        #expect(table.picture == "....456789abcdefghij")
        #expect(table.requests() == 4)
    }

    @Test func `Without a total one proven row does not prove all others`() {
        var table = Table("abcdefghijklmno", Self.feed)
        table.tellsTotal = false
        table.look(0..<5)
        table.server = "0123456789" + table.server
        table.refresh()
        #expect(table.picture.hasPrefix("0123456789abcde"))
    }

    @Test func `A screen with holes between a few rows comes with one request`() {
        var table = Table("abcdefghijklmno", Self.feed, capabilities: [.positions, .changes])
        table.look(0..<10)
        table.server = "abXcdYefZghijklmno"
        _ = table.requests()
        table.refresh()
        #expect(table.picture.hasPrefix("abXcdYefZg"))
        #expect(table.requests() == 2)
    }
}
