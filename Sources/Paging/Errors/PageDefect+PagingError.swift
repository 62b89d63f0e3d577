import Foundation
public import PagingCore

/// An app that shows a defect shows the library's description. Foundation alone would show "The operation could not be completed".
extension PageDefect: PagingError {
    /// The problem and its place.
    public var reason: String { what }

    /// A way out of it.
    public var suggestion: String { advice }

    /// The error in a word; see ``PagingError/code``.
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
