internal import Foundation
public import Paging

/// A source whose answers the test provides, one request at a time.
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
    private var allRequests: [PageRequest] = []
    private let bell = Bell()

    /// The capabilities that the source declares.
    public let capabilities: SourceCapabilities
    /// `true` if a cancelled call still waits for its answer, like an operation that ignores cancellation.
    public let ignoresCancellation: Bool

    /// Makes a source.
    public init(capabilities: SourceCapabilities = .positions, ignoresCancellation: Bool = false) {
        self.capabilities = capabilities
        self.ignoresCancellation = ignoresCancellation
    }

    /// All requests so far, in order.
    public var requests: [PageRequest] { lock.withLock { allRequests } }

    /// The next request that no test has taken yet. Waits for one.
    ///
    /// If the test is cancelled meanwhile, for example by its time limit, it returns a made-up call for no rows.
    ///
    /// - Parameters:
    ///   - fileID: the file in which the test waits, printed if it hangs.
    ///   - line: the line in that file.
    public func nextCall(fileID: StaticString = #fileID, line: UInt = #line) async -> ScriptedCall<Element> {
        let call = await bell.wait(fileID: fileID, line: line) { [self] in
            "the next call of a scripted source, after \(requests.count) of them"
        } look: {
            lock.withLock { waitingCalls.isEmpty ? nil : waitingCalls.removeFirst() }
        }
        return call ?? ScriptedCall(.positions(0..<0))
    }

    /// Waits until the test answers the request.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        let call = ScriptedCall<Element>(request)
        return try await withTaskCancellationHandler {
            try await withHeldContinuation { continuation in
                call.begin(continuation)
                hand(call)
            }
        } onCancel: {
            call.cancel(ends: !ignoresCancellation)
        }
    }

    private func hand(_ call: ScriptedCall<Element>) {
        lock.withLock {
            allRequests.append(call.request)
            waitingCalls.append(call)
        }
        bell.ring()
    }
}

/// A request that waits for its answer.
public final class ScriptedCall<Element: Sendable>: @unchecked Sendable {
    // Proof of Sendable: every access to the mutable properties holds the lock.
    private let lock = NSLock()
    private var continuation: HeldContinuation<Page<Element>>?
    private let bell = Bell()
    private var wasCancelled = false

    /// The request.
    public let request: PageRequest
    /// `true` if the request bypasses caches (``LoadOptions/skipsCaches``).
    public let skipsCaches: Bool

    init(_ request: PageRequest) {
        self.request = request
        skipsCaches = LoadOptions.skipsCaches
    }

    /// `true` if the request was cancelled.
    public var isCancelled: Bool { lock.withLock { wasCancelled } }

    /// Answers the request. A second answer is ignored.
    public func answer(_ page: Page<Element>) {
        take()?.resume(returning: page)
    }

    /// Makes the request fail. A second answer is ignored.
    public func fail(_ error: any Error) {
        take()?.resume(throwing: error)
    }

    /// Waits until the request is cancelled, or the test is.
    ///
    /// - Parameters:
    ///   - fileID: the file in which the test waits, printed if it hangs.
    ///   - line: the line in that file.
    public func cancellation(fileID: StaticString = #fileID, line: UInt = #line) async {
        _ = await bell.wait(fileID: fileID, line: line) { [request] in
            "the cancellation of a call for \(request)"
        } look: {
            isCancelled ? true : nil
        }
    }

    func begin(_ continuation: HeldContinuation<Page<Element>>) {
        lock.withLock { self.continuation = continuation }
        // If the task was cancelled before this, the cancellation handler had no continuation to resume.
        if Task.isCancelled, isCancelled, endsWhenCancelled { fail(CancellationError()) }
    }

    private var endsWhenCancelled = false

    func cancel(ends: Bool) {
        lock.withLock { (wasCancelled, endsWhenCancelled) = (true, ends) }
        bell.ring()
        if ends { fail(CancellationError()) }
    }

    private func take() -> HeldContinuation<Page<Element>>? {
        lock.withLock {
            defer { continuation = nil }
            return continuation
        }
    }
}
