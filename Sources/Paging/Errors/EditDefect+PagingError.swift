import Foundation
public import PagingCore

extension EditDefect: PagingError {
    /// The problem and its place.
    public var reason: String { text.what }

    /// A way out of it.
    public var suggestion: String { text.advice }

    /// The error in a word; see ``PagingError/code``.
    public var code: String { text.code }

    private var text: (code: String, what: String, advice: String) {
        switch self {
        case .missingRow:
            (
                "missing-row", "The row is not in the list, or not loaded.",
                "Load it first, as by jumping to it, or leave it alone."
            )
        case .missingNeighbor:
            (
                "missing-neighbor", "The row to put this one beside is not in the list, or not loaded.",
                "Name another, or the list's start or end."
            )
        case .existingRow:
            (
                "existing-row", "A row of this identifier is in the list.",
                "Update it, or give the new one another identifier."
            )
        case .besideItself: ("beside-itself", "A row cannot be placed beside itself.", "Name another row.")
        }
    }
}
