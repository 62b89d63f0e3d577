import Testing

@testable import PagingCore

/// The sort that the page's machine has, against the standard library's.
@Suite struct AscendingOrderTests {
    @Test func `Numbers are put in order, and equal ones keep theirs`() {
        #expect(ascendingOrder(of: []) == [])
        #expect(ascendingOrder(of: [7]) == [0])
        #expect(ascendingOrder(of: [3, 1, 2, 1, 3]) == [1, 3, 2, 0, 4])
        #expect([(5, "a"), (1, "b"), (5, "c")].ascending { $0.0 }.map { $0.1 } == ["b", "a", "c"])
    }

    @Test(arguments: Seeds.all)
    func `Any numbers are in the order of a stable sort`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "AscendingOrderTests")
        for count in 0..<40 {
            let numbers = (0..<count).map { _ in random.below(20) - 10 }
            #expect(ascendingOrder(of: numbers) == numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) })
        }
    }
}
