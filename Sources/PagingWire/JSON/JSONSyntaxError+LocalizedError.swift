public import Foundation

extension JSONSyntaxError.Reason {
    /// The reason in a word for logs and metrics: the name of its case with hyphens, such as `ends-early`.
    ///
    /// It is the same in every version. The description's wording may change.
    public var code: String {
        switch self {
        case .endsEarly: "ends-early"
        case .unexpectedByte: "unexpected-byte"
        case .badString: "bad-string"
        case .badNumber: "bad-number"
        case .tooDeep: "too-deep"
        }
    }
}

extension JSONSyntaxError: LocalizedError {
    /// The ``Reason/code`` of the error.
    public var code: String { reason.code }

    /// The same as its description.
    public var errorDescription: String? { description }

    /// A sentence with advice.
    public var recoverySuggestion: String? {
        switch reason {
        case .tooDeep: "If where it comes from is to be trusted, raise the limit of its depth."
        case .endsEarly: "Ask again: the connection may have been lost."
        case .unexpectedByte, .badString, .badNumber: "Check that it is JSON, and not a page to sign in on."
        }
    }
}
