import Testing

@testable import PagingCore

/// Which rows are known to be in order, by the pages they came in.
@Suite struct KnownOrdersTests {
    @Test func `Rows of pages that share none are not ordered`() {
        var orders = KnownOrders()
        orders.chain(0..<5, by: PositionSet())
        orders.chain(10..<15, by: PositionSet())
        #expect(orders.contain(0, and: 4))
        #expect(orders.contain(10, and: 14))
        #expect(!orders.contain(4, and: 10))
    }

    @Test func `Pages that share a row at their ends are one chain`() {
        var orders = KnownOrders()
        orders.chain(5..<10, by: PositionSet())
        orders.chain(9..<14, by: PositionSet(9..<10))
        orders.chain(1..<6, by: PositionSet(5..<6))
        #expect(orders.contain(1, and: 13))
    }

    @Test func `What a page lacks may be among its rows`() {
        //   a b c d e        then the page   a b X Y
        var orders = KnownOrders()
        orders.chain(0..<5, by: PositionSet())
        orders.follow(ListUpdate.inserting(2, at: 2, count: 5).positionMap)
        orders.chain(0..<4, by: PositionSet(0..<2))
        #expect(orders.contain(0, and: 6))
        #expect(orders.contain(1, and: 3))
        // c may have come between X and Y since, or be back there.
        #expect(!orders.contain(3, and: 4))
    }

    @Test func `Rows between two rows that a page shares are in order with all that is around them`() {
        //   a b c d e        then the page   b X c
        var orders = KnownOrders()
        orders.chain(0..<5, by: PositionSet())
        orders.follow(ListUpdate.inserting(1, at: 2, count: 5).positionMap)
        orders.chain(1..<4, by: PositionSet([1..<2, 3..<4]))
        #expect(orders.contain(0, and: 2))
        #expect(orders.contain(2, and: 5))
    }
}
