import Testing

@testable import PagingCore

@Suite struct PositionSetSearchTests {
    private let set: PositionSet = [3..<5, 10..<11, 20..<25]

    @Test(arguments: [(0, 3), (4, 4), (7, 4), (8, 10), (15, 11 - 1), (16, 20), (30, 24)])
    func `The nearest member, and of two as near the one before`(_ position: Int, _ expected: Int) {
        #expect(set.nearest(to: position) == expected)
    }

    @Test func `An empty set has none`() {
        #expect(PositionSet().nearest(to: 7) == nil)
    }

    @Test func `Two sets have a position in common, or none`() {
        #expect(set.intersects([4..<9]))
        #expect(set.intersects([0..<3, 24..<30]))
        #expect(!set.intersects([5..<10, 11..<20, 25..<26]))
        #expect(!set.intersects(PositionSet()))
    }

    @Test func `A set contains another, or not all of it`() {
        #expect(set.contains([3..<4, 10..<11, 21..<25]))
        #expect(set.contains(PositionSet()))
        #expect(!set.contains([3..<6]))
        #expect(!set.contains([4..<11]))
        #expect(!set.contains([3..<5, 12..<13]))
        #expect(!PositionSet().contains(set))
    }
}
