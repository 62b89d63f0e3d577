internal import Foundation

/// Holds other threads until a test opens it, and tells the test who has come.
///
/// Proof of `Sendable`: `isOpen` is read and written only while `condition` is locked.
package final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false
    private let arrived = Gathered<Void>()

    package init() {}

    /// Waits, on a thread that may be held, until the gate is open.
    ///
    /// After the limit it lets pass: the test has failed on its way to opening it, and what it holds must end.
    package func pass(within limit: Duration = WaitLimit.standard) {
        arrived.add()
        let end = Date(timeIntervalSinceNow: limit / .seconds(1))
        condition.withLock { while !isOpen, condition.wait(until: end) {} }
    }

    /// Opens the gate, for waiting threads and for later ones.
    package func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// Waits until so many have come to the gate.
    package func arrivals(_ count: Int = 1, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await arrived.wait(for: count, fileID: fileID, line: line)
    }
}
