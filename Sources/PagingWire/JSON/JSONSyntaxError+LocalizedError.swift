public import Foundation

extension JSONSyntaxError: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? {
        switch reason {
        case .tooDeep: "If where it comes from is to be trusted, raise the limit of its depth."
        case .endsEarly: "Ask again: the connection may have been lost."
        case .unexpectedByte, .badString, .badNumber: "Check that it is JSON, and not a page to sign in on."
        }
    }
}
