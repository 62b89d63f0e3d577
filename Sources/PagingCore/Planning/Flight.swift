/// Names a request; never used twice by one list.
public struct RequestID: Hashable, Sendable, Comparable {
    /// The name's number, counted up from 1.
    public let rawValue: Int

    /// Makes a name of a number.
    @inlinable
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `true` if one request was made before another.
    @inlinable
    public static func < (left: RequestID, right: RequestID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A request that was sent and not yet answered.
struct Flight: Hashable, Sendable {
    let id: RequestID
    /// The rows that its answer should fill. In a list of unknown length they may lie past the end.
    var rows: Range<Int>
    let askedAt: Instant
    /// How often requests for the same rows have failed before.
    let failures: Int
    /// `true` if the app asked for it explicitly: it is never cancelled for want of a viewer.
    let isExplicit: Bool
    /// `true` if it bypasses the caches.
    var skipsCaches = false
    /// The row that it asks after, in a list whose rows may change their order.
    var behind: Int?
    /// How it asks, in a list that is read in order.
    var way = Checkpoints.Way.after
    /// The cursor that it asks before.
    var cursor: Cursor?
    /// The row that it asks before, in a list whose rows may change their order.
    var ahead: Int?
    /// `true` if it asks for what comes before the first row, so that it has no rows yet.
    var isAbove = false
    /// Rows of its range that were loaded when it was sent, and so were not asked for. Only where rows are asked for by
    /// identifier.
    var omitted = PositionSet()
    /// Why its rows failed for good, where they are tried again before a reader who was told.
    var toldFailure: LoadFailure?
}

/// Rows whose request failed: not asked for again before a time, or not at all until an event allows it.
struct Setback: Hashable, Sendable {
    var rows: Range<Int>
    let failures: Int
    /// When to ask again, or `nil` if asking again was given up.
    var retryAt: Instant?
    let failure: LoadFailure
    let isExplicit: Bool
    /// The earliest time for one more request, when a reader looks at the rows anew; `nil` if it could not help.
    var lookAgainAt: Instant?
    /// `true` if a reader has looked at the rows ever since they failed.
    var isLookedAt = true
    /// `true` if a random wait was added to ``lookAgainAt``, so that clients that failed together do not come back together.
    var isSpread = false
    /// `true` if the rows are tried again before a reader who was told that they failed for good.
    var isTriedAgain = false

    /// The rows are at another position. A failure of all rows from one on stays one of all that follow.
    mutating func begin(at position: Int) {
        let upper = rows.upperBound >= Limits.slots ? rows.upperBound : position + rows.count
        rows = position..<max(position, upper)
    }
}

/// Why a slot has no item although it was asked for.
package enum LoadFailure: Error, Hashable, Sendable {
    /// The source threw; the driver that reported it for this request holds the error.
    case source(RequestID)
    /// The source answered with something that contradicts itself or what is known.
    case defect(PageDefect)
}
