internal import Paging

/// A random reader or app with a list of the source, and its history.
@MainActor
struct ListTrialRun<Source: PageSource> where Source.Element: Identifiable, Source.Element.ID: Sendable {
    let trial: ListTrial<Source>
    let list: PagedList<Source.Element>
    let seed: UInt64
    /// `true` if an app loads the rows page by page, `false` if they load for a reader's viewport.
    let isByHand: Bool
    /// The rows on screen.
    var screen = 0..<0
    var history: [String] = []
    private let clock = VirtualClock()
    private var random: SplitMix64

    init(_ trial: ListTrial<Source>, seed: UInt64) {
        (self.trial, self.seed) = (trial, seed)
        random = SplitMix64(seed: seed ^ 0x5eed)
        isByHand = random.next() % 3 == 0
        let policy = LoadPolicy(
            pageSize: [1, 2, 3, 10, 25, 50][Int(random.next() % 6)], loadsAutomatically: !isByHand,
            preloads: random.next() % 2 == 0)
        list = PagedList(trial.source(), behavior: trial.behavior, policy: policy, clock: clock, seed: seed)
        history.append("\(policy.pageSize) rows a page\(isByHand ? ", loaded by hand" : "")")
    }

    mutating func run() async throws {
        for _ in 0..<4 + random.next() % 12 {
            try await step()
            // Sometimes the reader moves on before all rows are loaded.
            if random.next() % 4 > 0 { try await rest() }
        }
        try await rest()
        if isByHand { try await loadAll() }
    }

    private mutating func step() async throws {
        switch isByHand ? 3 + random.next() % 2 : random.next() % 6 {
        case 0: look(at: screen.lowerBound + roll(21) - 10, "scroll to")
        case 1:
            let landing = roll(list.count + 1)
            for part in 1...3 {
                look(at: screen.lowerBound + (landing - screen.lowerBound) * part / 3, "fling past", landing: landing)
            }
        case 2: look(at: roll(list.count + 1), "jump to")
        case 3: try await finish("loadMore") { try await $0.loadMore() }
        case 4: try await finish("refresh") { try await $0.refresh() }
        default: look(at: 0, "top")
        }
    }

    private mutating func roll(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

    private mutating func look(at row: Int, _ how: String, landing: Int? = nil) {
        let start = min(max(0, row), list.count)
        screen = start..<start + 8
        history.append("\(how) \(screen)")
        list.viewport(screen, landing: landing.map { $0..<$0 + 8 })
    }

    /// Starts a load and waits until the list settles. The load must have ended by then.
    private mutating func finish(
        _ what: String, _ work: @escaping @MainActor (PagedList<Source.Element>) async throws -> Void
    ) async throws {
        history.append(what)
        let task = await started { [list] in try await work(list) }
        try await rest()
        if list.isAwaited { throw failure(.told, "\(what) has no end") }
        do { try await task.value } catch { throw failure(.told, "\(what) failed: \(error)") }
    }

    private mutating func loadAll() async throws {
        // Each load adds at least a row, except that the last one may only find the end.
        for _ in 0...trial.rows.count + 1 where !list.isComplete {
            try await finish("loadMore") { try await $0.loadMore() }
        }
        let loaded = list.rows.loadedCount
        if !list.isComplete { throw failure(.oneStretch, "the list is not complete after \(loaded) rows") }
        if loaded != trial.rows.count {
            throw failure(.oneStretch, "a complete list has \(loaded) rows, and the source \(trial.rows.count)")
        }
    }

    /// Waits until the list and its retries have settled, and checks the laws.
    private mutating func rest() async throws {
        let (first, place) = (
            list.count > screen.lowerBound ? list.peek(screen.lowerBound)?.id : nil, screen.lowerBound
        )
        await list.settle()
        var wakes = 0
        while wakes < 50, clock.advanceToNextSleeper() {
            wakes += 1
            await list.settle()
        }
        let requests = list.counters.requests
        for _ in 0..<5 where clock.advanceToNextSleeper() { await list.settle() }
        if list.counters.requests > requests {
            throw failure(.requestsEnd, "\(requests) requests were made, and there are more without an end")
        }
        if let first, place < list.count, let now = list.peek(place)?.id, now != first,
            list.rows.contains(where: { $0?.id == first })
        {
            throw failure(.firstRowStays, "row \(first) was the first on screen, and now is elsewhere")
        }
        try check()
    }
}
