import Foundation

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore

struct Row: Identifiable, Hashable, Sendable {
    let id: Int
    var text = ""
    /// How high the row's cell wants to be.
    var height: CGFloat { 30 + CGFloat(id.magnitude % 7) * 9 }
}

/// A source whose requests a test answers, by ``World``.
struct SilentSource: PageSource {
    var capabilities: SourceCapabilities { .positions }
    func page(for request: PageRequest) async throws -> Page<Row> { throw CancellationError() }
}

/// The same, of a list in sections.
struct SilentSections: SectionedPageSource {
    var capabilities: SourceCapabilities { [.positions, .sections] }
    func page(for request: PageRequest) async throws -> Page<Row> { throw CancellationError() }
    func sections() async throws -> [ListSection] { throw CancellationError() }
}

/// A clock that a test moves. Nothing sleeps by it: the test wakes the list.
final class HandClock: Clock, @unchecked Sendable {
    // Proof of Sendable: read and written on the main actor alone, by the test and by the list that it drives.
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
    nonisolated(unsafe) var now = Instant(offset: .zero)  // Proof: as for the class.
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
}

/// A server that changes, a network, and a list between them, moved step by step without a task.
@MainActor
final class World {
    var random: SplitMix64
    var server: [Row]
    /// How many rows each of the server's sections has; `nil` where it has none.
    private var sectionCounts: [Int]?
    let list: PagedList<Row>
    let cursors = SilentCursors()
    let clock = HandClock()
    private var made: Int
    private var edits: [ListEdit<Row>] = []
    private var isHiding = false
    /// Where rows were that are gone: before which row.
    var graves: [Int: Int?] = [:]
    private var due: [(request: RequestID, rows: Range<Int>, at: Duration)] = []

    init(
        seed: UInt64, rows: Int, behavior: ListBehavior = ListBehavior(membership: .changes), sections: Int? = nil,
        readInOrderFrom start: StartingPlace? = nil, policy: LoadPolicy
    ) {
        var random = SplitMix64(seed: seed)
        server = (0..<rows).map { Row(id: $0) }
        made = rows
        if let start {
            self.random = random
            list = PagedList(
                cursors, startingAt: start, behavior: behavior, policy: policy, clock: clock, seed: seed)
        } else if let sections {
            // Some are empty.
            let ends = (1..<sections).map { _ in Int(random.next() % UInt64(rows + 1)) }.sorted()
            sectionCounts = zip(ends + [rows], [0] + ends).map { $0 - $1 }
            self.random = random
            list = PagedList(
                SilentSections(), id: \.id, behavior: behavior, policy: policy, clock: clock, seed: seed)
        } else {
            self.random = random
            list = PagedList(
                SilentSource(), id: \.id, behavior: behavior, policy: policy, clock: clock, seed: seed)
        }
    }

    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    // MARK: The network

    /// Answers one of the requests under way with what the server has now, or fails it.
    func answerOne() {
        if below(3) == 0, answerSections() { return }
        guard let asked = list.inFlight.randomElement(using: &random) else { return }
        if below(12) == 0 { return fail(asked.request) }
        answer(asked.request, asked.rows)
    }

    func answer(_ request: RequestID, _ rows: Range<Int>) {
        if let page = pageInOrder(for: request) { return list.deliver(page, for: request) }
        let inside = rows.clamped(to: 0..<server.count)
        list.deliver(Page(Array(server[inside]), at: inside.lowerBound, total: server.count), for: request)
    }

    /// Answers everything that is under way.
    func answerAll() {
        for asked in list.inFlight { answer(asked.request, asked.rows) }
        _ = answerSections()
    }

    /// Names the sections, where the list has asked for them.
    func answerSections() -> Bool {
        guard let sectionCounts else { return false }
        // The machine does not tell which request that is.
        let asked = Mirror(reflecting: list.machine.comparison.requests[.sections])
        guard let request = asked.descendant("flight") as? RequestID else { return false }
        list.deliver(sectionCounts.enumerated().map { ListSection(title: "\($0)", count: $1) }, for: request)
        return true
    }

    private func fail(_ request: RequestID) {
        list.apply(
            list.machine.failed(request, isTransient: below(2) == 0, retryAfter: nil, now: list.driver.time.now()),
            reason: .failure)
    }

    /// Fails everything that is under way, for good.
    func failAll() {
        for asked in list.inFlight {
            list.apply(
                list.machine.failed(asked.request, isTransient: false, retryAfter: nil, now: list.driver.time.now()),
                reason: .failure)
        }
    }

    /// Lets time pass: what is due wakes the list.
    func pass(_ milliseconds: Int) {
        clock.now = clock.now.advanced(by: .milliseconds(milliseconds))
        list.apply(list.machine.wake(now: list.driver.time.now()))
    }

    /// Lets time pass on a network that answers each request after so long.
    func pass(_ milliseconds: Int, latency: Duration) {
        pass(milliseconds)
        for asked in list.inFlight where !due.contains(where: { $0.request == asked.request }) {
            due.append((asked.request, asked.rows, clock.now.offset + latency))
        }
        let arrived = due.filter { $0.at <= clock.now.offset }
        due.removeAll { $0.at <= clock.now.offset }
        for answer in arrived where list.inFlight.contains(where: { $0.request == answer.request }) {
            self.answer(answer.request, answer.rows)
        }
    }

    // MARK: What happens

    func refresh() { list.apply(list.machine.refresh(now: list.driver.time.now()).1, reason: .refresh) }

    func changeServer() {
        if below(2) == 0, !server.isEmpty {
            let lower = below(server.count)
            for _ in lower..<min(server.count, lower + 1 + below(4)) {
                resize(sectionOf: lower, by: -1)
                graves.updateValue(lower + 1 < server.count ? server[lower + 1].id : nil, forKey: server[lower].id)
                server.remove(at: lower)
            }
        } else {
            let new = (0..<1 + below(4)).map { Row(id: made + $0) }
            made += new.count
            let place = below(server.count + 1)
            resize(sectionOf: max(0, min(place, server.count - 1)), by: new.count)
            server.insert(contentsOf: new, at: place)
        }
    }

    /// So many rows come at the server's end.
    func post(_ count: Int = 1) {
        for _ in 0..<count {
            server.append(Row(id: made))
            made += 1
        }
    }

    private func resize(sectionOf row: Int, by change: Int) {
        guard let sectionCounts else { return }
        var end = 0
        let section = sectionCounts.firstIndex {
            end += $0
            return row < end
        }
        self.sectionCounts?[section ?? 0] += change
    }

    func edit() {
        let loaded = list.rows.loadedItems.map(\.item.id)
        made += 1
        switch below(6) {
        case 0: try? edits.append(list.insert(Row(id: made, text: "mine"), at: below(2) == 0 ? .start : .end))
        case 1:
            if let id = loaded.randomElement(using: &random) {
                try? edits.append(list.insert(Row(id: made, text: "mine"), after: id))
            }
        case 2: if let id = loaded.randomElement(using: &random) { try? edits.append(list.remove(id: id)) }
        case 3: if let id = loaded.randomElement(using: &random) { try? edits.append(list.move(id: id, to: .start)) }
        case 4:
            if let id = loaded.randomElement(using: &random) {
                edits.append(list.update(Row(id: id, text: "edited \(made)")))
            }
        default:
            guard let edit = edits.randomElement(using: &random) else { return }
            if below(2) == 0 { edit.confirm() } else { edit.rollBack() }
        }
    }

    func hide() {
        isHiding.toggle()
        list.hide(where: isHiding ? { $0.id % 5 == 0 } : nil)
    }
}
