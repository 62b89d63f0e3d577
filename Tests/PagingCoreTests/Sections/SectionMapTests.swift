import PagingCore
import Testing

/// SectionMap against prefix sums.
@Suite(.serialized)
struct SectionMapTests {
    @Test(arguments: Seeds.all)
    func `random changes`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "SectionMapTests")
        var counts = (0..<random.below(30)).map { _ in random.below(4) }
        var map = SectionMap(counts: counts)
        for step in 0..<600 {
            let section = counts.isEmpty ? 0 : random.below(counts.count)
            switch random.below(5) {
            case 0 where counts.count < 40:
                let count = random.below(6) - 1
                counts.insert(max(0, count), at: section)
                map.insertSection(at: section, count: count)
            case 1 where !counts.isEmpty:
                counts.remove(at: section)
                map.removeSection(at: section)
            case 2 where !counts.isEmpty:
                let count = random.below(9) - 2
                counts[section] = max(0, count)
                map.setCount(count, ofSection: section)
            case _ where !counts.isEmpty:
                let rows = random.below(11) - 5
                counts[section] = max(0, counts[section] + rows)
                map.grow(section, by: rows)
            default: break
            }
            map.checkInvariants()
            check(map, counts, random.note(step))
        }
    }

    private func check(_ map: SectionMap, _ counts: [Int], _ note: Comment) {
        #expect(map.sectionCount == counts.count && map.total == counts.reduce(0, +), note)
        #expect(map == SectionMap(counts: counts), note)
        var position = 0
        var isRight = true
        for (section, count) in counts.enumerated() {
            isRight = isRight && map.count(ofSection: section) == count
            isRight = isRight && map.range(ofSection: section) == position..<position + count
            for row in 0..<count {
                isRight = isRight && map.location(of: position) == (section, row)
                isRight = isRight && map.position(section: section, row: row) == position
                position += 1
            }
        }
        #expect(isRight, note)
    }

    @Test func `what a server counts cannot overflow`() {
        var map = SectionMap(counts: [Int.max, 5, -3, Int.min, 7])
        map.checkInvariants()
        #expect(map.total == Int.max && map.count(ofSection: 1) == 0)
        map.grow(0, by: Int.max)
        map.setCount(10, ofSection: 0)
        map.grow(4, by: Int.max)
        map.insertSection(at: 2, count: Int.max)
        map.checkInvariants()
        #expect(map.total == Int.max && map.location(of: 10).section == 5)
        map.grow(5, by: Int.min)
        #expect(map.total == 10)
    }
}
