public import Foundation

/// An error of this library: a word for logs, the problem with its place, and advice.
///
/// ```swift
/// if let error = list.state.error as? any PagingError {
///     print(error.code, error.reason, error.suggestion)
/// }
/// ```
///
/// An app that shows it shows the library's own text. Foundation alone would show "The operation could not be completed".
public protocol PagingError: LocalizedError, CustomStringConvertible {
    /// The error in a word for logs and metrics: the name of its case with hyphens, such as `missing-row`.
    ///
    /// It is the same in every version; the wording of the texts may change.
    var code: String { get }
    /// The problem and its place, in a sentence.
    var reason: String { get }
    /// A sentence or two of advice.
    var suggestion: String { get }
}

extension PagingError {
    /// The problem, its place, and advice.
    public var description: String { "\(reason) \(suggestion)" }
    /// The same as ``description``.
    public var errorDescription: String? { description }
    /// The same as ``reason``.
    public var failureReason: String? { reason }
    /// The same as ``suggestion``.
    public var recoverySuggestion: String? { suggestion }
}
