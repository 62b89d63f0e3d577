/// The cost of a simulation to server and reader.
package struct FeedMeasures: Hashable, Sendable {
    /// Events that the list took in.
    package var events = 0
    /// Changes on the server.
    package var changes = 0
    /// Requests sent.
    package var requests = 0
    /// Bytes that came and went.
    package var bytes = 0
    /// Milliseconds that passed.
    package var milliseconds = 0.0
    /// For each row on screen that is not what the server has, how long, in row-milliseconds: its item is gone from the
    /// server, has other content there, or follows another than the one above it.
    package var staleRowMilliseconds = 0.0
    /// For each row on screen without an item, how long, in row-milliseconds.
    package var placeholderRowMilliseconds = 0.0
    /// The most requests that a screen took to become right after the last change.
    package var requestsToBecomeRight = 0
    /// The most requests between two things that reader, app or server did.
    package var requestsWhileStill = 0

    /// Measures of nothing.
    package init() {}

    /// Adds another simulation's.
    package mutating func add(_ other: FeedMeasures) {
        events += other.events
        changes += other.changes
        requests += other.requests
        bytes += other.bytes
        milliseconds += other.milliseconds
        staleRowMilliseconds += other.staleRowMilliseconds
        placeholderRowMilliseconds += other.placeholderRowMilliseconds
        requestsWhileStill = max(requestsWhileStill, other.requestsWhileStill)
        requestsToBecomeRight = max(requestsToBecomeRight, other.requestsToBecomeRight)
    }
}
