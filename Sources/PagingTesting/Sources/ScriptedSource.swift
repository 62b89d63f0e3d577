internal import Foundation
public import Paging

/// A source that answers when the test says so, and with what it says.
///
/// ```swift
/// let source = ScriptedSource<Row>()
/// let list = PagedList(source)
/// list.viewport(0..<20)
/// let call = await source.nextCall()
/// #expect(call.request == .positions(0..<50))
/// call.answer(Page(rows, at: 0, total: 1000))
/// ```
public final class ScriptedSource<Element: Sendable>: PageSource, @unchecked Sendable {
    // Proof of Sendable: every access to the mutable properties holds the lock.
    private let lock = NSLock()
    private var waitingCalls: [ScriptedCall<Element>] = []
    private var waitingTests: [CheckedContinuation<ScriptedCall<Element>, Never>] = []
    private var allRequests: [PageRequest] = []

    /// The capabilities that the source declares.
    public let capabilities: SourceCapabilities
    /// Whether a cancelled call goes on waiting for its answer, as an operation that nobody stops would.
    public let ignoresCancellation: Bool

    /// Makes a source.
    public init(capabilities: SourceCapabilities = .positions, ignoresCancellation: Bool = false) {
        self.capabilities = capabilities
        self.ignoresCancellation = ignoresCancellation
    }

    /// Every request so far, in the order of their coming.
    public var requests: [PageRequest] { lock.withLock { allRequests } }

    /// The next request that no test has taken; waits for it.
    public func nextCall() async -> ScriptedCall<Element> {
        await withCheckedContinuation { continuation in
            let call: ScriptedCall<Element>? = lock.withLock {
                if !waitingCalls.isEmpty { return waitingCalls.removeFirst() }
                waitingTests.append(continuation)
                return nil
            }
            if let call { continuation.resume(returning: call) }
        }
    }

    /// Answers a request when the test does.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        let call = ScriptedCall<Element>(request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                call.begin(continuation)
                hand(call)
            }
        } onCancel: {
            call.cancel(ends: !ignoresCancellation)
        }
    }

    private func hand(_ call: ScriptedCall<Element>) {
        let test: CheckedContinuation<ScriptedCall<Element>, Never>? = lock.withLock {
            allRequests.append(call.request)
            if !waitingTests.isEmpty { return waitingTests.removeFirst() }
            waitingCalls.append(call)
            return nil
        }
        test?.resume(returning: call)
    }
}

/// A request that waits for its answer.
public final class ScriptedCall<Element: Sendable>: @unchecked Sendable {
    // Proof of Sendable: every access to the mutable properties holds the lock.
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Page<Element>, any Error>?
    private var watchers: [CheckedContinuation<Void, Never>] = []
    private var wasCancelled = false

    /// The request.
    public let request: PageRequest
    /// Whether caches were to be passed by (``LoadOptions/skipsCaches``).
    public let skipsCaches: Bool

    init(_ request: PageRequest) {
        self.request = request
        skipsCaches = LoadOptions.skipsCaches
    }

    /// Whether the request was cancelled.
    public var isCancelled: Bool { lock.withLock { wasCancelled } }

    /// Answers the request. A second answer is ignored.
    public func answer(_ page: Page<Element>) {
        take()?.resume(returning: page)
    }

    /// Lets the request fail. A second answer is ignored.
    public func fail(_ error: any Error) {
        take()?.resume(throwing: error)
    }

    /// Waits until the request is cancelled.
    public func cancellation() async {
        await withCheckedContinuation { watcher in
            let isOver = lock.withLock {
                if !wasCancelled { watchers.append(watcher) }
                return wasCancelled
            }
            if isOver { watcher.resume() }
        }
    }

    func begin(_ continuation: CheckedContinuation<Page<Element>, any Error>) {
        lock.withLock { self.continuation = continuation }
        // Cancelled before it began: the handler found nobody to tell.
        if Task.isCancelled, isCancelled, endsWhenCancelled { fail(CancellationError()) }
    }

    private var endsWhenCancelled = false

    func cancel(ends: Bool) {
        let watching = lock.withLock {
            wasCancelled = true
            endsWhenCancelled = ends
            defer { watchers = [] }
            return watchers
        }
        for watcher in watching { watcher.resume() }
        if ends { fail(CancellationError()) }
    }

    private func take() -> CheckedContinuation<Page<Element>, any Error>? {
        lock.withLock {
            defer { continuation = nil }
            return continuation
        }
    }
}
