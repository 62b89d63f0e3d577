import PagingTesting
import Testing

@testable import Paging

/// Lists that begin elsewhere than at their top, as an app has them.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct BeginningAnywhereTests {
    private let policy = LoadPolicy(pageSize: 20, preloads: false)

    private func list(
        _ source: some PageSource<Row>, at place: StartingPlace, behavior: ListBehavior = .fixed
    ) -> PagedList<Row> {
        let list = PagedList(
            source, startingAt: place, behavior: behavior, policy: policy, clock: VirtualClock(), seed: 1)
        list.viewport(0..<8)
        return list
    }

    @Test func `At its end, and up from there`() async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .end)
        await until { list.count == 20 }
        #expect(list.startingPosition == 19 && list.peek(19)?.id == 999)
        #expect(list.isEndKnown && !list.isStartKnown)
        guard case .complete = list.loadStates.after, case .idle = list.loadStates.before else {
            Issue.record("\(list.loadStates)")
            return
        }
        let slot = list.slotID(at: 2)
        list.viewport(0..<8)
        await until { list.count == 40 }
        #expect(list.slotID(at: 22) == slot && list.peek(22)?.id == 982 && list.peek(0)?.id == 960)
        #expect(channel.requests == 2)
    }

    @Test func `At an item, which views then show first`() async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .id(500))
        var places: [Int] = []
        let observation = list.observe { change in
            if change.before.isEmpty, !change.after.isEmpty { places.append(list.startingPosition) }
        }
        defer { observation.cancel() }
        await until { list.count > 0 }
        await list.settle()
        #expect(list.peek(list.startingPosition)?.id == 500)
        // Known by the time that the first rows are told of.
        #expect(places == [10])
    }

    @Test func `At an item of a list by position, by one request, with all of its extent`() async throws {
        let channel = Channel(1_000, hasPositions: true)
        struct Placed: PageSource {
            let channel: Channel
            let capabilities: SourceCapabilities = .positions
            func page(for request: PageRequest) async throws -> Page<Row> { try await channel.page(request) }
        }
        let list = list(Placed(channel: channel), at: .id(500))
        await until { list.count == 1_000 }
        #expect(list.startingPosition == 500 && list.peek(500)?.id == 500)
        #expect(list.isStartKnown && list.isEndKnown)
        await list.settle()
        #expect(channel.requests == 1)
    }

    @Test func `Positions and totals of pages that are read in order say nothing of what is above`() async throws {
        let channel = Channel(1_000, hasPositions: true)
        let list = list(channel.source(), at: .id(500))
        await until { list.count > 0 }
        #expect(list.peek(list.startingPosition)?.id == 500)
        list.viewport(15..<20)
        await until { list.count >= 40 }
        #expect(list.count == 40 && !list.isEndKnown)
    }

    @Test func `What a source lacks is said by its name`() async throws {
        let list = list(Channel(100).source(upwards: false), at: .id(50))
        await until { list.state.error != nil }
        #expect("\(list.state.error!)".contains("cannot find row 50"))
        let other = self.list(Channel(100).source(upwards: false), at: .end)
        await until { other.state.error != nil }
        #expect("\(other.state.error!)".contains("where its list ends"))
    }

    @Test func `An answer that does not have the item is not shown as though it had`() async throws {
        let channel = Channel(100)
        let source = CursorSource<Row> {
            try await channel.page(.after($0, limit: $1))
        } around: { _, limit in
            try await channel.page(.after(nil, limit: limit))
        }
        let list = list(source, at: .id(50))
        await until { list.state.error != nil }
        #expect((list.state.error as? RowNotFound)?.id == "50")
        #expect(list.count == 0)
    }

    @Test func `More above is asked for explicitly, and each direction has its own state`() async throws {
        let channel = Channel(50)
        let source = channel.source()
        let list = PagedList(
            source, startingAt: .id(25), policy: LoadPolicy(pageSize: 20, loadsAutomatically: false),
            clock: VirtualClock())
        try await list.loadMore()
        #expect(list.count == 20)
        try await list.loadMore(.before)
        #expect(list.count == 35 && list.isStartKnown)
        guard case .complete = list.loadStates.before, case .idle = list.loadStates.after else {
            Issue.record("\(list.loadStates)")
            return
        }
        let asked = channel.requests
        try await list.loadMore(.before)
        #expect(channel.requests == asked)
        try await list.loadMore(.after)
        #expect(list.count == 50)
    }

    @Test func `The first rows that are asked for may be those above`() async throws {
        let list = PagedList(
            Channel(50).source(), startingAt: .id(25), policy: LoadPolicy(pageSize: 20, loadsAutomatically: false),
            clock: VirtualClock())
        try await list.loadMore(.before)
        #expect(list.count == 35 && list.isStartKnown)
    }

    @Test func `Rows above that wait for a place among the requests are said to load`() async throws {
        let source = ScriptedSource<Row>(capabilities: .cursors)
        let list = PagedList(
            source, startingAt: .id(10),
            policy: LoadPolicy(pageSize: 4, maximumRequestsInFlight: 1, loadsAutomatically: false),
            clock: VirtualClock())
        let first = Task { try await list.loadMore() }
        await source.nextCall().answer(
            Page((8..<12).map { Row(id: $0) }, continuation: .next("11"), beginning: .previous("8")))
        try await first.value
        let below = Task { try await list.loadMore(.after) }
        let call = await source.nextCall()
        let above = Task { try await list.loadMore(.before) }
        await until { if case .loading = list.loadStates.before { true } else { false } }
        call.answer(Page((12..<16).map { Row(id: $0) }, continuation: .end, beginning: .previous("12")))
        try await below.value
        await source.nextCall().answer(Page((4..<8).map { Row(id: $0) }, continuation: .next("7"), beginning: .start))
        try await above.value
        guard case .complete = list.loadStates.before else {
            Issue.record("\(list.loadStates)")
            return
        }
    }

    @Test func `Where no answer says what comes before, that is the error`() async throws {
        let channel = Channel(50)
        let source = CursorSource<Row> {
            try await channel.page(.after($0, limit: $1))
        } around: { id, limit in
            var page = try await channel.page(.around(Cursor(id), limit: limit))
            page.beginning = .unspecified
            return page
        }
        let list = list(source, at: .id(25))
        await until { list.count == 20 }
        await #expect(throws: PageDefect.noWayAbove) { try await list.loadMore(.before) }
    }

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)])
    func `What is above is asked for again after a failure that may pass`(behavior: ListBehavior) async throws {
        let channel = Channel(1_000)
        let hand = LoadPolicy(
            pageSize: 20, loadsAutomatically: false, preloads: false,
            retry: RetryPolicy(attempts: 3, firstDelay: .milliseconds(1)))
        let list = PagedList(channel.source(), startingAt: .id(500), behavior: behavior, policy: hand)
        try await list.loadMore()
        let count = list.count
        channel.failing.withLock { $0 = (2, true) }
        try await list.loadMore(.before)
        #expect(list.count > count)
    }

    @Test func `What failed above is told as the source threw it`() async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .id(500))
        await until { list.count >= 20 }
        channel.failing.withLock { $0 = (.max, false) }
        list.viewport(0..<8)
        var failure: (any Error)? { if case .failed(let error) = list.loadStates.before { error } else { nil } }
        await until { failure != nil }
        #expect(failure as? Busy == Busy(isTransient: false))
    }

    // MARK: Unseen below

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)])
    func `Rows that a refresh brings below the end on screen are unseen, those above are not`(
        behavior: ListBehavior
    ) async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .end, behavior: behavior)
        await until { list.count >= 20 }
        list.viewport(list.count - 8..<list.count)
        try await list.loadMore(.before)
        #expect(list.unseenBelow == 0)
        let last = try #require(list.position(ofID: 999))
        list.viewport(last - 7..<last + 1)
        channel.rows.withLock { rows in rows += (1_000..<1_003).map { Row(id: $0, text: "new") } }
        try await list.refresh()
        // Rows behind the screen may come after the refresh has ended.
        await until { list.count == last + 4 }
        #expect(list.position(ofID: 1_002) == last + 3)
        #expect(list.unseenBelow == 3)
        list.viewport(list.count - 8..<list.count)
        #expect(list.unseenBelow == 0)
    }

    /// A conversation that is read some rows above its end: the page that is on screen is not the one that tells.
    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)], [10, 30, 90])
    func `Rows that a refresh finds behind the end are unseen, however far above it the reader is`(
        behavior: ListBehavior, above: Int
    ) async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .end, behavior: behavior)
        await list.settle()
        while list.count < above + 40 {
            list.viewport(0..<8)
            try await list.loadMore(.before)
            await list.settle()
        }
        let last = try #require(list.position(ofID: 999))
        list.viewport(last - above - 7..<last - above + 1)
        await list.settle()
        channel.rows.withLock { rows in rows += (1_000..<1_003).map { Row(id: $0, text: "new") } }
        try await list.refresh()
        await list.settle()
        #expect(list.unseenBelow == 3)
        #expect(list.position(ofID: 1_002) == list.position(ofID: 999).map { $0 + 3 })
    }

    // MARK: Saved

    @Test func `A list that began in the middle goes on in both directions after a restart`() async throws {
        let channel = Channel(1_000)
        let list = list(channel.source(), at: .id(500), behavior: ListBehavior(membership: .changes))
        await until { list.count >= 20 }
        list.viewport(0..<8)
        await until { list.count >= 40 }
        let state = try FeedState<Row, Int>(json: list.saved().json())
        let restored = try PagedList(
            channel.source(), restoring: state, behavior: ListBehavior(membership: .changes), policy: policy,
            clock: VirtualClock())
        #expect(restored.count == list.count && !restored.isStartKnown)
        let (first, last) = (restored.peek(0)!.id, restored.peek(restored.count - 1)!.id)
        restored.viewport(0..<8)
        await until { restored.peek(0).map { $0.id < first } ?? false }
        restored.viewport(restored.count - 5..<restored.count)
        await until { restored.peek(restored.count - 1).map { $0.id > last } ?? true }
        let ids = (0..<restored.count).compactMap { restored.peek($0)?.id }
        #expect(ids == Array(ids.first!...ids.last!))
    }
}
