#if canImport(FoundationNetworking)
    public import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends requests with `URLSession`.
///
/// ```swift
/// let transport = URLSessionTransport(session: mySession)
/// ```
///
/// The size of an answer is enforced while it arrives: the announced length at once, the received bytes as they come. The time limit
/// (``HTTPLimits/maximumDuration``) is enforced too. Cancelling closes the connection. Redirects are returned, not followed.
///
/// On Apple's systems requests run in the given session. Elsewhere `URLSession` does not support a delegate for a single task, so a new session
/// is made with that session's configuration, and the given session's delegate is not called. There, `URLSession` may keep only the first of
/// several header lines of one name. A connection that is cancelled while its server sends faster than it can be read closes with a delay, and
/// data that still arrives is dropped.
///
/// Headers of the session's configuration (`httpAdditionalHeaders`) are sent with every request to any origin. Keep credentials out of them and
/// in ``HTTPSource``'s own `headers`.
public final class URLSessionTransport: StreamingTransport {
    private let session: URLSession
    private let router: SessionRouter

    /// Makes a transport.
    ///
    /// - Parameter session: the session to send with, or `nil` for one that keeps neither cache nor cookies on disk.
    public init(session: URLSession? = nil) {
        let router = SessionRouter()
        self.router = router
        #if canImport(FoundationNetworking)
            let configuration = session?.configuration ?? .ephemeral
            // With a cache, a task that is cancelled while the cache is being queried fails twice, and the second failure ends the process
            // (swift-corelibs-foundation issue 3292). The list has its own cache.
            configuration.urlCache = nil
            self.session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
        #else
            self.session = session ?? URLSession(configuration: .ephemeral)
        #endif
    }

    deinit {
        // A session retains its delegate until it is invalidated.
        #if canImport(FoundationNetworking)
            session.finishTasksAndInvalidate()
        #endif
    }

    /// Sends a request.
    public func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        try await answer(to: request, maximumBytes: maximumBytes, handingOut: nil)
    }

    /// Sends a request, and delivers the body of a successful answer as it arrives.
    public func answer(
        to request: URLRequest, maximumBytes: Int, receiving receive: @escaping @Sendable (Data) throws -> Void
    ) async throws -> HTTPAnswer {
        try await answer(to: request, maximumBytes: maximumBytes, handingOut: receive)
    }

    private func answer(
        to request: URLRequest, maximumBytes: Int, handingOut receive: (@Sendable (Data) throws -> Void)?
    ) async throws -> HTTPAnswer {
        try Task.checkCancellation()
        let task = session.dataTask(with: request)
        router.register(task)
        #if !canImport(FoundationNetworking)
            task.delegate = router
        #endif
        return try await withTaskCancellationHandler {
            // The session's own time-out restarts with each byte.
            var watchdog: Task<Void, any Error>?
            defer { watchdog?.cancel() }
            return try await withCheckedThrowingContinuation { continuation in
                router.expect(task, maximumBytes: maximumBytes, receive: receive, continuation: continuation)
                if receive == nil { watchdog = AnswerTime.longest.map { router.watch(task, for: $0) } }
                task.resume()
            }
        } onCancel: {
            router.cancel(task)
        }
    }
}
