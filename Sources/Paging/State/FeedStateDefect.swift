public import PagingCore

/// Why a list cannot be restored. Nothing of the state is shown then: make the list without it, and it loads anew.
public enum FeedStateDefect: Error, Hashable, Sendable {
    /// It was written in a format with this number, which this version of the library does not read.
    case otherFormat(Int)
    /// A part of it cannot be read: it was cut short, changed, or is of other items.
    case unreadable(place: String, reason: String)
    /// Its contents contradict each other.
    case contradictory(StateDefect)
    /// The list tells its rows apart by identifiers of another type than the state's.
    case otherIdentifiers(state: String)
}

/// The format that states are written in. It counts up when an older version could not read what a newer one writes.
enum FeedStateFormat {
    static let current = 1
}
