import Foundation
import PagingCore

extension PreparationError: PagingError {
    /// The error in a word; see ``PagingError/code``.
    public var code: String { "preparation-error" }

    /// The problem and its place.
    public var reason: String { "prepare: was given \(given) items and returned \(returned)." }

    /// A way out of it.
    public var suggestion: String { "Return one item for each, in the same order." }
}

extension RowNotFound: PagingError {
    /// The error in a word; see ``PagingError/code``.
    public var code: String { "row-not-found" }

    /// The problem and its place.
    public var reason: String {
        "The source was asked for the rows around \(id), and answered with rows that do not have it."
    }

    /// A way out of it.
    public var suggestion: String { "Check that Element.ID is what the server goes by, or begin at .start." }
}

extension UnsupportedRequest: PagingError {
    /// The error in a word; see ``PagingError/code``.
    public var code: String { "unsupported-request" }

    /// The problem and its place.
    public var reason: String {
        switch request {
        case .positions(let range):
            "This source reads in order and was asked for rows \(range.lowerBound)..<\(range.upperBound)."
        case .after: "This source was asked for what follows a cursor, and has none."
        case .before(nil, _): "This source cannot tell where its list ends, so that a list cannot begin there."
        case .before: "This source cannot tell what comes before a row."
        case .around(let id, _): "This source cannot find row \(id), so that a list cannot begin there."
        }
    }

    /// A way out of it.
    public var suggestion: String {
        switch request {
        case .positions: "Ask it .after(cursor, limit:), as its capabilities say."
        case .after: "Ask it for positions."
        case .before(nil, _): "Begin at .start, or answer .before(nil, limit:)."
        case .before: "Begin at .start, or answer .before(cursor, limit:)."
        case .around: "Begin at .start, or answer .around(id, limit:)."
        }
    }
}

extension MissingCapability: PagingError {
    /// The error in a word; see ``PagingError/code``.
    public var code: String { "missing-capability" }

    /// The problem and its place.
    public var reason: String {
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

    /// A way out of it.
    public var suggestion: String { "Conform it, or do not declare the capability." }
}
