import Foundation
import Observation
import PagingTesting
import Testing

@testable import Paging

struct Row: Identifiable, Hashable, Codable, Sendable {
    let id: Int
    var text = ""
}

/// The items at these positions of a list of so many rows, as its server would answer.
func page(_ range: Range<Int>, of total: Int) -> Page<Row> {
    let inside = range.clamped(to: 0..<total)
    return Page(inside.map { Row(id: $0, text: "row \($0)") }, at: inside.lowerBound, total: total)
}

extension ScriptedCall where Element == Row {
    /// Answers as a server with so many rows would.
    func answer(total: Int) {
        if case .positions(let range) = request { answer(page(range, of: total)) }
    }
}

/// A server whose rows a test changes.
final class RowServer: PageSource {
    let capabilities: SourceCapabilities = .positions
    private let rows: Locked<[Row]>

    init(_ rows: [Row]) { self.rows = Locked(rows) }

    func page(for request: PageRequest) async throws -> Page<Row> {
        guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
        let rows = rows.withLock { $0 }
        let inside = range.clamped(to: 0..<rows.count)
        return Page(Array(rows[inside]), at: inside.lowerBound, total: rows.count)
    }

    func change(_ body: (inout [Row]) -> Void) { rows.withLock { body(&$0) } }
}

struct ServerError: LoadError, Equatable {
    var isTransient: Bool
    var retryAfter: Duration?
}

/// Waits for something to change that a closure reads; what a view does when it draws.
///
/// Ends when the test is out of time, too.
@MainActor
func change(of read: @escaping @MainActor () -> Void) async {
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
        read()
    } onChange: {
        change.yield()
    }
    for await _ in changes { return }
}

/// Waits until a condition holds, looking again whenever something it read has changed.
///
/// All that it reads has to be observed. Ends when the test is out of time, too, so that the test fails and the others go on.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !Task.isCancelled {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let isMet = withObservationTracking {
            condition()
        } onChange: {
            // Called before the change is made; the turn after, it has been.
            Task { @MainActor in change.yield() }
        }
        if isMet { return }
        for await _ in changes { break }
    }
}

/// Whether work that awaits a list ends; `false` where the list has fallen silent and the work still waits.
///
/// The clock is moved whenever nothing but time is waited for.
@MainActor
func ends<Element>(
    _ list: PagedList<Element>, _ clock: VirtualClock, _ work: @escaping @MainActor () async throws -> Void
) async -> Bool {
    let isOver = Locked(false)
    // Counted, so that the list has not settled before the work has gone on.
    let task = list.ledger.turn {
        try? await work()
        isOver.withLock { $0 = true }
    }
    await silence(of: list, clock) { isOver.withLock { $0 } }
    // Cancelling ends the waiting, whatever the list does.
    task.cancel()
    return isOver.withLock { $0 }
}

/// Waits until a list asks for nothing more however much time passes, or until a condition holds.
@MainActor
func silence<Element>(
    of list: PagedList<Element>, _ clock: VirtualClock, or isOver: () -> Bool = { false }
) async {
    let sent = list.counters.requests
    for _ in 0..<100 {
        await list.settle()
        if isOver() { return }
        guard list.counters.requests - sent < 300 else {
            Issue.record("The list asks on and on: \(list.inFlight)")
            return
        }
        guard clock.sleeperCount > 0 else { return }
        clock.advance(by: .seconds(1))
    }
}

/// Counts from several tasks.
actor Counter {
    private(set) var values: [[Int]] = []
    private(set) var wasOnMain = false
    func add(_ ids: [Int], isMain: Bool) {
        values.append(ids)
        wasOnMain = wasOnMain || isMain
    }
}
