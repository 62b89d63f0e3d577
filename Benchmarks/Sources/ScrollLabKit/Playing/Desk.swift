@testable import PagingCore

/// A policy's view of the world: the time, the rows on screen, the loaded rows, and orders to the network.
struct Desk: Sendable {
    /// Milliseconds since the trace's start.
    var now = 0.0
    /// How many rows the list has. Every policy knows it from the start.
    let listRows: Int
    /// Rows a page has.
    let pageSize: Int
    /// The rows that the first frame shows: a view knows them when it is laid out, before it draws.
    var opening = 0..<0
    /// The rows on screen; empty before the first frame.
    var viewport = 0..<0
    /// Where scrolling will come to rest, where the platform tells.
    var landing: Range<Int>?
    /// Which view the frame belongs to.
    var viewer = 0
    /// Rows that have arrived.
    var loaded = PositionSet()
    /// When to be woken; `nil` for not at all. Stays until changed or due.
    var wakeAt: Double?

    enum Order: Sendable {
        case ask(Int, Range<Int>)
        case cancel(Int)
    }

    var orders: [Order] = []
    private var lastRequest = 0

    init(listRows: Int, pageSize: Int) {
        self.listRows = listRows
        self.pageSize = pageSize
    }

    /// Sends a request.
    ///
    /// - Parameter rows: the rows asked for; what lies beyond the list is left out.
    /// - Returns: the request's name.
    @discardableResult
    mutating func ask(_ rows: Range<Int>) -> Int {
        lastRequest += 1
        orders.append(.ask(lastRequest, rows.clamped(to: 0..<listRows)))
        return lastRequest
    }

    /// Calls a request off.
    mutating func cancel(_ request: Int) {
        orders.append(.cancel(request))
    }

    /// The rows among these that have not arrived.
    func missing(in rows: Range<Int>) -> PositionSet {
        PositionSet(rows).subtracting(loaded.intersection(rows))
    }

    /// The rows on screen and so many around them, within the list.
    func viewport(extendedBy margin: Int) -> Range<Int> {
        max(0, viewport.lowerBound - margin)..<min(listRows, viewport.upperBound + margin)
    }

    /// The pages that hold these rows.
    func pages(of rows: Range<Int>) -> Range<Int> {
        rows.lowerBound / pageSize..<(rows.upperBound + pageSize - 1) / pageSize
    }

    /// The rows of these pages.
    func rows(ofPages pages: Range<Int>) -> Range<Int> {
        pages.lowerBound * pageSize..<min(listRows, pages.upperBound * pageSize)
    }
}
