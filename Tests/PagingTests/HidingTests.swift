import Observation
import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// Rows hidden on the client: positions are those of what is shown, and loading goes on in the server's.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct HidingTests {
    /// A list of so many rows, loaded at the top.
    private func list(of total: Int, loading range: Range<Int> = 0..<20, policy: LoadPolicy = LoadPolicy()) async
        -> PagedList<Row>
    {
        let list = PagedList(ArraySource((0..<total).map { Row(id: $0) }), policy: policy, clock: VirtualClock())
        list.viewport(range)
        await until { list.count == total && range.clamped(to: 0..<total).allSatisfy { list.peek($0) != nil } }
        return list
    }

    /// A list that grows, ten rows a page, and what it was asked for.
    private func feed(of total: Int, policy: LoadPolicy = LoadPolicy(pageSize: 10)) -> (PagedList<Row>, Locked<Int>) {
        let asked = Locked(0)
        let source = CursorSource<Row> { cursor, limit in
            asked.withLock { $0 += 1 }
            let start = cursor.flatMap { Int(String(describing: $0)) } ?? 0
            let end = min(start + limit, total)
            return Page(
                (start..<end).map { Row(id: $0) }, continuation: end < total ? .next(Cursor("\(end)")) : .end)
        }
        return (PagedList(source, policy: policy, clock: VirtualClock()), asked)
    }

    @Test func `Positions are those of what is shown, and the server's count is the server's`() async {
        let list = await list(of: 10)
        list.hide { $0.id % 2 == 1 }
        #expect(list.rows.map { $0?.id } == [0, 2, 4, 6, 8])
        #expect((list.count, list.serverCount) == (5, 10))
        #expect(list[2]?.id == 4 && list.position(ofID: 6) == 3 && list.position(ofID: 7) == nil)
        list.hide(where: nil)
        #expect(list.rows.map { $0?.id } == Array(0..<10))
        #expect(list.position(ofID: 7) == 7)
    }

    @Test func `Hiding asks for nothing`() async {
        let list = await list(of: 40)
        let requests = list.counters.requests
        list.hide { $0.id < 3 }
        list.hide(where: nil)
        #expect(list.counters.requests == requests)
    }

    @Test func `Rows that stay keep their identities, and the update says which went`() async {
        let list = await list(of: 10)
        var updates: [ListUpdate] = []
        let observation = list.observe { updates.append($0.update) }
        let before = list.slotID(at: 5)
        list.hide { $0.id < 3 }
        #expect(updates.last?.removed == [0..<3] && updates.last?.newCount == 7)
        #expect(list.slotID(at: 2) == before)
        list.hide(where: nil)
        #expect(updates.last?.inserted == [0..<3])
        #expect(list.slotID(at: 5) == before)
        #expect(observation.isActive)
    }

    @Test func `Who observes a row hears when another takes its place`() async {
        let list = await list(of: 10)
        let wasTold = Locked(false)
        withObservationTracking {
            _ = list.peek(4)
        } onChange: {
            wasTold.withLock { $0 = true }
        }
        list.hide { $0.id == 0 }
        #expect(wasTold.withLock { $0 })
        #expect(list.peek(4)?.id == 5)
    }

    @Test func `What comes into view because other rows are hidden is loaded`() async {
        let list = await list(of: 1_000, policy: LoadPolicy(pageSize: 20, preloads: false))
        list.hide { $0.id < 55 }
        await until { (0..<20).allSatisfy { list.peek($0)?.id == $0 + 55 } }
        #expect(list.count == 945)
    }

    @Test func `Rows are hidden as they arrive, and placeholders never`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: LoadPolicy(pageSize: 10, preloads: false))
        list.viewport(0..<5)
        let call = await source.nextCall()
        list.hide { $0.id.isMultiple(of: 2) }
        call.answer(total: 100)
        await until { list.count > 0 }
        #expect(list.count == 95 && list.serverCount == 100)
        #expect(list.rows.prefix(6).map { $0?.id } == [1, 3, 5, 7, 9, nil])
        #expect(list.peek(5) == nil)
    }

    @Test func `A list of which everything is hidden pauses, and goes on when it is told to`() async {
        let (list, asked) = feed(of: 10_000, policy: LoadPolicy(pageSize: 10, fruitlessAnswerLimit: 4))
        list.hide { $0.id < 100 }
        list.viewport(0..<5)
        await until { list.hasPausedLoading }
        #expect(asked.withLock { $0 } <= 8)
        #expect(list.count == 0)
        // A view that draws again what it drew is nobody who looks.
        list.viewport(0..<5)
        #expect(list.hasPausedLoading)
        await list.settle()
        #expect(list.inFlight.isEmpty)
        list.resumeLoading()
        await until { list.hasPausedLoading || list.count > 0 }
        list.resumeLoading()
        await until { list.count > 0 }
        #expect(list.peek(0)?.id == 100)
    }

    @Test func `A load for visible rows goes on over pages that have none`() async throws {
        let (list, asked) = feed(of: 1_000)
        list.hide { $0.id % 5 != 0 }
        let found = try await list.loadMore(visible: 6)
        #expect(found == FoundRows(rows: 6, requests: 3, ending: .foundEnough))
        #expect(list.rows.map { $0?.id } == [0, 5, 10, 15, 20, 25])
        #expect(asked.withLock { $0 } == 3)
    }

    @Test func `A load whose budget is spent asks whether to keep looking`() async throws {
        let (list, asked) = feed(of: 1_000)
        list.hide { $0.id < 60 }
        let first = try await list.loadMore(visible: 20, budget: 3)
        #expect(first == FoundRows(rows: 0, requests: 3, ending: .budgetSpent))
        let second = try await list.loadMore(visible: 20, budget: 5)
        #expect(second == FoundRows(rows: 20, requests: 5, ending: .foundEnough))
        #expect(asked.withLock { $0 } == 8)
    }

    @Test func `A load for visible rows ends with the list`() async throws {
        let (list, _) = feed(of: 25)
        list.hide { _ in true }
        #expect(try await list.loadMore().ending == .listIsComplete)
        #expect(try await list.loadMore().requests == 0)
        #expect(list.count == 0 && list.serverCount == 25 && list.isComplete)
    }

    @Test func `Without a filter every row that comes counts`() async throws {
        let (list, _) = feed(of: 1_000)
        #expect(try await list.loadMore(visible: 15) == FoundRows(rows: 20, requests: 2, ending: .foundEnough))
    }

    @Test func `Hidden rows that are evicted stay hidden`() async {
        let list = await list(
            of: 1_000, policy: LoadPolicy(pageSize: 10, preloads: false, itemBudget: 0))
        list.hide { $0.id % 2 == 0 }
        let count = list.count
        list.viewport(500..<510)
        await until { (500..<510).allSatisfy { list.peek($0) != nil } }
        list.releaseMemory()
        #expect(list.peek(0) == nil)
        #expect(list.serverCount == 1_000 && list.count < count)
        #expect(list.projection?.list.filtered.contains(0) == true)
        list.viewport(0..<5)
        await until { (0..<5).allSatisfy { list.peek($0)?.id == 2 * $0 + 1 } }
    }

    @Test func `Sections are of the rows shown`() async {
        struct Sectioned: SectionedPageSource {
            var capabilities: SourceCapabilities { [.positions, .sections] }
            func page(for request: PageRequest) async throws -> Page<Row> {
                Page((0..<6).map { Row(id: $0) }, at: 0, total: 6)
            }
            func sections() async throws -> [ListSection] {
                [.init(title: "a", count: 2), .init(title: "b", count: 3), .init(title: "c", count: 1)]
            }
        }
        let list = PagedList(Sectioned())
        list.viewport(0..<6)
        await until { list.sections != nil && list.count == 6 && list.peek(5) != nil }
        list.hide { [1, 2, 3, 4].contains($0.id) }
        #expect(list.sections?.map(\.rows) == [0..<1, 1..<1, 1..<2])
        list.hide(where: nil)
        #expect(list.sections?.map(\.rows) == [0..<2, 2..<5, 5..<6])
    }

    @Test func `Sections of a list that was empty are those that a refresh brings, under a filter too`() async throws {
        struct Growing: SectionedPageSource {
            let count = Locked(0)
            var capabilities: SourceCapabilities { [.positions, .sections] }
            func page(for request: PageRequest) async throws -> Page<Row> {
                let count = count.withLock { $0 }
                return Page((0..<count).map { Row(id: $0) }, at: 0, total: count)
            }
            func sections() async throws -> [ListSection] {
                let count = count.withLock { $0 }
                return count == 0 ? [] : [.init(title: "a", count: count)]
            }
        }
        let source = Growing()
        let list = PagedList(source, behavior: ListBehavior(membership: .changes))
        list.hide { $0.id == 1 }
        let changes = list.changes
        let reading = Task { for await change in changes where change.after.count > 0 { _ = list.sections } }
        defer { reading.cancel() }
        list.viewport(0..<6)
        await list.settle()
        #expect(list.sections?.isEmpty == true)
        source.count.withLock { $0 = 3 }
        try await list.refresh()
        await list.settle()
        #expect(list.sections?.map(\.rows) == [0..<2])
    }
}
