public import Foundation
public import PagingCore

/// An app that shows a defect shows its own description: Foundation would make "The operation could not be completed" of it.
extension PageDefect: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }

    /// The problem and the row alone.
    public var failureReason: String? { what }

    /// A sentence or two that say what to do about it.
    public var recoverySuggestion: String? { advice }

    /// The defect in a word for logs and metrics: the name of its case with hyphens, such as `duplicate-identifier`.
    ///
    /// It is the same in every version; the description may be worded anew.
    public var code: String {
        switch self {
        case .negativeTotal: "negative-total"
        case .totalTooLarge: "total-too-large"
        case .positionOutOfRange: "position-out-of-range"
        case .emptyPage: "empty-page"
        case .misplacedPage: "misplaced-page"
        case .duplicateIdentifier: "duplicate-identifier"
        case .repeatedCursor: "repeated-cursor"
        case .mixedVersions: "mixed-versions"
        case .noProgress: "no-progress"
        case .unsettled: "unsettled"
        case .noWayAbove: "no-way-above"
        }
    }
}
