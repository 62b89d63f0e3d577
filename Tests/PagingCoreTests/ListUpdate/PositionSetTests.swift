import PagingCore
import Testing

@Suite(.serialized)
struct PositionSetTests {
    @Test(arguments: Seeds.all)
    func `against a set of integers`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "PositionSetTests")
        var set = PositionSet()
        var plain = Set<Int>()
        for step in 0..<3_000 {
            let lower = random.below(80) - 20
            let range = lower..<lower + random.below(9)
            switch random.below(40) {
            case 0:
                set = []
                plain = []
            case 1..<20:
                set.insert(range)
                plain.formUnion(range)
            default:
                set.remove(range)
                plain.subtract(range)
            }
            set.checkInvariants()
            #expect(Array(set.positions) == plain.sorted(), random.note(step))
            #expect(set.count == plain.count && set.isEmpty == plain.isEmpty, random.note(step))
            let probe = random.below(100) - 30
            #expect(set.contains(probe) == plain.contains(probe), random.note(step))
            #expect(set.count(below: probe) == plain.count { $0 < probe }, random.note(step))
            let part = set.intersection(range)
            part.checkInvariants()
            #expect(Array(part.positions) == plain.intersection(range).sorted(), random.note(step))
        }
    }

    @Test(arguments: Seeds.all)
    func `algebra against sets of integers`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "PositionSetTests")
        func some() -> (PositionSet, Set<Int>) {
            let ranges = (0..<random.below(8)).map { _ in
                let lower = random.below(60) - 10
                return lower..<lower + random.below(10)
            }
            return (PositionSet(ranges), Set(ranges.joined()))
        }
        for step in 0..<2_000 {
            let (set, plain) = some()
            let (other, others) = some()
            for (result, expected) in [
                (set.union(other), plain.union(others)), (set.subtracting(other), plain.subtracting(others)),
                (set.intersection(other), plain.intersection(others)),
            ] {
                result.checkInvariants()
                #expect(Array(result.positions) == expected.sorted(), random.note(step))
            }
        }
    }

    @Test func `reads as its ranges`() {
        let set = PositionSet([4..<6, 0..<2, 2..<3, 9..<9])
        #expect(Array(set.ranges) == [0..<3, 4..<6] && set == [0..<3, 4..<6])
        #expect("\(set)" == "{0..<3, 4..<6}" && "\(PositionSet())" == "{}")
        #expect(PositionSet(3..<3).isEmpty && PositionSet(3..<3).ranges.isEmpty)
    }
}
