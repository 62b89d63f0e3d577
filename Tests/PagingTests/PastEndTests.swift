import Observation
import PagingTesting
import Testing

@testable import Paging

/// A view may read a position that the last change took from the list.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PastEndTests {
    private let source = ScriptedSource<Row>()

    private func list(of total: Int) async -> PagedList<Row> {
        let list = PagedList(source, policy: LoadPolicy(preloads: false), clock: VirtualClock(), seed: 1)
        list.viewport(0..<3)
        await source.nextCall().answer(total: total)
        await until { list.count == total }
        return list
    }

    @Test(arguments: [3, 4, 1_000_000, Int.max, -1, Int.min])
    func `A position that is not in the list reads as nil and asks for nothing`(_ position: Int) async {
        let list = await list(of: 3)
        let requests = list.counters.requests
        DebugLog.$sink.withValue({ _ in }) {
            #expect(list[position] == nil)
            #expect(list.peek(position) == nil)
            #expect(list.slotID(at: position) == nil)
            #expect(list.row(at: position) == nil)
            if case .placeholder = list.state(at: position) {} else { Issue.record("\(list.state(at: position))") }
        }
        #expect(!list.hints.arePending && list.counters.requests == requests)
        #expect(list.reads == ReadTally())
        #expect(list[2]?.id == 2 && list.slotID(at: 2) != nil && list.row(at: 2)?.item?.id == 2)
    }

    @Test func `Rows hidden since a view took its positions read as nil`() async {
        let list = await list(of: 3)
        list.hide { $0.id > 0 }
        DebugLog.$sink.withValue({ _ in }) {
            #expect((0..<3).map { list[$0]?.id } == [0, nil, nil])
        }
    }

    @Test func `A view that read past the end is evaluated again when the list grows`() async throws {
        let list = await list(of: 3)
        var isTold = false
        DebugLog.$sink.withValue({ _ in }) {
            withObservationTracking {
                _ = list[5]
            } onChange: {
                MainActor.assumeIsolated { isTold = true }
            }
        }
        try list.insert(Row(id: 9), at: .start)
        #expect(isTold)
    }

    @Test func `Debug builds say once a list that a position past the end was read`() async throws {
        let list = await list(of: 3)
        let said = Locked<[String]>([])
        let sink: @Sendable (String) -> Void = { line in said.withLock { $0.append(line) } }
        DebugLog.$sink.withValue(sink) { for _ in 0..<5 { _ = (list[7], list.peek(8), list.slotID(at: 9)) } }
        let lines = said.withLock { $0 }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.contains("row 7 of a list of 3"))
    }
}
