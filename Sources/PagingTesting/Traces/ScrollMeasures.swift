/// How well a list kept up with scrolling, and what that cost.
///
/// The same definitions hold for a trace played in real time and in virtual time, for this library and for others.
/// All times are in milliseconds.
public struct ScrollMeasures: Hashable, Sendable, Codable {
    /// Requests sent for rows, those cancelled later included.
    public var requests = 0
    /// Requests cancelled before their answer.
    public var cancelled = 0
    /// Rows that requests asked for, each as often as it was asked for.
    public var rowsAsked = 0
    /// Of the rows asked for, those too many: rows that no frame showed, and rows asked for again.
    public var rowsNeverShown = 0
    /// The most requests that were under way at once.
    public var mostInFlight = 0
    /// Frames played.
    public var frames = 0
    /// Frames in which at least one row on screen had no item.
    public var framesWithPlaceholder = 0
    /// For each frame, the rows on screen without an item, times how long the frame stayed.
    public var placeholderRowMilliseconds = 0.0
    /// Rests: stretches of at least 500 ms in which nothing moved.
    public var rests = 0
    /// Rests that ended, or were no longer waited for, before every row on screen had its item. Each counts as settled at its end.
    public var unsettledRests = 0
    /// The longest time from a rest's start until every row on screen had its item.
    public var longestSettle = 0.0
    /// The mean of that time over all rests; 0 where there are none.
    public var meanSettle = 0.0

    /// Measures of nothing.
    public init() {}
}
