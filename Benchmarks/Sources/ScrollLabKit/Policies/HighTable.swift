@testable import PagingCore

/// HighTable: the rows on screen and 20 around them; each movement cancels what is under way.
///
/// When the rows on screen change, the missing ones are asked for as one request and every older request is cancelled.
struct HighTable: ScrollPolicy {
    /// Rows around the screen that are loaded too.
    static let padding = 20

    private var screen = 0..<0
    private var underWay: Int?

    /// Makes the policy.
    init() {}

    mutating func frame(_ desk: inout Desk) {
        guard desk.viewport != screen else { return }
        screen = desk.viewport
        if let underWay { desk.cancel(underWay) }
        underWay = nil
        load(&desk)
    }

    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay = nil
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay = nil
        load(&desk)
    }

    private mutating func load(_ desk: inout Desk) {
        let missing = desk.missing(in: desk.viewport(extendedBy: Self.padding))
        guard let first = missing.ranges.first, let last = missing.ranges.last else { return }
        underWay = desk.ask(first.lowerBound..<last.upperBound)
    }
}
