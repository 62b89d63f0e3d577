public import Paging

extension PagedList {
    /// Waits until nothing goes on any more: every request is answered, or waits for a test's answer; every change is delivered; views and
    /// tasks that follow the list have done their part.
    ///
    /// ```swift
    /// let source = ScriptedSource<Row>()
    /// let list = PagedList(source)
    /// list.viewport(0..<20)
    /// await list.settle()                     // all requests have been sent
    /// let call = await source.nextCall()
    /// call.answer(Page(rows, at: 0, total: 1000))
    /// await list.settle()                     // and all rows are shown
    /// ```
    ///
    /// Of a source that waits in several tasks at once, as in a task group, it is enough that one of them is held.
    ///
    /// Retries and other work that waits for time are not waited for: move the list's ``VirtualClock``, then settle again. It does not
    /// return while a source of the app's own waits, for a socket say. In a test nothing has to look again and again.
    ///
    /// Ends with the test, too, as by its time limit.
    public func settle(fileID: StaticString = #fileID, line: UInt = #line) async {
        if ledger.openCount == 0 { return }
        let wait = OpenWaits.begin(fileID: fileID, line: line) { [ledger] in
            "a list to settle; \(ledger.openCount) pieces of its work are open"
        }
        defer { wait.end() }
        repeat { await ledger.settled() } while ledger.openCount > 0 && !Task.isCancelled
    }
}

/// Begins work in a task of its own, and returns once the work is held up for the first time, or has ended.
///
/// ```swift
/// let jump = await started { try await list.jump(to: .position(700)) }
/// await list.settle()                         // now its request waits for an answer
/// ```
///
/// - Parameter work: runs on the main actor up to its first suspension before this returns.
/// - Returns: its task.
@MainActor
public func started<Value: Sendable>(
    _ work: @escaping @MainActor () async throws -> Value
) async -> Task<Value, any Error> {
    let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
    let task = Task { @MainActor in
        // The caller is resumed on the main actor too, so not before the work gives it up.
        beginning.finish()
        return try await work()
    }
    for await _ in beginnings {}
    return task
}
