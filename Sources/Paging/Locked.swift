internal import Foundation

/// A value that several threads share, one at a time; for the package's own modules.
///
/// Proof of `@unchecked Sendable`: `value` is private and accessed only while `lock` is held; values that go in and out are `Sendable`. (`Mutex`
/// would say the same, but needs iOS 18 and macOS 15.)
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs a closure on the value. It must neither wait nor call back into the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
