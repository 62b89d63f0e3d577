import Paging
import PagingTesting
import Testing

@testable import Paging

/// Lists by position of which no answer tells the length: they have come whole, the server's list changes once, and a refresh shows it.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RefreshWithoutTotalTests {
    /// A change of the server's list.
    enum Change: CaseIterable {
        case nothing, append, prepend, removeFirst, removeLast, removeBoth, appendPage, removeAll

        func apply(to rows: inout [Int]) {
            switch self {
            case .nothing: break
            case .append: rows.append(500)
            case .prepend: rows.insert(500, at: 0)
            case .removeFirst: rows = Array(rows.dropFirst())
            case .removeLast: rows = Array(rows.dropLast())
            case .removeBoth: rows = Array(rows.dropFirst().dropLast())
            case .appendPage: rows += 500..<512
            case .removeAll: rows = []
            }
        }
    }

    nonisolated private static let behaviors: [ListBehavior] = [
        .fixed, ListBehavior(membership: .changes), ListBehavior(membership: .changes, content: .changes),
        ListBehavior(membership: .changes, ranking: .rebuilt), ListBehavior(membership: .growsOnTop),
    ]

    @Test(arguments: behaviors, Change.allCases)
    func `A refresh shows the list as it is`(behavior: ListBehavior, change: Change) async throws {
        try await refresh(behavior, change, isRestored: false)
    }

    @Test(arguments: behaviors, Change.allCases)
    func `So does one of a list that was saved before the change, and restored`(
        behavior: ListBehavior, change: Change
    ) async throws {
        try await refresh(behavior, change, isRestored: true)
    }

    private func refresh(_ behavior: ListBehavior, _ change: Change, isRestored: Bool) async throws {
        if behavior.membership == .growsOnTop, ![.nothing, .prepend].contains(change) { return }
        for count in [0, 1, 2, 9, 10, 11, 20, 21] {
            for preloads in [true, false] {
                let server = Locked(Array(0..<count))
                let asked = Locked(0)
                let clock = VirtualClock()
                let source = PositionSource { range in
                    asked.withLock { $0 += 1 }
                    let rows = server.withLock { $0 }
                    let inside = range.clamped(to: 0..<max(rows.count, range.lowerBound))
                    return Page(inside.filter(rows.indices.contains).map { Row(id: rows[$0]) }, at: range.lowerBound)
                }
                let policy = LoadPolicy(pageSize: 10, preloads: preloads)
                var list = PagedList(source, behavior: behavior, policy: policy, clock: clock, seed: 1)
                await list.lookAtAllRows()
                let comment: Comment = "\(count) rows, preloads \(preloads)"
                #expect(ids(list) == server.withLock { $0 } && list.isComplete, comment)
                server.withLock { change.apply(to: &$0) }
                let before = asked.withLock { $0 }
                if isRestored {
                    list = try PagedList(
                        source, restoring: list.saved(), behavior: behavior, policy: policy, clock: clock, seed: 1)
                }
                guard await ends(list, clock, { [list] in try await list.refresh() }) else {
                    Issue.record(
                        "the refresh does not end: \(count) rows, preloads \(preloads), \(asked.withLock { $0 })")
                    return
                }
                #expect(list.error == nil, comment)
                await list.lookAtAllRows()
                #expect(ids(list) == server.withLock { $0 } && list.isComplete && list.error == nil, comment)
                #expect(asked.withLock { $0 } - before <= 10, comment)
            }
        }
    }

    private func ids(_ list: PagedList<Row>) -> [Int?] { list.rows.map { $0?.id } }
}
