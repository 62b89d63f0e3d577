public import Foundation
import PagingCore

extension PreparationError: CustomStringConvertible, LocalizedError {
    /// The error, and a sentence that says what to do about it.
    public var description: String { "\(what) \(advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error alone.
    public var failureReason: String? { what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { advice }

    /// `preparation-error`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "preparation-error" }

    private var what: String { "prepare: was given \(given) items and returned \(returned)." }

    private var advice: String { "Return one item for each, in the same order." }
}

extension RowNotFound: CustomStringConvertible, LocalizedError {
    /// The error, and a sentence that says what to do about it.
    public var description: String { "\(what) \(advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error alone.
    public var failureReason: String? { what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { advice }

    /// `row-not-found`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "row-not-found" }

    private var what: String {
        "The source was asked for the rows around \(id), and answered with rows that do not have it."
    }

    private var advice: String { "Check that Element.ID is what the server goes by, or begin at .start." }
}

extension UnsupportedRequest: CustomStringConvertible, LocalizedError {
    /// The error, and a sentence that says what to do about it.
    public var description: String { "\(what) \(advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error alone.
    public var failureReason: String? { what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { advice }

    /// `unsupported-request`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "unsupported-request" }

    private var what: String {
        switch request {
        case .positions(let range):
            "This source reads in order and was asked for rows \(range.lowerBound)..<\(range.upperBound)."
        case .after: "This source was asked for what follows a cursor, and has none."
        case .before(nil, _): "This source cannot tell where its list ends, so that a list cannot begin there."
        case .before: "This source cannot tell what comes before a row."
        case .around(let id, _): "This source cannot find row \(id), so that a list cannot begin there."
        }
    }

    private var advice: String {
        switch request {
        case .positions: "Ask it .after(cursor, limit:), as its capabilities say."
        case .after: "Ask it for positions."
        case .before(nil, _): "Begin at .start, or answer .before(nil, limit:)."
        case .before: "Begin at .start, or answer .before(cursor, limit:)."
        case .around: "Begin at .start, or answer .around(id, limit:)."
        }
    }
}

extension MissingCapability: CustomStringConvertible, LocalizedError {
    /// The error, and a sentence that says what to do about it.
    public var description: String { "\(what) \(advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error alone.
    public var failureReason: String? { what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { advice }

    /// `missing-capability`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "missing-capability" }

    private var what: String {
        let name: String =
            switch capability {
            case .identifiers: "KeyedPageSource"
            case .snapshots: "SnapshotPageSource"
            case .changes: "ChangesPageSource"
            case .live: "LivePageSource"
            default: "VersionedPageSource"
            }
        return "This source is no \(name) with the list's identifiers."
    }

    private var advice: String { "Conform it, or do not declare the capability." }
}
