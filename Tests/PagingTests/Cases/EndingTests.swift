import Paging
import PagingTesting
import Testing

@testable import Paging

/// Apps that ask on a timer and never scroll: whatever they wait for ends.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EndingTests {
    private let clock = VirtualClock()
    nonisolated enum Command: CaseIterable, Sendable { case reload, refresh, loadMore, retry, loadVisible }

    private nonisolated static let behaviors: [ListBehavior] = [
        .fixed, ListBehavior(membership: .growsOnTop), ListBehavior(membership: .changes),
        ListBehavior(membership: .changes, ranking: .rebuilt), ListBehavior(content: .changes),
    ]

    /// A list that is another one at each look, by position or in order.
    private func list(_ behavior: ListBehavior, byCursor: Bool) -> (PagedList<Row>, Locked<Int>) {
        let turn = Locked(0)
        let policy = LoadPolicy(pageSize: 20)
        if byCursor {
            let source = CursorSource<Row> { cursor, limit in
                let (turn, start) = (turn.withLock { $0 }, cursor.flatMap { Int("\($0)") } ?? 0)
                let rows = (start..<min(start + limit, 60)).map { Row(id: turn * 1_000 + $0) }
                return Page(rows, continuation: start + limit < 60 ? .next(Cursor("\(start + limit)")) : .end)
            }
            return (PagedList(source, behavior: behavior, policy: policy, clock: clock, seed: 1), turn)
        }
        let source = PositionSource<Row> { range in
            let turn = turn.withLock { $0 }
            let inside = range.clamped(to: 0..<60)
            return Page(inside.map { Row(id: turn * 1_000 + $0) }, at: inside.lowerBound, total: 60)
        }
        return (PagedList(source, behavior: behavior, policy: policy, clock: clock, seed: 1), turn)
    }

    private func carryOut(_ command: Command, on list: PagedList<Row>) async throws {
        switch command {
        case .reload: try await list.reload()
        case .refresh: try await list.refresh()
        case .loadMore: try await list.loadMore()
        case .retry: list.retry()
        case .loadVisible: _ = try await list.loadMore(visible: 20)
        }
    }

    @Test(arguments: [true, false], behaviors)
    func `A list is reloaded 90 times by a screen that never scrolls`(isSeen: Bool, behavior: ListBehavior) async {
        let (list, turn) = list(behavior, byCursor: false)
        if isSeen { list.viewport(0..<20) }
        for reload in 0..<90 {
            turn.withLock { $0 += 1 }
            let isOver = await ends(list, clock) { try await list.reload() }
            #expect(isOver, "reload \(reload)")
            #expect(list.peekFirst == turn.withLock { $0 } * 1_000, "after reload \(reload)")
            if !isOver { return }
        }
        #expect(list.state.error == nil)
    }

    @Test(arguments: Command.allCases, behaviors.dropFirst().prefix(3))
    func `Whatever is asked for 60 times ends, by position and in order`(
        command: Command, behavior: ListBehavior
    ) async {
        for byCursor in [false, true] {
            let (list, turn) = list(behavior, byCursor: byCursor)
            list.viewport(0..<20)
            for number in 0..<60 {
                turn.withLock { $0 += 1 }
                let isOver = await ends(list, clock) { try await self.carryOut(command, on: list) }
                #expect(isOver, "\(command) \(number), \(behavior), by cursor: \(byCursor)")
                if !isOver { return }
            }
        }
    }

    @Test(arguments: Command.allCases)
    func `A server that never says the same twice ends what waits with an error, and a retry begins afresh`(
        command: Command
    ) async {
        let turn = Locked(0)
        let source = PositionSource<Row> { range in
            let turn = turn.withLock { turn in
                turn += 1
                return turn
            }
            return Page(range.map { Row(id: turn * 1_000_000 + $0) }, at: range.lowerBound, total: 1_000 + turn % 2)
        }
        let list = PagedList(
            source, behavior: ListBehavior(membership: .changes), policy: LoadPolicy(pageSize: 20),
            clock: clock, seed: 1)
        list.viewport(0..<20)
        await silence(of: list, clock)
        for _ in 0..<4 {
            let before = turn.withLock { $0 }
            #expect(await ends(list, clock) { try await self.carryOut(command, on: list) })
            await silence(of: list, clock)
            #expect(turn.withLock { $0 } - before <= 300)
        }
    }
}

extension PagedList<Row> {
    /// The first row's number.
    fileprivate var peekFirst: Int? { rows.isEmpty ? nil : rows[0]?.id }
}
