internal import PagingCore

/// Rows that were read, which are hints, told to the machine once a turn.
struct ReadHints {
    var window = ReadWindow()
    /// `true` if they are told with the next turn.
    var arePending = false
    var tally = ReadTally()
    /// `true` if a debug build has said that a position past the end was read.
    var hasReadPastEnd = false
    var onAccess: ((_ position: Int, _ isLoaded: Bool) -> Void)?
}

/// How often rows were read that were there, and that were not.
public struct ReadTally: Hashable, Sendable {
    /// Reads that found an item.
    public internal(set) var hits = 0
    /// Reads that found a placeholder.
    public internal(set) var misses = 0
}
