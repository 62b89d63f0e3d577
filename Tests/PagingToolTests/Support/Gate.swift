import Foundation

/// Holds requests in a server until a test opens it, and tells the test of the first.
///
/// `@unchecked Sendable`: whether it is open is read and written only while `condition` is locked.
final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false
    private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)

    /// Waits, on a server's thread, until the gate is open.
    func pass() {
        arrival.yield()
        condition.lock()
        while !isOpen { condition.wait() }
        condition.unlock()
    }

    /// Lets pass who waits, and who comes later.
    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until a request waits at the gate.
    func firstArrival() async {
        for await _ in arrivals { return }
    }
}
