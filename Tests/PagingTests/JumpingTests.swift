import PagingTesting
import Testing

@testable import Paging

/// Going elsewhere in a list while it is open.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct JumpingTests {
    private let policy = LoadPolicy(pageSize: 20, preloads: false)

    private func list(
        _ source: some PageSource<Row>, at place: StartingPlace, behavior: ListBehavior = .fixed
    ) -> PagedList<Row> {
        let list = PagedList(
            source, startingAt: place, behavior: behavior, policy: policy, clock: VirtualClock(), seed: 1)
        list.viewport(0..<8)
        return list
    }

    @Test(arguments: [true, false])
    func `A jump past the end goes to the last row that there is`(tellsTotal: Bool) async throws {
        let list = PagedList(
            PositionSource { range in
                var page = page(range, of: 11)
                if !tellsTotal { (page.position, page.total) = (range.lowerBound, nil) }
                return page
            }, policy: policy, clock: VirtualClock(), seed: 1)
        #expect(try await list.jump(to: .position(61)) == list.count - 1)
        #expect(list.count > 0)
    }

    @Test func `A jump to what is loaded asks for nothing; to what is not, rows stay until others have come`()
        async throws
    {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .start)
        await until { list.count == 20 }
        #expect(try await list.jump(to: .id(15)) == 15)
        #expect(channel.requests == 1)
        var changes: [ListChange<Row>] = []
        let observation = list.observe { changes.append($0) }
        defer { observation.cancel() }
        // The first says what is there.
        changes = []
        let place = try await list.jump(to: .id(700))
        #expect(list.peek(place)?.id == 700 && list.startingPosition == place)
        // In one change: the rows that were there stayed until then.
        #expect(changes.map(\.reason) == [.replacement])
        #expect(changes.first?.before[15]?.id == 15 && changes.first?.after[place]?.id == 700)
        list.viewport(0..<8)
        await until { list.count == 40 }
        #expect(list.peek(0)?.id == 670)
        #expect(try await list.jump(to: .end) >= 0)
        #expect(list.peek(list.startingPosition)?.id == 999)
    }

    @Test func `A jump to a row that is gone leaves the list as it was, and in use`() async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .start)
        await until { list.count == 20 }
        await #expect(throws: RowNotFound.self) { try await list.jump(to: .id(5_000)) }
        #expect(list.state.error == nil && !list.showsPreviousSource && list.peek(15)?.id == 15)
        list.viewport(15..<23)
        await until { list.count == 40 }
        #expect(list.peek(39)?.id == 39)
        let place = try await list.jump(to: .id(700))
        #expect(list.peek(place)?.id == 700)
    }

    @Test func `What a reader inserts is shown though a jump in a list without rows has failed`() async throws {
        let isOffline = Locked(false)
        let source = PositionSource { range -> Page<Row> in
            if isOffline.withLock({ $0 }) { throw ServerError(isTransient: false) }
            return Page([], at: range.lowerBound, total: 0)
        }
        let list = list(source, at: .start)
        await list.settle()
        isOffline.withLock { $0 = true }
        await #expect(throws: (any Error).self) { try await list.jump(to: .end) }
        try list.insert(Row(id: 7), at: .end)
        #expect(list.rows.map { $0?.id } == [7] && !list.showsPreviousSource)
    }

    @Test func `While a jump waits for its rows, the list is read on`() async throws {
        let channel = Channel(1_000)
        let gate = RequestGate()
        let list = list(channel.source(behind: gate), at: .start)
        await until { list.count == 20 }
        let jump = await started { try await list.jump(to: .id(700)) }
        await list.settle()
        #expect(gate.waiting == 1)
        list.viewport(15..<23)
        await until { list.count == 40 }
        gate.open()
        let place = try await jump.value
        #expect(list.peek(place)?.id == 700)
        // The page that was found is the first one of the list from there on.
        #expect(channel.requests == 3)
    }

    @Test func `A jump that another one overtakes is cancelled`() async throws {
        let channel = Channel(1_000)
        let gate = RequestGate()
        let list = list(channel.source(behind: gate), at: .start)
        await until { list.count == 20 }
        let first = await started { try await list.jump(to: .id(300)) }
        await list.settle()
        #expect(gate.waiting == 1)
        let second = await started { try await list.jump(to: .id(700)) }
        await list.settle()
        #expect(gate.waiting == 2)
        gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        let place = try await second.value
        #expect(list.peek(place)?.id == 700)
    }

    @Test func `A failed request of a jump is repeated as any other is`() async throws {
        let channel = Channel(1_000)
        let policy = LoadPolicy(
            pageSize: 20, preloads: false, retry: RetryPolicy(attempts: 3, firstDelay: .milliseconds(1)))
        let list = PagedList(channel.source(), startingAt: .start, policy: policy)
        list.viewport(0..<8)
        await until { list.count == 20 }
        channel.failing.withLock { $0 = (2, true) }
        try await list.jump(to: .end)
        #expect(list.peek(list.startingPosition)?.id == 999)
        channel.failing.withLock { $0 = (100, true) }
        try await list.jump(to: .start)
        let before = channel.requests
        await #expect(throws: Busy(isTransient: true)) { try await list.jump(to: .end) }
        #expect(channel.requests == before + policy.retry.attempts && list.state.error == nil && list.peek(0)?.id == 0)
    }

    @Test func `The starting position goes where its row goes`() async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .id(500), behavior: ListBehavior(membership: .changes))
        await until { list.count > 0 }
        list.viewport(list.startingPosition..<list.startingPosition + 8)
        try await list.loadMore(.before)
        #expect(list.startingPosition > 10 && list.peek(list.startingPosition)?.id == 500)
    }

    @Test func `The end of a list that says how long it is is asked for, not walked to`() async throws {
        let channel = Channel(2_000, hasPositions: true)
        let list = list(channel.source(), at: .start)
        await until { list.count == 2_000 }
        let place = try await list.jump(to: .end)
        #expect(list.peek(place)?.id == 1_999 && channel.requests <= 3)
    }

    @Test func `A list whose order is a snapshot jumps by reading that anew`() async throws {
        struct Snapshots: KeyedPageSource, SnapshotPageSource {
            let capabilities: SourceCapabilities = [.identifiers, .snapshots]
            func page(for request: PageRequest) async throws -> Page<Row> { throw Busy(isTransient: false) }
            func items(withIDs ids: sending [Int]) async throws -> [Row] {
                ids.map { Row(id: $0, text: "message \($0)") }
            }
            func snapshot() async throws -> ListSnapshot<Int> { ListSnapshot(Array(0..<1_000)) }
        }
        let list = list(Snapshots(), at: .start, behavior: ListBehavior(membership: .changes))
        await until { list.count == 1_000 && list.peek(7) != nil }
        try await list.jump(to: .id(900))
        #expect(list.count == 1_000 && !list.showsPreviousSource)
    }

    @Test func `A server that asks a jump to leave it alone is asked by the list neither`() async throws {
        let channel = Channel(1_000)
        let clock = VirtualClock()
        // The jump's second request is held back: its refusal would have the list wait for another minute, where it comes first.
        let (gate, refusals) = (RequestGate(), Locked(0))
        let list = PagedList(
            CursorSource<Row> {
                try await channel.page(.after($0, limit: $1))
            } before: {
                try await channel.page(.before($0, limit: $1))
            } around: { id, _ in
                channel.asked.withLock { $0.append(.around(Cursor(id), limit: 0)) }
                let isFirst = refusals.withLock { refusals in
                    refusals += 1
                    return refusals == 1
                }
                if !isFirst { await gate.wait() }
                throw Busy(isTransient: true, retryAfter: .seconds(60))
            }, startingAt: .start, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<8)
        await until { list.count == 20 }
        let jump = await started { try await list.jump(to: .id(700)) }
        await list.settle()
        list.viewport(15..<23)
        await list.settle()
        #expect(list.inFlight.isEmpty && channel.requests == 2)
        // A minute later both are asked for again.
        clock.advance(by: .seconds(61))
        await list.settle()
        #expect(list.count == 40)
        jump.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await jump.value }
        #expect(channel.requests <= 4)
    }
}
