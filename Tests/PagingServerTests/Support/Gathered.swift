import Foundation

/// The results of several threads, and a way to wait for them.
///
/// `@unchecked Sendable`: `values` is read and written only while `condition` is locked.
final class Gathered<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var values: [Value] = []

    var all: [Value] { condition.withLock { values } }

    func add(_ value: Value) {
        condition.withLock {
            values.append(value)
            condition.broadcast()
        }
    }

    /// Waits until there are so many.
    @discardableResult
    func wait(for count: Int) -> [Value] {
        condition.withLock {
            while values.count < count { condition.wait() }
            return values
        }
    }
}
