@testable import PagingCore

/// Decides what to ask for while a reader scrolls: one system's way, this library's or a peer's.
///
/// Every method is an event. A policy reads what it may know from the ``Desk`` and gives its orders there. It has no clock
/// and no randomness but what it is made with.
protocol ScrollPolicy {
    /// Whether one policy serves all views of a list. Otherwise each view gets a policy, and rows, of its own.
    static var servesAllViews: Bool { get }

    /// The list is made; nothing is shown yet.
    mutating func start(_ desk: inout Desk)

    /// A frame is shown: ``Desk/viewport`` and ``Desk/landing`` are new.
    mutating func frame(_ desk: inout Desk)

    /// A request was answered; its rows are in ``Desk/loaded`` already.
    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk)

    /// A request failed: nothing came within the network's time-out.
    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk)

    /// The time the policy set as ``Desk/wakeAt`` has come.
    mutating func woke(_ desk: inout Desk)

    /// The rows among these that would be shown as placeholders.
    func missing(in rows: Range<Int>, _ desk: Desk) -> PositionSet
}

extension ScrollPolicy {
    static var servesAllViews: Bool { false }
    mutating func start(_ desk: inout Desk) {}
    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {}
    mutating func woke(_ desk: inout Desk) {}

    func missing(in rows: Range<Int>, _ desk: Desk) -> PositionSet {
        desk.missing(in: rows)
    }
}
