public import Foundation
public import PagingCore

extension DuplicateIdentifier: CustomStringConvertible, LocalizedError {
    /// The error, its positions, and a sentence that says what to do about it.
    public var description: String { "\(what) \(Self.advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its positions alone.
    public var failureReason: String? { what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { Self.advice }

    /// `duplicate-identifier`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "duplicate-identifier" }

    private var what: String {
        "The \(snapshot == .old ? "old" : "new") snapshot has the identifier at position \(firstPosition) again at \(position)."
    }

    private static let advice = "Remove one of the two, or identify rows by something that no two of them share."
}
