import Dispatch
import Foundation
import Paging

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Collects the data of a session's tasks, and delivers each answer to its caller.
final class SessionRouter: NSObject, URLSessionDataDelegate {
    private struct Exchange: Sendable {
        let continuation: CheckedContinuation<HTTPAnswer, any Error>
        let maximumBytes: Int
        /// Receives the body of a successful answer as it arrives, or `nil` if it is collected.
        var receive: (@Sendable (Data) throws -> Void)?
        var body = Data()
    }

    /// The state of a task. A task that has ended has no entry, so later events, cancellation included, have no effect.
    private enum Entry: Sendable {
        /// Created, but not awaited yet.
        case made
        /// Cancelled before it was awaited.
        case cancelled
        /// A caller awaits its answer.
        case awaited(Exchange)
    }

    /// Keyed by task identifier, which is unique within a session; a router serves one session.
    private let entries = Locked<[Int: Entry]>([:])

    /// Registers a new task. It is called first.
    func register(_ task: URLSessionTask) {
        entries.withLock { $0[task.taskIdentifier] = .made }
    }

    /// Sets how a task's answer is received. It is called once, before the task is resumed.
    func expect(
        _ task: URLSessionTask, maximumBytes: Int, receive: (@Sendable (Data) throws -> Void)? = nil,
        continuation: CheckedContinuation<HTTPAnswer, any Error>
    ) {
        let isCancelled = entries.withLock { entries in
            if case .cancelled = entries[task.taskIdentifier] {
                entries[task.taskIdentifier] = nil
                return true
            }
            let exchange = Exchange(continuation: continuation, maximumBytes: maximumBytes, receive: receive)
            entries[task.taskIdentifier] = .awaited(exchange)
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    /// Ends the exchange after a time limit.
    ///
    /// - Returns: the timer, to be cancelled when the exchange has ended.
    func watch(_ task: URLSessionTask, for limit: Duration) -> Task<Void, any Error> {
        Task {
            try await Task.sleep(for: limit)
            stop(task)
            finish(task, .failure(AnswerTooSlow(limit: limit)))
        }
    }

    /// Ends the exchange at once, so the caller need not wait for the session to notice.
    func cancel(_ task: URLSessionTask) {
        let exchange: Exchange? = entries.withLock { entries in
            switch entries[task.taskIdentifier] {
            case .made:
                entries[task.taskIdentifier] = .cancelled
                return nil
            case .awaited(let exchange):
                entries[task.taskIdentifier] = nil
                return exchange
            case .cancelled, nil: return nil
            }
        }
        stop(task)
        exchange?.continuation.resume(throwing: CancellationError())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // `URLSession` would send the request's headers to any origin.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A source sends its credentials in its headers, so a 401 is an ordinary answer.
        let methods = [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest]
        guard methods.contains(challenge.protectionSpace.authenticationMethod) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        #if canImport(FoundationNetworking)
            // On Linux, `URLSession` waits forever for `Basic` credentials, and reports a rejected challenge as a cancelled task.
            let response = (challenge.failureResponse ?? task.response) as? HTTPURLResponse
            finish(task, .success((response?.statusCode ?? 401, response.map(SessionRouter.headers) ?? HTTPHeaders())))
            stop(task)
        #endif
        completionHandler(.rejectProtectionSpace, nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isSuccess = (response as? HTTPURLResponse).map { 200...299 ~= $0.statusCode } ?? false
        let limit: Int? = entries.withLock { entries in
            guard case .awaited(var exchange) = entries[dataTask.taskIdentifier] else { return nil }
            if exchange.receive != nil, isSuccess { return .max }
            // The body of an error is collected.
            exchange.receive = nil
            entries[dataTask.taskIdentifier] = .awaited(exchange)
            return exchange.maximumBytes
        }
        // An answer to HEAD reports the length of a body that is not sent.
        let hasBody = dataTask.originalRequest?.httpMethod != "HEAD"
        guard let limit, !hasBody || response.expectedContentLength <= Int64(limit) else {
            // On Linux `.cancel` alone leaves the connection open until it times out.
            stop(dataTask)
            completionHandler(.cancel)
            finish(dataTask, .failure(HTTPAnswerTooLarge()))
            return
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let receive: (@Sendable (Data) throws -> Void)? = entries.withLock { entries in
            if case .awaited(let exchange) = entries[dataTask.taskIdentifier] { exchange.receive } else { nil }
        }
        if let receive {
            do {
                return try receive(data)
            } catch {
                stop(dataTask)
                return finish(dataTask, .failure(error))
            }
        }
        let isTooLarge = entries.withLock { entries in
            // Removed while it grows, because two owners would copy the body with every piece.
            guard case .awaited(var exchange) = entries.removeValue(forKey: dataTask.taskIdentifier) else {
                return false
            }
            let fits = data.count <= exchange.maximumBytes - exchange.body.count
            if fits { exchange.body.append(data) }
            entries[dataTask.taskIdentifier] = .awaited(exchange)
            return !fits
        }
        guard isTooLarge else { return }
        stop(dataTask)
        finish(dataTask, .failure(HTTPAnswerTooLarge()))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            finish(task, .failure(error))
        } else if let response = task.response as? HTTPURLResponse {
            finish(task, .success((response.statusCode, SessionRouter.headers(response))))
        } else {
            finish(task, .failure(URLError(.badServerResponse)))
        }
    }

    private static func headers(_ response: HTTPURLResponse) -> HTTPHeaders {
        HTTPHeaders(response.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, "\(value)") } })
    }

    /// Cancels a task without waiting for it.
    ///
    /// On Linux, cancelling waits for the session's own queue. A server that sends faster than libcurl reads keeps that queue busy for seconds.
    /// Called from here it would block the delegate's queue, where the data then piles up. From a cancelled task it would block a thread that
    /// others need.
    private func stop(_ task: URLSessionTask) {
        #if canImport(FoundationNetworking)
            DispatchQueue.global().async { task.cancel() }
        #else
            task.cancel()
        #endif
    }

    private func finish(_ task: URLSessionTask, _ result: Result<(Int, HTTPHeaders), any Error>) {
        let exchange: Exchange? = entries.withLock { entries in
            // A task that was cancelled before it was awaited ends as well, and its later caller must still see that.
            guard case .awaited(let exchange) = entries[task.taskIdentifier] else { return nil }
            entries[task.taskIdentifier] = nil
            return exchange
        }
        guard let exchange else { return }
        switch result {
        case .success((let status, let headers)):
            exchange.continuation.resume(
                returning: HTTPAnswer(status: status, headers: headers, body: exchange.body))
        case .failure(let error): exchange.continuation.resume(throwing: error)
        }
    }
}
