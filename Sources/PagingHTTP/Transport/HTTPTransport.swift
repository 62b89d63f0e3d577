#if canImport(FoundationNetworking)
    public import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends a request and receives the answer, whole.
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
/// A transport does *not* follow redirects: it gives the 3xx answer back, and the source decides where it goes and
/// what it takes along. It does not judge the status, and it does not ask twice.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - maximumBytes: the most bytes of body to receive, at least 1.
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``HTTPAnswerTooLarge`` as soon as the body grows over `maximumBytes`; `URLError` for what keeps an
    ///   answer from coming; `CancellationError` where the task was cancelled, which closes the connection or at least
    ///   stops receiving.
    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer
}

/// A transport that can hand out an answer's body while it comes, as Server-Sent Events need it.
public protocol StreamingTransport: HTTPTransport {
    /// Sends a request, and hands out the body of a successful answer piece by piece.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - maximumBytes: the most bytes of body to receive of an answer that is no success.
    ///   - receive: called with each piece in turn, never at the same time; from any thread. What it throws ends the request with
    ///     that error.
    /// - Returns: the answer once it has ended. The body is what was not handed out: nothing, where the status is 200 to 299.
    /// - Throws: as ``HTTPTransport/answer(to:maximumBytes:)``.
    func answer(
        to request: URLRequest, maximumBytes: Int, receiving receive: @escaping @Sendable (Data) throws -> Void
    ) async throws -> HTTPAnswer
}

/// An answer's body grew over the limit that the transport was given.
public struct HTTPAnswerTooLarge: Error, Hashable, Sendable {
    /// Makes the error.
    public init() {}
}
