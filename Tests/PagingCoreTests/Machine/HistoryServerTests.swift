import PagingCore
import Testing

/// Still histories over servers that are read by position and have habits of their own.
@Suite struct HistoryServerTests {
    /// What a server answers with that is asked for a range.
    enum Habit: CaseIterable {
        case range, atMostSix, pagesOfSeven, onePageOfFive
    }

    /// A feed of numbers, the freshest first, and a history of it, with pages of five rows.
    struct Feed {
        var items: [Int]
        var machine: ListMachine
        let habit: Habit
        let tellsTotal: Bool
        /// What becomes of the feed after an answer.
        var change: (inout [Int]) -> Void = { _ in }
        private(set) var asked: [Range<Int>] = []

        init(_ items: [Int], _ habit: Habit = .range, tellsTotal: Bool = true, pageSize: Int = 5) {
            (self.items, self.habit, self.tellsTotal) = (items, habit, tellsTotal)
            let policy = LoadPolicy(pageSize: pageSize, preloads: false)
            machine = .history(capabilities: .positions, policy: policy, seed: 1)
        }

        private var now: Instant { Instant(milliseconds: 100 * Double(asked.count)) }
        var shown: [Int] { machine.rows.compactMap { $0 } }
        var seen: [Int] { Array(shown.prefix(machine.saved.seenCount ?? 0)) }

        mutating func look(_ first: Int) { run(machine.viewport(first..<first + 3, now: now)) }
        mutating func refresh() { run(machine.refresh(now: now).effects) }

        /// How many requests were made since this was last asked.
        mutating func requests() -> Int {
            defer { asked = [] }
            return asked.count
        }

        private mutating func run(_ effects: ListEffects) {
            var open = effects.requests
            let limit = asked.count + 500
            while !open.isEmpty, asked.count < limit {
                let request = open.removeFirst()
                guard case .page(.positions(let range)) = request.kind else { continue }
                asked.append(range)
                let rows = answer(to: range).clamped(to: 0..<items.count)
                let start = rows.isEmpty ? range.lowerBound : rows.lowerBound
                let page = Page(Array(items[rows]), at: start, total: tellsTotal ? items.count : nil)
                let effects = machine.arrived(page, for: request.id, now: now)
                change(&items)
                open.removeAll { effects.cancellations.contains($0.id) }
                open += effects.requests
            }
        }

        private func answer(to range: Range<Int>) -> Range<Int> {
            switch habit {
            case .range: range
            case .atMostSix: range.lowerBound..<min(range.upperBound, range.lowerBound + 6)
            case .pagesOfSeven: range.lowerBound / 7 * 7..<(range.upperBound + 6) / 7 * 7
            case .onePageOfFive: range.lowerBound / 5 * 5..<(range.lowerBound / 5 + 1) * 5
            }
        }
    }

    @Test(arguments: Habit.allCases, [true, false])
    func `A feed is read to its end`(_ habit: Habit, _ tellsTotal: Bool) {
        for count in [0, 1, 4, 5, 7, 10, 14, 33, 40] {
            var feed = Feed(Array(0..<count), habit, tellsTotal: tellsTotal)
            for first in 0...40 { feed.look(first) }
            #expect(feed.shown == Array(0..<count))
            #expect(feed.machine.phase == .idle)
        }
    }

    @Test(arguments: [true, false], [0, 3, 60, 120])
    func `A feed that becomes much shorter during a walk is a shorter feed`(_ tellsTotal: Bool, _ left: Int) {
        var feed = Feed(Array(0..<200), tellsTotal: tellsTotal)
        for first in stride(from: 0, to: 148, by: 2) { feed.look(first) }
        _ = feed.requests()
        var answers = 0
        feed.change = { items in
            answers += 1
            if answers == 3 { items = Array(items.prefix(left)) }
        }
        feed.refresh()
        #expect(feed.machine.phase == .idle)
        #expect(feed.shown == feed.seen)
        #expect(feed.requests() < 30)
    }

    @Test(arguments: 100..<131, 1...6)
    func `A row that goes while a walk leaves out what was seen hides none`(_ gone: Int, _ answers: Int) {
        var feed = Feed(Array(0..<60))
        for first in 0..<18 { feed.look(first) }
        feed.items.insert(contentsOf: 100..<131, at: 0)
        for first in 18..<48 where feed.seen.count < 50 { feed.look(first) }
        for _ in 0..<2 { feed.refresh() }
        var answersLeft = answers
        feed.change = { items in
            answersLeft -= 1
            if answersLeft == 0 { items.removeAll { $0 == gone } }
        }
        for _ in 0..<2 {
            feed.refresh()
            let unseen = feed.items.filter { !feed.seen.contains($0) }
            #expect(unseen.starts(with: feed.shown.dropFirst(feed.seen.count).filter { $0 != gone }))
        }
    }

    @Test(arguments: [Habit.range, .atMostSix, .pagesOfSeven], 0..<60)
    func `Rows that go during a walk hide none that stay`(_ habit: Habit, _ seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let size = [2, 5, 20][seed % 3]
        let count = Int.random(in: 0...300, using: &random)
        var feed = Feed(Array(1000..<1000 + count), habit, tellsTotal: seed % 2 == 0, pageSize: size)
        var place = 0
        for turn in 0..<50 {
            let (seen, before) = (feed.seen, feed.items)
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                feed.items.insert(
                    contentsOf: (0..<Int.random(in: 1...6, using: &random)).map { -10 * turn - $0 }, at: 0)
            case 1, 2:
                var (chance, answersLeft) = (random, 4)
                feed.change = { items in
                    answersLeft -= 1
                    if answersLeft > 0 { items.removeAll { _ in Int.random(in: 0..<25, using: &chance) == 0 } }
                }
                feed.refresh()
                feed.change = { _ in }
                let unseen = feed.items.filter { before.contains($0) && !seen.contains($0) }
                #expect(unseen.starts(with: feed.shown.dropFirst(seen.count).filter(unseen.contains)))
            default:
                place = max(0, min(feed.shown.count - 2, place + Int.random(in: -2...8, using: &random)))
                feed.look(place)
            }
            #expect(feed.shown.starts(with: seen))
            #expect(Set(feed.shown).count == feed.shown.count)
            #expect(feed.machine.phase == .idle)
        }
    }
}
