/// Events of lists that change: what comes back of requests that are no pages.
extension ListMachine {
    /// All identifiers of the list arrived, as numbers.
    public mutating func snapshotArrived(
        _ snapshot: ListSnapshot<Int>, for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        return conclude(nil, now: now)
    }

    /// Items that were asked for by their numbers arrived: those that the server still has, in any order.
    public mutating func itemsArrived(_ numbers: [Int], for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        return conclude(nil, now: now)
    }

    /// What happened since a version arrived; `nil` where the server cannot tell.
    public mutating func changesArrived(
        _ changes: ListChanges<Int>?, for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        return conclude(nil, now: now)
    }

    /// The server was asked whether the list is still at a version.
    public mutating func checked(_ check: VersionCheck, for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        return conclude(nil, now: now)
    }
}
