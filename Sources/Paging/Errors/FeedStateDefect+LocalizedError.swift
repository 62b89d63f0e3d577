public import Foundation
import PagingCore

extension FeedStateDefect: CustomStringConvertible, LocalizedError {
    /// The defect, its place, and a sentence that says what to do about it.
    public var description: String { "\(text.what) \(recoverySuggestion ?? "")" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The defect and its place alone.
    public var failureReason: String? { text.what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? {
        switch self {
        case .otherFormat, .unreadable, .contradictory: StateDefect.advice
        case .otherIdentifiers: "Save it with the type of its identifiers."
        }
    }

    /// The defect in a word for logs and metrics: the name of its case with hyphens, such as `other-format`.
    ///
    /// It is the same in every version; ``description`` may be worded anew.
    public var code: String { text.code }

    private var text: (code: String, what: String) {
        switch self {
        case .otherFormat(let format):
            (
                "other-format",
                "The state is written in format \(format), and this version reads \(FeedStateFormat.current)."
            )
        case .unreadable(let place, let reason):
            ("unreadable", "The state cannot be read at \(place.isEmpty ? "its start" : place): \(reason)")
        case .contradictory(let defect): ("contradictory", "The state contradicts itself: \(defect).")
        case .otherIdentifiers(let state):
            ("other-identifiers", "The list does not tell its rows apart by \(state).")
        }
    }
}
