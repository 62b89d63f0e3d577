internal import Paging

/// Values that other threads give, and that a test waits for.
package final class Gathered<Value: Sendable>: Sendable {
    private let values = Locked<[Value]>([])
    private let bell = Bell()

    package init() {}

    /// All so far, in the order in which they came.
    package var all: [Value] { values.withLock { $0 } }

    package func add(_ value: Value) {
        values.withLock { $0.append(value) }
        bell.ring()
    }

    /// Waits until the values are as they should be.
    ///
    /// - Returns: all so far.
    /// - Throws: ``WaitFailure`` at the limit, and where the task is cancelled.
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

    /// Waits until there are so many.
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
