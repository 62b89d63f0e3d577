/// Measures of how well a list kept up with scrolling, and of the cost.
///
/// The definitions are the same for a trace played in real time and in virtual time, for this library and for others.
/// All times are in milliseconds.
public struct ScrollMeasures: Hashable, Sendable, Codable {
    /// Requests for rows, including those that were cancelled later.
    public var requests = 0
    /// Requests cancelled before their answer.
    public var cancelled = 0
    /// The number of requested rows. A row that is requested twice counts twice.
    public var rowsAsked = 0
    /// The number of requested rows that were not needed: rows that no frame showed, and rows requested again.
    public var rowsNeverShown = 0
    /// The most concurrent requests.
    public var mostInFlight = 0
    /// Frames played.
    public var frames = 0
    /// Frames in which at least one row on screen had no item.
    public var framesWithPlaceholder = 0
    /// The sum over all frames of the number of rows on screen without an item, times the frame's duration.
    public var placeholderRowMilliseconds = 0.0
    /// Rests: periods of at least 500 ms without movement.
    public var rests = 0
    /// Rests that ended, or that the test stopped waiting for, before every row on screen had its item. Each counts as settled at its end.
    public var unsettledRests = 0
    /// The longest time from a rest's start until every row on screen had its item.
    public var longestSettle = 0.0
    /// The mean of that time over all rests, or 0 if there are none.
    public var meanSettle = 0.0

    /// Makes measures that are all zero.
    public init() {}
}
