import Foundation
public import PagingCore

extension DuplicateIdentifier: PagingError {
    /// A way out of it.
    public var suggestion: String { Self.advice }

    /// The error in a word; see ``PagingError/code``.
    public var code: String { "duplicate-identifier" }

    /// The problem and its place.
    public var reason: String {
        "The \(snapshot == .old ? "old" : "new") snapshot has the identifier at position \(firstPosition) again at \(position)."
    }

    private static let advice = "Remove one of the two, or identify rows by something that no two of them share."
}
