import Paging
import PagingTesting

/// A list on a server, the newest row with the greatest number on top, with plain limit and offset.
final class Feed: PageSource {
    let capabilities: SourceCapabilities = .positions
    /// The server's rows.
    let rows: Locked<[Int]>
    /// The ranges that were asked for.
    let asked = Locked<[Range<Int>]>([])
    /// Whether pages say how many rows there are.
    let tellsTotal: Bool

    init(_ rows: some Sequence<Int>, tellsTotal: Bool = false) {
        self.rows = Locked(Array(rows))
        self.tellsTotal = tellsTotal
    }

    func page(for request: PageRequest) async throws -> Page<Row> {
        guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
        asked.withLock { $0.append(range) }
        let rows = rows.withLock { $0 }
        let inside = range.clamped(to: 0..<rows.count)
        return Page(
            rows[inside].map { Row(id: $0) }, at: inside.lowerBound, total: tellsTotal ? rows.count : nil,
            continuation: inside.upperBound < rows.count ? .more : .end)
    }

    /// Adds so many rows on top.
    func grow(by count: Int) {
        rows.withLock { rows in
            let next = (rows.max() ?? -1) + 1
            rows.insert(contentsOf: (next..<next + count).reversed(), at: 0)
        }
    }

    /// Removes so many rows at the top.
    func shrink(by count: Int) { rows.withLock { $0.removeFirst(count) } }

    /// The rows between which others of the server's are missing, with neither a placeholder nor a gap there.
    @MainActor
    func holes(in list: PagedList<Row>) -> [String] {
        let order = rows.withLock { $0 }
        let shown = list.rows
        var (holes, last): ([String], (row: Int, position: Int)?) = ([], nil)
        for position in shown.indices {
            guard let row = shown[position]?.id, let place = order.firstIndex(of: row) else {
                if shown[position] == nil { last = nil }
                continue
            }
            if let last, place > last.position + 1, !list.gapPositions.contains(position) {
                holes.append("\(place - last.position - 1) rows between \(last.row) and \(row)")
            }
            last = (row, place)
        }
        return holes
    }
}
