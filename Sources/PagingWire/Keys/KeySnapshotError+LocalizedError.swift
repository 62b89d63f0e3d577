public import Foundation

extension KeySnapshotError.Reason {
    /// The reason in a word for logs and metrics: the name of its case with hyphens, such as `not-keys`.
    ///
    /// It is the same in every version. The description's wording may change.
    public var code: String {
        switch self {
        case .notKeys: "not-keys"
        case .otherFormat: "other-format"
        case .truncated: "truncated"
        case .tooLong: "too-long"
        case .overlongNumber: "overlong-number"
        case .notText: "not-text"
        }
    }
}

extension KeySnapshotError: LocalizedError {
    /// The ``Reason/code`` of the error.
    public var code: String { reason.code }

    /// The same as its description.
    public var errorDescription: String? { description }

    /// A sentence with advice.
    public var recoverySuggestion: String? {
        switch reason {
        case .truncated: "Ask again."
        case .otherFormat: "Use a client of the server's version, or ask for the keys as JSON."
        case .notKeys, .tooLong, .overlongNumber, .notText:
            "Check that the address is that of a list's keys, or ask for them as JSON."
        }
    }
}
