@testable import PagingCore

/// The cache of UWP's `IItemsRangeInfo` sample: what is needed less what is cached, after a pause, one request at a time.
///
/// The needed rows are those on screen and a screen's worth of 20 around them. When they change it waits for 20 ms, begun
/// anew with each change; then the first run of missing rows is asked for, 50 rows at most, and the next one after its
/// answer. A request none of whose rows is needed any more is cancelled. The sample drops rows that leave the needed ones;
/// the field's figures were taken with a cache that keeps them, and so is this.
struct ItemCacheManager: ScrollPolicy {
    /// How long the needed rows must stay the same, in milliseconds.
    static let debounce = 20.0
    /// Rows a list view keeps around the screen.
    static let buffer = 20
    /// The most rows a request asks for.
    static let batch = 50

    private var needed = 0..<0
    private var underWay: (request: Int, rows: Range<Int>)?

    /// Makes the policy.
    init() {}

    mutating func frame(_ desk: inout Desk) {
        let now = desk.viewport(extendedBy: Self.buffer)
        guard now != needed else { return }
        needed = now
        if let flight = underWay, !flight.rows.overlaps(needed) {
            desk.cancel(flight.request)
            underWay = nil
        }
        desk.wakeAt = next(desk) == nil ? nil : desk.now + Self.debounce
    }

    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay = nil
        fetch(&desk)
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay = nil
        fetch(&desk)
    }

    mutating func woke(_ desk: inout Desk) {
        fetch(&desk)
    }

    private mutating func fetch(_ desk: inout Desk) {
        guard underWay == nil, let rows = next(desk) else { return }
        underWay = (desk.ask(rows), rows)
    }

    private func next(_ desk: Desk) -> Range<Int>? {
        var missing = desk.missing(in: needed)
        if let flight = underWay { missing.remove(flight.rows) }
        guard let first = missing.ranges.first else { return nil }
        return first.prefix(Self.batch)
    }
}
