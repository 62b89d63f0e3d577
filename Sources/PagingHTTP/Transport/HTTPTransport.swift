#if canImport(FoundationNetworking)
    internal import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// What sends a request and receives the answer, whole.
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

/// An answer's body grew over the limit that the transport was given.
public struct HTTPAnswerTooLarge: Error, Hashable, Sendable {
    /// Makes the error.
    public init() {}
}
