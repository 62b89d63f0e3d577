#if canImport(FoundationNetworking)
    public import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends a request and receives the whole answer.
///
/// ```swift
/// struct Replay: HTTPTransport {
///     let pages: [URL: Data]
///     func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
///         guard let url = request.url, let body = pages[url] else { throw URLError(.fileDoesNotExist) }
///         return HTTPAnswer(status: 200, body: body)
///     }
/// }
/// ```
///
/// A transport does *not* follow redirects: it returns the 3xx answer, and the source decides where to go and which headers to send. It does not
/// check the status, and it does not retry.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - maximumBytes: the most bytes of body to receive, at least 1.
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``HTTPAnswerTooLarge`` as soon as the body grows over `maximumBytes`; `URLError` if the connection fails; `CancellationError`
    ///   if the task was cancelled, which closes the connection or at least stops receiving.
    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer
}

/// A transport that can deliver an answer's body as it arrives, which Server-Sent Events need.
public protocol StreamingTransport: HTTPTransport {
    /// Sends a request, and delivers the body of a successful answer piece by piece.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - maximumBytes: the most bytes of body to receive of an answer that is not a success.
    ///   - receive: called with each piece in order, from any thread, never concurrently. If it throws, the request ends with that error.
    /// - Returns: the answer once it has ended. Its body is what was not delivered: it is empty if the status is 200 to 299.
    /// - Throws: the errors of ``HTTPTransport/answer(to:maximumBytes:)``.
    func answer(
        to request: URLRequest, maximumBytes: Int, receiving receive: @escaping @Sendable (Data) throws -> Void
    ) async throws -> HTTPAnswer
}

/// An answer's body grew over the transport's limit.
public struct HTTPAnswerTooLarge: Error, Hashable, Sendable {
    /// Makes the error.
    public init() {}
}
