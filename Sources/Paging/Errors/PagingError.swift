public import Foundation

/// An error of this library: a word for logs, what happened and where, and what to do about it.
///
/// ```swift
/// if let error = list.state.error as? any PagingError {
///     print(error.code, error.reason, error.suggestion)
/// }
/// ```
///
/// An app that shows one shows a sentence of the library's own: Foundation would make "The operation could not be completed" of it.
public protocol PagingError: LocalizedError, CustomStringConvertible {
    /// The error in a word for logs and metrics: the name of its case with hyphens, such as `missing-row`.
    ///
    /// It is the same in every version; the texts may be worded anew.
    var code: String { get }
    /// The problem and its place, in a sentence.
    var reason: String { get }
    /// A sentence or two that say what to do about it.
    var suggestion: String { get }
}

extension PagingError {
    /// The problem, its place, and what to do about it.
    public var description: String { "\(reason) \(suggestion)" }
    /// The same as ``description``.
    public var errorDescription: String? { description }
    /// The same as ``reason``.
    public var failureReason: String? { reason }
    /// The same as ``suggestion``.
    public var recoverySuggestion: String? { suggestion }
}
