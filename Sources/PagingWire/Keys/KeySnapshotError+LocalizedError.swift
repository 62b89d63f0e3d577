public import Foundation

extension KeySnapshotError: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? {
        switch reason {
        case .truncated: "Ask again."
        case .otherFormat: "Use a client of the server's version, or ask for the keys as JSON."
        case .notKeys, .tooLong, .overlongNumber, .notText:
            "Check that the address is that of a list's keys, or ask for them as JSON."
        }
    }
}
