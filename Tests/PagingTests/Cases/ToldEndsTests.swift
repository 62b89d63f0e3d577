import Paging
import PagingTesting
import Testing

@testable import Paging

/// Every end of loading reaches the observers of a list's changes, also where no row says so.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ToldEndsTests {
    private let clock = VirtualClock()
    private let policy = LoadPolicy(preloads: false)

    /// The changes of a list, as an observer gets them.
    private final class Seen {
        var changes: [ListChange<Row>] = []
    }

    private func observed(_ list: PagedList<Row>) -> (seen: Seen, observation: ListObservation) {
        let seen = Seen()
        return (seen, list.observe { seen.changes.append($0) })
    }

    @Test func `A first load that fails is a change whose update is empty`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        let (seen, observation) = observed(list)
        defer { observation.cancel() }
        list.viewport(0..<20)
        await source.nextCall().fail(ServerError(isTransient: false))
        await list.settle()
        #expect(seen.changes.last?.reason == .failure && seen.changes.last?.update.isEmpty == true)
        #expect(list.state.error as? ServerError == ServerError(isTransient: false))

        let told = seen.changes.count
        list.retry()
        await source.nextCall().fail(ServerError(isTransient: false))
        await list.settle()
        #expect(seen.changes.count == told + 1 && seen.changes.last?.reason == .failure)
    }

    @Test func `The end of a list is told where no row came with it`() async {
        let list = PagedList(RowServer([]), policy: policy, clock: clock, seed: 1)
        let (seen, observation) = observed(list)
        defer { observation.cancel() }
        list.viewport(0..<20)
        await list.settle()
        #expect(list.isEndKnown && list.isEmpty)
        #expect(seen.changes.last?.reason == .arrival && seen.changes.count == 2)
    }

    @Test func `A refresh of an empty list tells that it is over, and that it failed`() async throws {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<20)
        await source.nextCall().answer(total: 0)
        await list.settle()
        let (seen, observation) = observed(list)
        defer { observation.cancel() }
        let refresh = Task { try await list.refresh() }
        await source.nextCall().answer(total: 0)
        try await refresh.value
        #expect(seen.changes.last?.reason == .refresh && seen.changes.count == 2)
        let failing = Task { try await list.refresh() }
        await source.nextCall().fail(ServerError(isTransient: false))
        await #expect(throws: ServerError.self) { try await failing.value }
        #expect(seen.changes.last?.reason == .failure && seen.changes.count == 3)
    }

    @Test func `A cancellation that the list did not ask for passes`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<20)
        await source.nextCall().fail(CancellationError())
        await list.settle()
        #expect(clock.sleeperCount > 0)
        clock.advance(by: .seconds(10))
        await source.nextCall().answer(total: 30)
        await list.settle()
        #expect(list.count == 30 && list.state.error == nil)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `A reader of changes never waits for ever`(seed: UInt64) async {
        let answers = Answers(seed: seed)
        // One request at a time, so that a seed's answers come in one order.
        let policy = LoadPolicy(maximumRequestsInFlight: 1, preloads: false)
        let list = PagedList(answers, behavior: answers.behavior, policy: policy, clock: clock, seed: 1)
        if answers.hides { list.hide { $0.id % 3 != 2 } }
        let screen = answers.screen
        #expect(await hears(list, of: screen) { list.viewport(screen) }, "seed \(seed): a first look")
        for _ in 0..<3 {
            #expect(await hears(list, of: screen) { list.retry() }, "seed \(seed): a look after a retry")
            var hasEnded = await ends(list, clock) { try await list.refresh() }
            #expect(hasEnded, "seed \(seed): a refresh")
            hasEnded = await ends(list, clock) { try await list.loadMore() }
            #expect(hasEnded, "seed \(seed): more")
        }
    }

    /// Whether an observer of changes alone learns that rows are loaded, or why not.
    private func hears(_ list: PagedList<Row>, of rows: Range<Int>, _ act: () -> Void) async -> Bool {
        var isOver = false
        act()
        let observation = list.observe { _ in
            // As a view does, which draws the same rows again.
            list.viewport(rows)
            isOver = list.isOver(rows)
        }
        defer { observation.cancel() }
        await silence(of: list, clock) { isOver }
        return isOver
    }
}

/// A small server that fails, ends early and changes its length, by a seed.
private final class Answers: PageSource {
    let capabilities: SourceCapabilities = .positions
    let behavior: ListBehavior
    let hides: Bool
    let screen: Range<Int>
    private let random: Locked<SplitMix64>

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        behavior = [
            .fixed, ListBehavior(membership: .changes, content: .changes), ListBehavior(membership: .growsOnTop),
        ].randomElement(using: &random)!
        hides = Int.random(in: 0..<4, using: &random) == 0
        let start = [0, 0, 0, 5, 40].randomElement(using: &random)!
        screen = start..<start + Int.random(in: 1...20, using: &random)
        self.random = Locked(random)
    }

    func page(for request: PageRequest) async throws -> Page<Row> {
        guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
        return try random.withLock { random in
            switch Int.random(in: 0..<10, using: &random) {
            case 0: throw ServerError(isTransient: true)
            case 1: throw ServerError(isTransient: false)
            case 2: throw CancellationError()
            case 3: return Page([])
            default: break
            }
            let total = [0, 1, 2, 19, 20, 21, 50, 51].randomElement(using: &random)!
            let rows = range.clamped(to: 0..<total).map { Row(id: $0) }
            return Page(rows, at: range.lowerBound, total: Bool.random(using: &random) ? total : nil)
        }
    }
}

extension PagedList<Row> {
    /// Whether nothing more comes of waiting for rows: they are loaded, have failed, or are past the end.
    fileprivate func isOver(_ rows: Range<Int>) -> Bool {
        if state.error != nil || hasPausedLoading || isEndKnown && count < rows.upperBound { return true }
        return count >= rows.upperBound
            && rows.allSatisfy {
                switch state(at: $0) {
                case .loaded, .failed: true
                case .placeholder, .loading: false
                }
            }
    }
}
