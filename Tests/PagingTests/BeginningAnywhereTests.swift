import PagingTesting
import Testing

@testable import Paging

/// Lists that begin elsewhere than at their top, as an app has them.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct BeginningAnywhereTests {
    /// A channel of messages, read by cursors in both directions; a cursor is a message's identifier.
    private final class Channel: Sendable {
        let rows: Locked<[Row]>
        let asked = Locked<[PageRequest]>([])
        /// How many of the next requests upwards fail, and whether it is of use to ask again.
        let failing = Locked((count: 0, isTransient: true))
        /// Whether rows have positions too.
        let hasPositions: Bool

        init(_ count: Int, hasPositions: Bool = false) {
            rows = Locked((0..<count).map { Row(id: $0, text: "message \($0)") })
            self.hasPositions = hasPositions
        }

        func source(upwards: Bool = true) -> CursorSource<Row> {
            guard upwards else { return CursorSource { try await self.page(.after($0, limit: $1)) } }
            return CursorSource {
                try await self.page(.after($0, limit: $1))
            } before: {
                try await self.page(.before($0, limit: $1))
            } around: {
                try await self.page(.around(Cursor($0), limit: $1))
            }
        }

        func page(_ request: PageRequest) async throws -> Page<Row> {
            asked.withLock { $0.append(request) }
            if case .before = request {
                let (fails, isTransient) = failing.withLock { failing in
                    failing.count -= 1
                    return (failing.count >= 0, failing.isTransient)
                }
                if fails { throw Busy(isTransient: isTransient) }
            }
            let rows = rows.withLock { $0 }
            func place(_ cursor: Cursor) -> Int { rows.firstIndex { "\($0.id)" == cursor.description } ?? 0 }
            let range: Range<Int> =
                switch request {
                case .positions(let range): range
                case .after(let cursor, let limit):
                    cursor.map { place($0) + 1..<place($0) + 1 + limit } ?? 0..<limit
                case .before(let cursor, let limit):
                    max(0, (cursor.map(place) ?? rows.count) - limit)..<(cursor.map(place) ?? rows.count)
                case .around(let id, let limit):
                    max(0, place(id) - limit / 2)..<max(0, place(id) - limit / 2) + limit
                }
            let inside = range.clamped(to: 0..<rows.count)
            var page = Page(Array(rows[inside]))
            page.continuation = inside.upperBound < rows.count ? .next(Cursor("\(rows[inside].last!.id)")) : .end
            page.beginning = inside.lowerBound > 0 ? .previous(Cursor("\(rows[inside].first!.id)")) : .start
            if hasPositions { (page.position, page.total) = (inside.lowerBound, rows.count) }
            return page
        }

        var requests: Int { asked.withLock { $0.count } }
    }

    private struct Busy: LoadError, Equatable {
        let isTransient: Bool
        var retryAfter: Duration? { nil }
    }

    /// Holds requests back until it is opened.
    private final class Gate: Sendable {
        private let state = Locked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

        var waiting: Int { state.withLock { $0.waiting.count } }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                defer { state = (true, []) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

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
        await until { !places.isEmpty }
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
        for _ in 0..<20 { await Task.yield() }
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

    // MARK: Elsewhere while it is open

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

    @Test func `While a jump waits for its rows, the list is read on`() async throws {
        let channel = Channel(1_000)
        let gate = Gate()
        let source = CursorSource<Row> {
            try await channel.page(.after($0, limit: $1))
        } before: {
            try await channel.page(.before($0, limit: $1))
        } around: {
            await gate.wait()
            return try await channel.page(.around(Cursor($0), limit: $1))
        }
        let list = list(source, at: .start)
        await until { list.count == 20 }
        let jump = Task { try await list.jump(to: .id(700)) }
        while gate.waiting < 1 { await Task.yield() }
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
        let gate = Gate()
        let source = CursorSource<Row> {
            try await channel.page(.after($0, limit: $1))
        } before: {
            try await channel.page(.before($0, limit: $1))
        } around: {
            await gate.wait()
            return try await channel.page(.around(Cursor($0), limit: $1))
        }
        let list = list(source, at: .start)
        await until { list.count == 20 }
        let first = Task { try await list.jump(to: .id(300)) }
        while gate.waiting < 1 { await Task.yield() }
        let second = Task { try await list.jump(to: .id(700)) }
        while gate.waiting < 2 { await Task.yield() }
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
        await until { list.position(ofID: 1_002) != nil }
        #expect(list.unseenBelow == 3)
        list.viewport(list.count - 8..<list.count)
        #expect(list.unseenBelow == 0)
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
