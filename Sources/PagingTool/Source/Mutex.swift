internal import Foundation

/// A value that one thread at a time may touch.
///
/// `@unchecked Sendable`: `value` is read and written only while `lock` is held. The standard library's `Mutex` needs macOS
/// 15; this package begins with 14.
final class Mutex<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
