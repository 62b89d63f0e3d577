/// An event between a source and its server, for reports and logs.
///
/// ```swift
/// let source = HTTPSource<JSONValue>(url, observer: { event in
///     if case .finished(let exchange) = event { report.add(bytes: exchange.bytes) }
/// })
/// ```
public enum HTTPEvent: Hashable, Sendable {
    /// A request was sent.
    case started(HTTPExchange)
    /// A request ended, with an answer or without.
    case finished(HTTPExchange)
}

/// One request and its outcome.
public struct HTTPExchange: Hashable, Sendable {
    /// How a request ended.
    public enum Outcome: Hashable, Sendable {
        /// The request is in progress.
        case pending
        /// The answer has this status.
        case status(Int)
        /// The request was cancelled.
        case cancelled
        /// There was no answer, or it was too large.
        case failed(HTTPSourceError.Reason)
    }

    /// Counts the source's requests, from 1. A redirect is a request of its own.
    public let number: Int
    /// The address, without secrets.
    public let address: String
    /// How it ended.
    public internal(set) var outcome: Outcome = .pending
    /// The size of the answer's body in bytes, after decompression, or 0 if the body did not arrive whole.
    public internal(set) var bytes = 0
    /// The time from the request to its end.
    public internal(set) var duration: Duration = .zero
    /// The pause that the server asked for with an error, or `nil` if it asked for none.
    public internal(set) var retryAfter: Duration?
}
