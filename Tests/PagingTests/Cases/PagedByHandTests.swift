import Paging
import PagingTesting
import Testing

@testable import Paging

/// Lists that an app pages by hand, over small lists that are still, and that change between two loads: what came is one stretch,
/// and a list that is complete has every row.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PagedByHandTests {
    private let clock = VirtualClock()

    @Test(arguments: 0..<400 as Range<UInt64>)
    func `A still list comes as one stretch, and whole`(seed: UInt64) async {
        let server = PagesDrawn(seed: seed)
        let list = server.list(clock)
        await load(list, from: server, seed)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `A list that changes between two loads comes without holes, and in the end whole`(seed: UInt64) async {
        let server = PagesDrawn(seed: seed, changes: true)
        let list = server.list(clock)
        for load in 0..<3 {
            guard await ends(list, clock, { try await list.loadMore() }) else {
                Issue.record("seed \(seed): load \(load) has no end")
                return
            }
            server.change()
        }
        await load(list, from: server, seed)
    }

    private func load(_ list: PagedList<Row>, from server: PagesDrawn, _ seed: UInt64) async {
        var loads = 0
        while !list.isComplete, loads < 200 {
            let ends = await ends(list, clock) { try await list.loadMore() }
            let holes = server.holes(in: list)
            guard ends, list.state.error == nil, holes == [] else {
                Issue.record("seed \(seed): \(holes) \(ends) \(list.state) after load \(loads) of \(server)")
                return
            }
            loads += 1
        }
        let all = Set(list.rows.compactMap { $0?.id })
        let shown = list.gapPositions.isEmpty ? server.lasting.filter { all.contains($0) } : server.lasting
        #expect(list.isComplete && shown == server.lasting, "seed \(seed): \(loads) loads of \(server)")
    }
}

/// A server of a few rows, behind positions, that answers as one of many APIs would.
private final class PagesDrawn: PageSource, CustomStringConvertible {
    var capabilities: SourceCapabilities { countsPages ? [.positions, .wholePages] : .positions }
    private let behavior: ListBehavior
    private let listPage: Int
    private let serverPage: Int
    /// Whether it answers with whole pages, as one that is asked by page number.
    private let hasPages: Bool
    /// Whether it answers with the one page that a row's number falls into, so that behind a short last page it gives that again.
    private let countsPages: Bool
    private let tellsTotal: Bool
    private let tellsEnd: Bool
    private let changes: Bool
    private let state: Locked<(rows: [Int], random: SplitMix64)>
    private let asked = Locked<[String]>([])

    init(seed: UInt64, changes: Bool = false) {
        var random = SplitMix64(seed: seed)
        let memberships: [ListBehavior.Membership] = changes ? [.changes] : [.fixed, .changes, .growsOnTop]
        behavior = ListBehavior(
            membership: memberships.randomElement(using: &random)!,
            content: Bool.random(using: &random) ? .changes : .fixed)
        listPage = [1, 2, 3, 5, 10, 50].randomElement(using: &random)!
        serverPage = [1, 2, 3, 5, 10, 50].randomElement(using: &random)!
        hasPages = Bool.random(using: &random)
        countsPages = hasPages && Bool.random(using: &random)
        tellsTotal = Bool.random(using: &random)
        tellsEnd = Bool.random(using: &random)
        self.changes = changes
        let count = [0, 1, 2, serverPage - 1, serverPage, serverPage + 1, 2 * serverPage + 1, listPage + 1, 30]
            .randomElement(using: &random)!
        state = Locked((Array(0..<count), random))
    }

    /// The rows that were there all the time. Which others are is known after a refresh.
    var lasting: [Int] { rows.filter { $0 < 1_000 } }

    var rows: [Int] { state.withLock { $0.rows } }

    var description: String {
        """
        \(rows.count) rows, \(serverPage) a page\(countsPages ? ", counted pages" : hasPages ? ", whole pages" : ""), total \(tellsTotal), end \(tellsEnd), \
        \(listPage) a load, membership \(behavior.membership), content \(behavior.content): \(asked.withLock { $0 })
        """
    }

    @MainActor
    func list(_ clock: VirtualClock) -> PagedList<Row> {
        PagedList(self, behavior: behavior, policy: LoadPolicy(pageSize: listPage), clock: clock, seed: 1)
    }

    func page(for request: PageRequest) async throws -> Page<Row> {
        guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
        let rows = rows
        let start = hasPages ? range.lowerBound / serverPage * serverPage : range.lowerBound
        // Three pages at most, as a source that asks page by page.
        let end =
            hasPages
            ? min((range.upperBound + serverPage - 1) / serverPage * serverPage, start + 3 * serverPage)
            : min(range.upperBound, range.lowerBound + serverPage)
        var inside = (start..<(countsPages ? start + serverPage : max(start, end))).clamped(to: 0..<rows.count)
        if !countsPages, inside.upperBound <= range.lowerBound { inside = range.lowerBound..<range.lowerBound }
        asked.withLock { $0.append("\(range): \(inside)") }
        return Page(
            (inside.isEmpty ? [] : rows[inside]).map { Row(id: $0) }, at: inside.lowerBound,
            total: tellsTotal ? rows.count : nil,
            continuation: tellsEnd ? (inside.upperBound < rows.count ? .more : .end) : .unspecified)
    }

    /// A row or two come or go.
    func change() {
        state.withLock { state in
            let next = (state.rows.max() ?? 0) + 1_000
            for index in 0..<Int.random(in: 0...2, using: &state.random) {
                let place =
                    Bool.random(using: &state.random) ? 0 : Int.random(in: 0...state.rows.count, using: &state.random)
                if Bool.random(using: &state.random) {
                    state.rows.insert(next + index, at: min(place, state.rows.count))
                } else if place < state.rows.count, state.rows.count > 1 {
                    state.rows.remove(at: place)
                }
            }
            let rows = state.rows
            asked.withLock { $0.append("now \(rows)") }
        }
    }

    /// The rows between which others of the server's are missing, with no gap there; placeholders between rows.
    @MainActor
    func holes(in list: PagedList<Row>) -> [String] {
        let order = lasting
        var (holes, last): ([String], (position: Int, place: Int)?) = ([], nil)
        for (position, row) in list.rows.enumerated() {
            guard let row, row.id < 1_000, let place = order.firstIndex(of: row.id) else { continue }
            if let last {
                let isTold = list.gapPositions.contains { $0 > last.position && $0 <= position }
                let isShown = list.rows[last.position..<position].contains { $0 == nil }
                // In a list that changed a placeholder says that a row is missing.
                if isShown ? !changes : place > last.place + 1 && !isTold {
                    holes.append("\(order[last.place]) … \(row.id)")
                }
            } else if place > 0, !changes, !list.gapPositions.contains(where: { $0 <= position }) {
                holes.append("… \(row.id)")
            }
            last = (position, place)
        }
        return holes
    }
}
