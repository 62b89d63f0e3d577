public import Foundation
public import PagingCore

extension EditDefect: CustomStringConvertible, LocalizedError {
    /// The error, and a sentence that says what to do about it.
    public var description: String { "\(text.what) \(text.advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error alone.
    public var failureReason: String? { text.what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { text.advice }

    /// The defect in a word for logs and metrics: the name of its case with hyphens, such as `missing-row`.
    ///
    /// It is the same in every version; ``description`` may be worded anew.
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
