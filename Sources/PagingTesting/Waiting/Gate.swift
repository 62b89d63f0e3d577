internal import Foundation

/// Blocks other threads until a test opens it, and reports their arrivals to the test.
///
/// Proof of `Sendable`: `isOpen` is read and written only while `condition` is locked.
package final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false
    private let arrived = Gathered<Void>()

    package init() {}

    /// Blocks the calling thread until the gate is open. Call it only on a thread that may be blocked.
    ///
    /// After the limit it returns anyway: the test has failed before opening the gate, and the blocked work must end.
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

    /// Waits until a number of threads have arrived at the gate.
    package func arrivals(_ count: Int = 1, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await arrived.wait(for: count, fileID: fileID, line: line)
    }
}
