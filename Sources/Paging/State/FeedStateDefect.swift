/// The reason why a list cannot be restored. No part of the state is shown then: make the list without it, and it loads anew.
public enum FeedStateDefect: Error, Hashable, Sendable {
    /// It was written in a format with this number, which this version of the library cannot read.
    case otherFormat(Int)
    /// A part of it cannot be read: it was truncated, changed, or is of other items.
    case unreadable(place: String, reason: String)
    /// Its contents contradict each other, for example since two rows have one identifier.
    case contradictory(reason: String)
    /// The list identifies its rows by identifiers of another type than the state's.
    case otherIdentifiers(state: String)
}

/// The format of states. It counts up if an older version could not read a newer version's states.
enum FeedStateFormat {
    static let current = 1
}
