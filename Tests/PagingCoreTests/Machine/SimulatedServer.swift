import PagingCore

/// A server for the machine's tests: a list of numbers, each its own identifier, with the capabilities a test chooses.
struct SimulatedServer {
    enum Outcome {
        case page(Page<Int>)
        case failure(isTransient: Bool, retryAfter: Double?)
    }

    /// Faults of a server. Each is drawn with probability 1/8 per answer where it is in the set.
    struct Faults: OptionSet {
        let rawValue: Int
        static let fails = Faults(rawValue: 1)
        static let negativeTotal = Faults(rawValue: 2)
        static let wrongTotal = Faults(rawValue: 4)
        static let shortPages = Faults(rawValue: 8)
        static let longPages = Faults(rawValue: 16)
        static let emptyPages = Faults(rawValue: 32)
        static let duplicates = Faults(rawValue: 64)
        static let repeatedCursors = Faults(rawValue: 128)
        static let misplaced = Faults(rawValue: 256)
        static let endsEarly = Faults(rawValue: 512)
        static let rateLimits = Faults(rawValue: 1024)
        static let all = Faults(rawValue: 2047)
        /// Faults of a well-meant server that do not change the list.
        static let harmless: Faults = [.fails, .shortPages, .longPages, .rateLimits]
    }

    var items: [Int]
    var tellsTotal = true
    var tellsContinuation = true
    var isRandom = true
    var faults: Faults = []
    /// The most rows one answer holds.
    var limit = 500
    var random: SplitMix64

    init(count: Int, seed: UInt64) {
        items = (0..<count).map { $0 * 7 + 1 }
        random = SplitMix64(seed: seed)
    }

    var capabilities: SourceCapabilities { isRandom ? .positions : .cursors }

    mutating func answer(_ request: PageRequest) -> Outcome {
        if happens(.fails) { return .failure(isTransient: chance(0.7), retryAfter: nil) }
        if happens(.rateLimits) { return .failure(isTransient: true, retryAfter: 700) }
        switch request {
        case .positions(let range): return .page(page(from: range.lowerBound, asked: range.count))
        case .after(let cursor, let limit):
            let start = cursor.flatMap { Int("\($0)") } ?? 0
            return .page(page(from: start, asked: limit))
        case .before(let cursor, let limit):
            let end = cursor.flatMap { Int("\($0)") } ?? items.count
            let start = max(0, end - min(limit, self.limit))
            return .page(page(from: start, asked: end - start))
        case .around(let id, let limit):
            return .page(page(from: max(0, (Int("\(id)") ?? 0) - limit / 2), asked: limit))
        }
    }

    private mutating func page(from asked: Int, asked count: Int) -> Page<Int> {
        var count = min(count, limit)
        if happens(.shortPages) { count = max(1, count / 2) }
        if happens(.longPages) { count += 13 }
        if happens(.emptyPages) { count = 0 }
        let start = min(asked, items.count)
        let end = min(start + count, items.count)
        var page = Page(Array(items[start..<end]), at: isRandom ? start : nil)
        if tellsTotal { page.total = items.count }
        if tellsContinuation || !isRandom { page.continuation = end < items.count ? next(end) : .end }
        if !isRandom { page.beginning = start > 0 ? .previous(Cursor("\(start)")) : .start }
        if happens(.negativeTotal) { page.total = -3 }
        if happens(.wrongTotal) { page.total = Int.random(in: 0...2 * items.count, using: &random) }
        if happens(.misplaced), isRandom { page.position = Int.random(in: -5...items.count, using: &random) }
        if happens(.duplicates), let any = items.randomElement(using: &random), !page.items.isEmpty {
            page.items[page.items.count / 2] = any
        }
        if happens(.repeatedCursors), !isRandom { page.continuation = next(start) }
        if happens(.repeatedCursors), !isRandom, start > 0 { page.beginning = .previous(Cursor("\(end)")) }
        if happens(.endsEarly) { page.continuation = .end }
        return page
    }

    private func next(_ position: Int) -> Page<Int>.Continuation { isRandom ? .more : .next(Cursor("\(position)")) }

    private mutating func happens(_ fault: Faults) -> Bool { faults.contains(fault) && chance(0.125) }
    private mutating func chance(_ probability: Double) -> Bool { random.nextUnit() < probability }
}
