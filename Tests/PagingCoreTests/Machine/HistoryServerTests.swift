import PagingCore
import Testing

/// Still histories over servers that are read by position and have habits of their own.
@Suite struct HistoryServerTests {
    /// The rows that a server answers with when it is asked for a range.
    enum Habit: CaseIterable {
        case range, atMostSix, pagesOfSeven, onePageOfFive

        func rows(for range: Range<Int>) -> Range<Int> {
            switch self {
            case .range: range
            case .atMostSix: range.lowerBound..<min(range.upperBound, range.lowerBound + 6)
            case .pagesOfSeven: range.lowerBound / 7 * 7..<(range.upperBound + 6) / 7 * 7
            case .onePageOfFive: range.lowerBound / 5 * 5..<(range.lowerBound / 5 + 1) * 5
            }
        }
    }

    private func history(
        _ letters: String, _ habit: Habit = .range, tellsTotal: Bool = true, pageSize: Int = 5
    ) -> Table {
        var table = Table.history(letters, capabilities: .positions, pageSize: pageSize)
        (table.answering, table.tellsTotal) = (habit.rows, tellsTotal)
        return table
    }

    /// As many letters as a test wants.
    private func letters(_ numbers: some Sequence<Int>) -> String {
        String(numbers.compactMap { Unicode.Scalar(0x4E00 + $0).map(Character.init) })
    }

    @Test(arguments: Habit.allCases, [true, false])
    func `A feed is read to its end`(_ habit: Habit, _ tellsTotal: Bool) {
        for count in [0, 1, 4, 5, 7, 10, 14, 33, 40] {
            var table = history(letters(0..<count), habit, tellsTotal: tellsTotal)
            for first in 0...40 { table.look(first..<first + 3) }
            #expect(table.picture == letters(0..<count))
            #expect(table.machine.phase == .idle)
        }
    }

    @Test(arguments: [true, false], [0, 3, 60, 120])
    func `A feed that becomes much shorter during a walk is a shorter feed`(_ tellsTotal: Bool, _ left: Int) {
        var table = history(letters(0..<200), tellsTotal: tellsTotal)
        for first in stride(from: 0, to: 148, by: 2) { table.look(first..<first + 3) }
        _ = table.requests()
        table.later = [table.server, table.server, letters(0..<left)]
        table.refresh()
        #expect(table.machine.phase == .idle)
        #expect(table.picture == table.seen)
        #expect(table.requests() < 30)
    }

    @Test(arguments: 100..<131, 1...6)
    func `A row that goes while a walk leaves out what was seen hides none`(_ gone: Int, _ answers: Int) {
        var table = history(letters(0..<60))
        for first in 0..<18 { table.look(first..<first + 3) }
        table.server = letters(100..<131) + table.server
        for first in 18..<48 where table.seen.count < 50 { table.look(first..<first + 3) }
        for _ in 0..<2 { table.refresh() }
        let left = table.server.filter { String($0) != letters([gone]) }
        table.later = Array(repeating: table.server, count: answers - 1) + [left]
        for _ in 0..<2 {
            table.refresh()
            let unseen = table.server.filter { !table.seen.contains($0) }
            #expect(
                unseen.hasPrefix(table.picture.dropFirst(table.seen.count).filter { String($0) != letters([gone]) }))
        }
    }

    @Test(arguments: [Habit.range, .atMostSix, .pagesOfSeven], 0..<60)
    func `Rows that go during a walk hide none that stay`(_ habit: Habit, _ seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let count = Int.random(in: 0...300, using: &random)
        var table = history(letters(0..<count), habit, tellsTotal: seed % 2 == 0, pageSize: [2, 5, 20][seed % 3])
        var place = 0
        for turn in 0..<50 {
            let seen = table.seen
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                let first = 1000 + 10 * turn
                table.server = letters(first..<first + Int.random(in: 1...6, using: &random)) + table.server
            case 1, 2:
                table.loseRows(oneIn: 25, answers: 3, &random)
                table.refresh()
                table.later = []
                let unseen = table.server.filter { !seen.contains($0) }
                #expect(unseen.hasPrefix(table.picture.dropFirst(seen.count).filter(unseen.contains)))
            default:
                place = max(0, min(table.picture.count - 2, place + Int.random(in: -2...8, using: &random)))
                table.look(place..<place + 3)
            }
            #expect(table.picture.hasPrefix(seen))
            #expect(Set(table.picture).count == table.picture.count)
            #expect(table.machine.phase == .idle)
        }
    }
}
