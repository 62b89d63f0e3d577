/// What a simulation cost and what its reader bore.
public struct FeedMeasures: Hashable, Sendable {
    /// Events that the list took in.
    public var events = 0
    /// Changes on the server.
    public var changes = 0
    /// Requests sent.
    public var requests = 0
    /// Bytes that came and went.
    public var bytes = 0
    /// Milliseconds that passed.
    public var milliseconds = 0.0
    /// For each row on screen that is not what the server has, how long, in row-milliseconds: its item is gone from the
    /// server, has other content there, or follows another than the one above it.
    public var staleRowMilliseconds = 0.0
    /// For each row on screen without an item, how long, in row-milliseconds.
    public var placeholderRowMilliseconds = 0.0
    /// The most requests that a screen took to become right after the last change.
    public var requestsToBecomeRight = 0
    /// The most requests between two things that reader, app or server did.
    public var requestsWhileStill = 0

    /// Measures of nothing.
    public init() {}

    /// Adds another simulation's.
    public static func += (left: inout FeedMeasures, right: FeedMeasures) {
        left.events += right.events
        left.changes += right.changes
        left.requests += right.requests
        left.bytes += right.bytes
        left.milliseconds += right.milliseconds
        left.staleRowMilliseconds += right.staleRowMilliseconds
        left.placeholderRowMilliseconds += right.placeholderRowMilliseconds
        left.requestsWhileStill = max(left.requestsWhileStill, right.requestsWhileStill)
        left.requestsToBecomeRight = max(left.requestsToBecomeRight, right.requestsToBecomeRight)
    }
}
