import BenchTable
import CAllocations
import Paging

/// The memory that a list holds once it has taken a snapshot of a million integer identifiers, all in all.
@MainActor
enum Snapshots {
    /// Bytes; negative where they cannot be told.
    static func memory() async -> Double {
        let before = allocatedBytes()
        let list = PagedList(Million(), behavior: ListBehavior(membership: .changes, ranking: .rebuilt))
        list.viewport(0..<20)
        while list.counters.rowsReceived == 0 { await Task.yield() }
        let held = allocatedBytes() - before
        precondition(list.rows.count == Million.rows && list.rows[0]?.id == 0, "the snapshot did not arrive")
        // It lives until here.
        list.removeViewer()
        return before < 0 ? -1 : Double(held)
    }
}

/// A list of a million rows that tells all its identifiers at once.
private struct Million: KeyedPageSource, SnapshotPageSource {
    static let rows = 1_000_000
    var capabilities: SourceCapabilities { [.identifiers, .snapshots] }
    func page(for request: PageRequest) async throws -> Page<Row> { throw CancellationError() }
    func items(withIDs ids: [Int]) async throws -> [Row] { ids.map { Row(id: $0, title: "Row \($0)") } }
    func snapshot() async throws -> ListSnapshot<Int> {
        // In no order, so that nothing can be made of it but a list.
        ListSnapshot((0..<Self.rows).map { $0 &* 7_919 % 1_000_003 })
    }
}
