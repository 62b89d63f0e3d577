/// Identifies a request; never used twice by one list.
public struct RequestID: Hashable, Sendable, Comparable {
    /// The identifier's number, counted up from 1.
    public let rawValue: Int

    /// Makes an identifier from its number.
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
    /// The rows that its answer should fill. In a list of unknown length they may be past the end.
    var rows: Range<Int>
    let askedAt: Instant
    /// How often requests for the same rows failed before.
    let failures: Int
    /// `true` if the app sent it explicitly: it is never cancelled for want of a viewer.
    let isExplicit: Bool
    /// `true` if it bypasses the caches.
    var skipsCaches = false
    /// The row before the requested ones, in a list whose rows may change their order.
    var behind: Int?
    /// The direction of the request, in a list that is read in order.
    var way = Checkpoints.Way.after
    /// The cursor behind the requested rows.
    var cursor: Cursor?
    /// The row behind the requested ones, in a list whose rows may change their order.
    var ahead: Int?
    /// `true` if it asks for the rows before the first one, so that it has no rows yet.
    var isAbove = false
    /// Rows of its range that were loaded when it was sent, and so were not requested. Only if rows are requested by identifier.
    var omitted = PositionSet()
    /// The failure that its rows had, if they are tried again while their reader has been shown it.
    var toldFailure: LoadFailure?
}

/// Rows whose request failed: they are not asked for again before a time, or not at all until an event allows it.
struct Setback: Hashable, Sendable {
    var rows: Range<Int>
    let failures: Int
    /// When to ask again, or `nil` if that was given up.
    var retryAt: Instant?
    let failure: LoadFailure
    let isExplicit: Bool
    /// The earliest time for one more request when a reader shows the rows again, or `nil` if it could not help.
    var lookAgainAt: Instant?
    /// `true` if the rows have been on screen ever since they failed.
    var isLookedAt = true
    /// `true` if a random wait was added to ``lookAgainAt``, so that clients that failed together do not come back together.
    var isSpread = false
    /// `true` if the rows are tried again while their reader has been shown their failure.
    var isTriedAgain = false

    /// The rows are at another position. A failure of all rows from one on remains a failure of all following rows.
    mutating func begin(at position: Int) {
        let upper = rows.upperBound >= Limits.slots ? rows.upperBound : position + rows.count
        rows = position..<max(position, upper)
    }
}

/// The reason why a requested slot has no item.
package enum LoadFailure: Error, Hashable, Sendable {
    /// The source threw; the driver that reported it for this request holds the error.
    case source(RequestID)
    /// The source's answer contradicts itself or known facts.
    case defect(PageDefect)
}
