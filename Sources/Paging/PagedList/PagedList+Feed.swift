internal import PagingCore

/// What comes back of requests that are no pages.
extension PagedList {
    /// Items that were asked for by their identifiers have arrived, prepared.
    func deliver(items: [Element], for request: RequestID) {
        tasks.remove(request)
        let (numbers, isNew) = numbers.intern(items)
        apply(
            machine.itemsArrived(numbers, for: request, now: time.now()),
            ArrivedItems(items: items, numbers: numbers, isNew: isNew))
    }

    /// A snapshot has arrived; its identifiers are numbered here, in one go.
    func deliver(snapshot arrival: FeedLoader<Element>.Arrival, for request: RequestID) {
        tasks.remove(request)
        numbers.beginHolding()
        let effects = machine.snapshotArrived(feed.numberedSnapshot(arrival), for: request, now: time.now())
        apply(effects)
        // The machine has it instead of an earlier one.
        if effects.takesAnswer { numbers.letGo { machine.position(of: $0) != nil } }
    }

    /// Changes have arrived; what they name stays held until a snapshot comes or the list is emptied.
    func deliver(changes arrival: FeedLoader<Element>.Arrival, for request: RequestID) {
        tasks.remove(request)
        apply(machine.changesArrived(feed.numberedChanges(arrival), for: request, now: time.now()))
    }

    /// The server has said whether the list is still at a version.
    func deliver(_ check: VersionCheck, for request: RequestID) {
        tasks.remove(request)
        apply(machine.checked(check, for: request, now: time.now()))
    }
}
