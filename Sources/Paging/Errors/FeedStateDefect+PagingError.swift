import Foundation

extension FeedStateDefect: PagingError {
    /// The problem and its place.
    public var reason: String { text.what }

    /// A way out of it.
    public var suggestion: String {
        switch self {
        case .otherFormat, .unreadable, .contradictory: "Make the list without it, and save it again."
        case .otherIdentifiers: "Save it with the type of its identifiers."
        }
    }

    /// The error in a word; see ``PagingError/code``.
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
        case .contradictory(let reason): ("contradictory", reason)
        case .otherIdentifiers(let state):
            ("other-identifiers", "The list does not tell its rows apart by \(state).")
        }
    }
}
