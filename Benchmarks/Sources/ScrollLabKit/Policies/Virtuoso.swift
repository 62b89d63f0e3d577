@testable import PagingCore

/// A virtual list that tells an app the range on screen, and an app that loads the pages it touches.
///
/// Whenever the range changes, the pages on screen that have not arrived are asked for, as one request, unless that very
/// request is under way. Nothing is loaded ahead and nothing is cancelled.
struct Virtuoso: ScrollPolicy {
    private var underWay: [Int: Range<Int>] = [:]

    /// Makes the policy.
    init() {}

    mutating func frame(_ desk: inout Desk) {
        let missing = desk.pages(of: desk.viewport).filter { page in
            !desk.missing(in: desk.rows(ofPages: page..<page + 1)).isEmpty
        }
        guard let first = missing.first, let last = missing.last else { return }
        let rows = desk.rows(ofPages: first..<last + 1)
        guard !underWay.values.contains(rows) else { return }
        underWay[desk.ask(rows)] = rows
    }

    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay[request] = nil
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay[request] = nil
        frame(&desk)
    }
}
