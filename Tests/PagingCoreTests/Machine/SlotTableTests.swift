import Testing

@testable import PagingCore

/// The table against a dictionary.
@Suite struct SlotTableTests {
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `It answers like a dictionary`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (table, model): (SlotTable, [Int: Int]) = (SlotTable(), [:])
        // Few numbers, so that most steps meet one that is there; neighbors and far ones, so that places collide.
        let numbers = (0..<200).map { $0 % 2 == 0 ? $0 : $0 &* Int(truncatingIfNeeded: 0x1000_0000_0001) }
        for step in 0..<5_000 {
            let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
            if Int.random(in: 0..<3, using: &random) == 0 {
                table[number] = nil
                model[number] = nil
            } else {
                table[number] = SlotID(rawValue: step)
                model[number] = step
            }
            #expect(table.count == model.count, "seed \(seed), step \(step)")
            let other = numbers[Int.random(in: 0..<numbers.count, using: &random)]
            #expect(table[other]?.rawValue == model[other], "seed \(seed), step \(step), number \(other)")
        }
        for number in numbers { #expect(table[number]?.rawValue == model[number], "seed \(seed), number \(number)") }
    }

    @Test func `It holds many in a row`() {
        var table = SlotTable()
        for number in 0..<100_000 { table[number] = SlotID(rawValue: -number) }
        #expect(table.count == 100_000)
        for number in stride(from: 0, to: 100_000, by: 2) { table[number] = nil }
        #expect(table.count == 50_000)
        #expect((0..<100_000).allSatisfy { table[$0]?.rawValue == ($0 % 2 == 0 ? nil : -$0) })
    }

    @Test(
        arguments: [
            ([], nil), ([7], nil), ([1, 2, 3], nil), ([3, 1, 2], nil), ([1, 1], (0, 1)), ([5, 1, 2, 1, 5], (1, 3)),
        ] as [([Int], (Int, Int)?)])
    func `It finds the first number that is there twice`(numbers: [Int], expected: (Int, Int)?) {
        let found = SlotTable.repetition(in: numbers)
        #expect(found?.first == expected?.0)
        #expect(found?.second == expected?.1)
    }

    @Test func `An empty one knows nothing`() {
        var table = SlotTable()
        #expect(table[3] == nil)
        table[3] = nil
        #expect(table.count == 0)
    }
}
