import Paging
import PagingTesting
import Testing

@testable import Paging

/// Lists by position that begin at their end, or past it, and servers that ignore positions.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EndByPositionTests {
    private let clock = VirtualClock()
    private let policy = LoadPolicy(pageSize: 10, preloads: false)

    @Test(arguments: [0, 1, 9, 10, 11, 500])
    func `The end is found by the total, and no row is asked for that no list has`(count: Int) async {
        let feed = Feed(0..<count, tellsTotal: true)
        let list = PagedList(feed, startingAt: .end, policy: policy, clock: clock, seed: 1)
        list.viewport(list.startingPosition..<list.startingPosition + 5)
        await list.settle()
        let last = list.startingPosition
        #expect(last == max(0, count - 1))
        #expect(count == 0 || list.peek(last)?.id == count - 1)
        #expect(feed.asked.withLock { $0 }.allSatisfy { $0.upperBound <= max(count, 10) })
    }

    @Test func `A page behind the end that comes before the first one does not say where the list begins`() async {
        let isFirst = Locked(true)
        let source = PositionSource { range -> Page<Row> in
            let fails = isFirst.withLock { first in
                defer { if range.lowerBound == 0 { first = false } }
                return first && range.lowerBound == 0
            }
            if fails { throw ServerError(isTransient: true) }
            let rows = range.clamped(to: 0..<3)
            return Page(rows.map { Row(id: $0) }, at: range.lowerBound, total: 3, continuation: .end)
        }
        let policy = LoadPolicy(pageSize: 10, maximumRequestSize: 10)
        let list = PagedList(source, startingAt: .end, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<5)
        list.viewport(20..<25, viewer: ViewerID(1))
        await silence(of: list, clock)
        #expect(list.count == 3 && list.startingPosition == 2)
    }

    @Test(arguments: [0, 30, 99, 100, 5_000])
    func `A place past the end, or at a hidden row, is that of a row that is shown`(position: Int) async throws {
        let feed = Feed(0..<100, tellsTotal: true)
        let list = PagedList(feed, startingAt: .position(position), policy: policy, clock: clock, seed: 1)
        list.hide { $0.id >= 50 || $0.id == 30 }
        list.viewport(list.startingPosition..<list.startingPosition + 5)
        await list.settle()
        for start in stride(from: 0, to: 100, by: 5) {
            list.viewport(min(start, list.count)..<min(start + 5, list.count))
            await list.settle()
        }
        #expect(list.rows.indices.contains(list.startingPosition), "\(list.startingPosition) of \(list.count)")
        for place in [StartingPlace.end, .position(position), .position(99), .position(1_000)] {
            let place = try await list.jump(to: place)
            #expect(list.rows.indices.contains(place), "\(place) of \(list.count)")
        }
        #expect(feed.asked.withLock { $0 }.allSatisfy { $0.upperBound <= 5_010 })
    }

    @Test(
        arguments: [ListBehavior(membership: .changes), ListBehavior(membership: .growsOnTop, content: .changes)],
        [true, false])
    func `A server that ignores positions is given up with an error that says why`(
        behavior: ListBehavior, tellsTotal: Bool
    ) async {
        let source = IgnoringSource(tellsTotal: tellsTotal)
        let list = PagedList(source, behavior: behavior, policy: policy, clock: clock, seed: 1)
        var failure: (any Error)?
        var loads = 0
        while !list.isComplete, failure == nil, loads < 1_000 {
            let hasEnded = await ends(list, clock) {
                do { try await list.loadMore() } catch { failure = error }
            }
            #expect(hasEnded)
            loads += 1
        }
        #expect(failure != nil && list.counters.requests < 150, "\(list.counters.requests) requests, \(loads) loads")
    }
}

/// Answers with its first rows, whatever it is asked for, and says that they are those.
private struct IgnoringSource: PageSource {
    let capabilities: SourceCapabilities = .positions
    let tellsTotal: Bool

    func page(for request: PageRequest) async throws -> Page<Row> {
        guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
        return Page(
            (0..<10).map { Row(id: $0) }, at: range.lowerBound, total: tellsTotal ? 10_000 : nil,
            continuation: tellsTotal ? .unspecified : .more)
    }
}
