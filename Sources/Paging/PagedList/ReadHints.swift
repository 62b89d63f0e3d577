internal import PagingCore

/// Reads of rows, which count as hints. They are reported to the machine once a turn.
struct ReadHints {
    var window = ReadWindow()
    /// `true` if they will be reported with the next turn.
    var arePending = false
    var tally = ReadTally()
    /// `true` if a debug build has logged a read past the end.
    var hasReadPastEnd = false
    var onAccess: ((_ position: Int, _ isLoaded: Bool) -> Void)?
}

/// How many reads found a loaded row, and how many did not.
public struct ReadTally: Hashable, Sendable {
    /// Reads that found an item.
    public internal(set) var hits = 0
    /// Reads that found a placeholder.
    public internal(set) var misses = 0
}
