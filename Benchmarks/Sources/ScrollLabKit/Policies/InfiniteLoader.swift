@testable import PagingCore

/// react-window-infinite-loader: rows from 15 before the screen to 15 behind it are loaded in batches of at least a page.
///
/// Rows asked for count as there, so none is asked for twice. A batch begins at the first row missing, wherever that is,
/// and is made up to a page as far as no other batch is in the way. Nothing is cancelled.
struct InfiniteLoader: ScrollPolicy {
    /// Rows around the screen that are kept loaded, the loader's default.
    static let threshold = 15
    private var asked = PositionSet()

    /// Makes the policy.
    init() {}

    mutating func frame(_ desk: inout Desk) {
        let wanted = desk.viewport(extendedBy: Self.threshold)
        let missing = PositionSet(wanted).subtracting(asked.intersection(wanted))
        guard let first = missing.ranges.first, let last = missing.ranges.last else { return }
        let reach = first.lowerBound..<min(desk.listRows, max(last.upperBound, first.lowerBound + desk.pageSize))
        let free = PositionSet(reach).subtracting(asked.intersection(reach))
        guard let batch = free.ranges.first else { return }
        asked.insert(batch)
        desk.ask(batch)
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        asked.remove(rows)
        frame(&desk)
    }
}
