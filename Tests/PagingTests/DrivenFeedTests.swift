import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// A server's list that changes, with capabilities that can be switched off.
private final class ChangingSource: KeyedPageSource, SnapshotPageSource, ChangesPageSource, VersionedPageSource {
    struct Item: Identifiable, Hashable, Sendable {
        let id: String
        var text = ""
    }
    struct State {
        var rows: [String]
        var next: Int
        var history: [[String]]
    }

    let capabilities: SourceCapabilities
    let hasVersions: Bool
    let state: Locked<State>

    init(_ capabilities: SourceCapabilities, hasVersions: Bool, count: Int) {
        self.capabilities = capabilities
        self.hasVersions = hasVersions
        let rows = (0..<count).map { "row \($0)" }
        state = Locked(State(rows: rows, next: count, history: [rows]))
    }

    private func item(_ id: String, _ state: State) -> Item { Item(id: id, text: "seen at \(state.history.count)") }
    private func version(_ state: State) -> Version? { hasVersions ? Version("\(state.history.count - 1)") : nil }

    func page(for request: PageRequest) async throws -> Page<Item> {
        guard case .positions(let range) = request else { return Page([]) }
        return state.withLock { state in
            let inside = range.clamped(to: 0..<state.rows.count)
            return Page(
                state.rows[inside].map { item($0, state) }, at: inside.lowerBound, total: state.rows.count,
                version: version(state))
        }
    }
    func items(withIDs ids: [String]) async throws -> [Item] {
        state.withLock { state in ids.filter(Set(state.rows).contains).shuffled().map { item($0, state) } }
    }
    func snapshot() async throws -> ListSnapshot<String> {
        state.withLock { ListSnapshot($0.rows, version: version($0)) }
    }
    func changes(since version: Version) async throws -> ListChanges<String>? {
        state.withLock { state in
            guard let since = Int(version.description), let to = self.version(state),
                let update = try? ListUpdate.difference(from: state.history[since], to: state.rows)
            else { return nil }
            let old = state.history[since]
            let added = update.inserted.positions.map { $0 } + update.moves.map(\.to)
            return ListChanges(
                from: version, to: to,
                removed: (update.removed.positions.map { $0 } + update.moves.map(\.from)).map { old[$0] },
                added: added.sorted().map { .init(state.rows[$0], at: $0) }, total: state.rows.count)
        }
    }
    func check(_ version: Version) async throws -> VersionCheck {
        state.withLock { state in
            let now = self.version(state)
            return now == version ? .unchanged : .changed(now)
        }
    }

    /// Inserts, removes and moves a few rows.
    func change(_ random: inout SplitMix64) {
        state.withLock { state in
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let position = Int.random(in: 0...state.rows.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    state.rows.insert("row \(state.next)", at: 0)
                    state.next += 1
                case 1:
                    state.rows.insert("row \(state.next)", at: position)
                    state.next += 1
                case 2 where position < state.rows.count: state.rows.remove(at: position)
                case 3 where position < state.rows.count:
                    let row = state.rows.remove(at: position)
                    state.rows.insert(row, at: Int.random(in: 0...state.rows.count, using: &random))
                default: break
                }
            }
            state.history.append(state.rows)
        }
    }
}

/// The driver shows the rows that the machine decides on, whatever the server does and by whatever means the list is kept right.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct DrivenFeedTests {
    private static let servers: [(SourceCapabilities, Bool)] = [
        (.positions, false), (.positions, true), ([.positions, .checks], true), ([.identifiers, .snapshots], false),
        ([.positions, .identifiers, .snapshots], true), ([.positions, .changes, .checks], true),
    ]

    @Test(arguments: 0..<24)
    func `Rows, numbers and observers follow the machine`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let (capabilities, hasVersions) = Self.servers[Int(seed) % Self.servers.count]
        let source = ChangingSource(
            capabilities, hasVersions: hasVersions, count: Int.random(in: 0..<300, using: &random))
        let behavior = ListBehavior(
            membership: .changes, ranking: Bool.random(using: &random) ? .rebuilt : .stable,
            content: Bool.random(using: &random) ? .fixed : .changes)
        let list = PagedList(
            source, behavior: behavior, policy: LoadPolicy(pageSize: 10, itemBudget: 80), clock: VirtualClock(),
            seed: seed)
        for step in 0..<40 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: source.change(&random)
            case 2:
                let start = Int.random(in: 0...max(1, list.rows.count), using: &random)
                list.viewport(start..<start + 12)
            case 3: _ = await started { try await list.refresh() }
            case 4 where Int.random(in: 0..<4, using: &random) == 0: _ = await started { try await list.reload() }
            default: list.viewport(0..<12)
            }
            // Some steps come while requests are under way.
            if Bool.random(using: &random) { await list.settle() }
            try check(list, "seed \(seed), step \(step)")
        }
        await list.settle()
        try check(list, "seed \(seed), at the end")
    }

    private func check(_ list: PagedList<ChangingSource.Item>, _ note: Comment) throws {
        let shown = list.rows.map { $0.flatMap(list.store.numbers.number(of:)) }
        try #require(shown == list.machine.rows.map { $0 }, note)
        let numbers = try #require(list.store.numbers as? TypedItemNumbers<ChangingSource.Item, String>)
        let loaded = Set(shown.compactMap(\.self))
        for number in numbers.numbers.values where !loaded.contains(number) {
            // Nothing is kept but what a snapshot names, or the machine goes by.
            let entry = numbers.entries[number]
            try #require(entry.heldIn > 0 || entry.keeps == 1 && list.store.remembered.contains(number), note)
        }
    }
}
