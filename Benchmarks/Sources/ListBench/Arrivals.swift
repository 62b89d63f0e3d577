import BenchTable
import Observation
@_spi(Benchmarks) import Paging

struct Row: Identifiable, Sendable {
    let id: Int
    let title: String
}

/// A page's arrival in a list of a million slots: numbering its items, the machine, the rows, the update, those who
/// observe rows, and planning what comes next.
///
/// The pages are handed in where the driver's tasks would, so that the figure holds the list's own work and nothing of
/// the scheduler's, and nothing else comes between.
@MainActor
enum Arrivals {
    private static let slots = 1_000_000
    private static let arrivals = 2_000

    static func run(_ table: inout BenchTable) {
        var (asking, arriving, observed, few): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<7 {
            let round = round(arrivals: arrivals, isObserved: false)
            asking.append(round.asking)
            arriving.append(round.arriving)
            observed.append(Self.round(arrivals: arrivals, isObserved: true).arriving)
            few.append(Self.round(arrivals: 100, isObserved: true).arriving)
        }
        table.section("A page of 50 in a list of 1M slots, 20 of its rows observed: the main actor's processor time")
        table.add("looking at it and asking for it", median(asking) / 1e3, unit: "µs")
        table.add("its arrival", median(arriving) / 1e3, unit: "µs", atMost: 50)
        table.add("its arrival, an observer holding the rows, up to 100 pages loaded", median(few) / 1e3, unit: "µs")
        table.add("the same, up to \(arrivals) pages loaded", median(observed) / 1e3, unit: "µs")
    }

    /// Nanoseconds a page.
    private static func round(arrivals: Int, isObserved: Bool) -> (asking: Double, arriving: Double) {
        let list = PagedList(Nothing(), policy: LoadPolicy(preloads: false))
        var held: PagedArray<Row>?
        let observation = isObserved ? list.observe { held = $0.after } : nil
        var (asking, arriving) = (0.0, 0.0)
        for arrival in 0..<arrivals {
            // Far apart and in no order, so that no page is in the neighborhood of another.
            let row = arrival &* 7_919 % (slots / 50 - 2) * 50
            let page = Page(
                (row..<row + 50).map { Row(id: $0, title: "Row \($0)") }, at: row, total: slots)
            withObservationTracking {
                for position in row..<min(row + 20, list.count) { consume(list.peek(position) == nil) }
            } onChange: {
            }
            let start = threadNanoseconds()
            list.viewport(row..<row + 20, landing: row..<row + 20)
            let asked = threadNanoseconds()
            guard let request = list.inFlight.last?.request else { continue }
            list.deliver(page, for: request)
            let end = threadNanoseconds()
            asking += asked - start
            arriving += end - asked
        }
        consume(observation)
        consume(held?.count)
        precondition(list.rows.loadedCount == arrivals * 50, "pages did not arrive")
        return (asking / Double(arrivals), arriving / Double(arrivals))
    }
}

/// A source whose answers come too late to count.
private struct Nothing: PageSource {
    var capabilities: SourceCapabilities { .positions }
    func page(for request: PageRequest) async throws -> Page<Row> { throw CancellationError() }
}
