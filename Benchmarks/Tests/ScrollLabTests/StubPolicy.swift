@testable import ScrollLabKit

/// Asks for what it is told to, when it is told to.
struct StubPolicy: ScrollPolicy {
    /// Asked for before the first frame.
    var atStart: Range<Int>?
    /// Asked for with a frame, by the frame's time.
    var atFrames: [Double: Range<Int>] = [:]
    /// Wakes so long after the first frame and asks for this.
    var later: (after: Double, rows: Range<Int>)?
    /// Cancels its first request with the frame of this time.
    var cancelsAt: Double?
    /// Asks again for what failed.
    var isStubborn = false

    mutating func start(_ desk: inout Desk) {
        if let atStart { desk.ask(atStart) }
    }

    mutating func frame(_ desk: inout Desk) {
        if let rows = atFrames[desk.now] { desk.ask(rows) }
        if desk.now == cancelsAt { desk.cancel(1) }
        if let later, desk.now == 0 { desk.wakeAt = later.after }
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        if isStubborn { desk.ask(rows) }
    }

    mutating func woke(_ desk: inout Desk) {
        if let later { desk.ask(later.rows) }
    }
}
