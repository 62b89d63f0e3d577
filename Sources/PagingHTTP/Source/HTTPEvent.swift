/// Something that happened between a source and its server, for reports and logs.
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

/// One request and what became of it.
public struct HTTPExchange: Hashable, Sendable {
    /// How a request ended.
    public enum Outcome: Hashable, Sendable {
        /// It is still under way.
        case pending
        /// With an answer of this status.
        case status(Int)
        /// It was cancelled.
        case cancelled
        /// Without an answer, or with one that was too large.
        case failed(HTTPSourceError.Reason)
    }

    /// Counts the source's requests, from 1. A redirect is a request of its own.
    public let number: Int
    /// The address, without what may be secret.
    public let address: String
    /// How it ended.
    public internal(set) var outcome: Outcome = .pending
    /// The size of the answer's body, after decompression; 0 where none arrived whole.
    public internal(set) var bytes = 0
    /// How long it took.
    public internal(set) var duration: Duration = .zero
    /// How long the server asked to be left alone, with an answer that is an error, or `nil` if it did not.
    public internal(set) var retryAfter: Duration?
}
