internal import Paging

/// Values from other threads, for which a test can wait.
package final class Gathered<Value: Sendable>: Sendable {
    private let values = Locked<[Value]>([])
    private let bell = Bell()

    package init() {}

    /// All values so far, in order of arrival.
    package var all: [Value] { values.withLock { $0 } }

    package func add(_ value: Value) {
        values.withLock { $0.append(value) }
        bell.ring()
    }

    /// Waits until the values meet a condition.
    ///
    /// - Returns: all values so far.
    /// - Throws: ``WaitFailure`` at the limit, and if the task is cancelled.
    @discardableResult
    package func wait(
        for what: String, within limit: Duration = WaitLimit.standard, fileID: StaticString = #fileID,
        line: UInt = #line,
        until isRight: ([Value]) -> Bool
    ) async throws -> [Value] {
        let found = await bell.wait(fileID: fileID, line: line, within: limit) { [self] in
            "\(what); so far \(all)"
        } look: {
            let all = all
            return isRight(all) ? all : nil
        }
        if let found { return found }
        throw WaitFailure(
            what: what, seen: String(describing: all), reason: Task.isCancelled ? .cancelled : .limit(limit),
            place: "\(fileID):\(line)")
    }

    /// Waits for a number of values.
    @discardableResult
    package func wait(
        for count: Int, within limit: Duration = WaitLimit.standard, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Value] {
        try await wait(for: "\(count) values", within: limit, fileID: fileID, line: line) { $0.count >= count }
    }
}

extension Gathered where Value == Void {
    package func add() { add(()) }
}
