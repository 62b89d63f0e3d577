public import Paging

extension PagedList {
    /// Waits until the list has settled: every request is answered, or waits for a test's answer; every change is delivered; views and tasks
    /// that follow the list have processed it.
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
    /// If a source waits in several tasks at once, as in a task group, one held task is enough.
    ///
    /// It does not wait for retries and other work that is due later: advance the list's ``VirtualClock``, then settle again. It does not return
    /// while an app's own source waits, for example for a socket. A test needs no polling.
    ///
    /// It also ends when the test is cancelled, for example by its time limit.
    public func settle(fileID: StaticString = #fileID, line: UInt = #line) async {
        if ledger.openCount == 0 { return }
        let wait = OpenWaits.begin(fileID: fileID, line: line) { [ledger] in
            "a list to settle; \(ledger.openCount) pieces of its work are open"
        }
        defer { wait.end() }
        repeat { await ledger.settled() } while ledger.openCount > 0 && !Task.isCancelled
    }

    /// Looks at all rows, a screen of eight after the other from the first on, and settles at each.
    package func lookAtAllRows() async {
        var start = 0
        repeat {
            viewport(start..<start + 8)
            await settle()
            start += 4
        } while start < count
    }
}

/// Starts work in a new task, and returns once the work is suspended for the first time, or has ended.
///
/// ```swift
/// let jump = await started { try await list.jump(to: .position(700)) }
/// await list.settle()                         // now its request waits for an answer
/// ```
///
/// - Parameter work: the work. It runs on the main actor up to its first suspension before this returns.
/// - Returns: its task.
@MainActor
public func started<Value: Sendable>(
    _ work: @escaping @MainActor () async throws -> Value
) async -> Task<Value, any Error> {
    let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
    let task = Task { @MainActor in
        // The caller is resumed on the main actor too, so not before the work suspends.
        beginning.finish()
        return try await work()
    }
    for await _ in beginnings {}
    return task
}
