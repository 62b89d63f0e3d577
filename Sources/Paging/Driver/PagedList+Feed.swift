internal import PagingCore

/// The answers to requests other than pages.
extension PagedList {
    /// Items that were asked for by their identifiers have arrived, prepared.
    func deliver(items: [Element], arrivedAs originals: [Element], for request: RequestID) {
        driver.tasks.remove(request)
        let (numbers, isNew) = store.numbers.intern(items)
        defer { note(originals, of: numbers) }
        apply(
            machine.itemsArrived(numbers, for: request, now: driver.time.now()),
            ArrivedItems(items: items, numbers: numbers, isNew: isNew), answering: request, reason: .refresh)
    }

    /// A snapshot has arrived; its identifiers are numbered here, in one go.
    func deliver(snapshot arrival: AuxiliaryLoader<Element>.Arrival, for request: RequestID) {
        driver.tasks.remove(request)
        store.numbers.beginHolding()
        let snapshot = origin.feed.numberedSnapshot(arrival)
        let effects = machine.snapshotArrived(snapshot, for: request, now: driver.time.now())
        let coverage: ShownList.Coverage = effects.acceptsAnswer ? .list { snapshot.identifiers.contains($0) } : .rows
        apply(effects, answering: request, covering: coverage, reason: .refresh)
        // Unless it came too late, it replaces the machine's earlier snapshot.
        if effects.acceptsAnswer { store.numbers.releaseHeld { machine.position(of: $0) != nil } }
    }

    /// Changes have arrived, and items with them, prepared. The machine keeps no number of what is not loaded, so what they name
    /// besides is forgotten.
    func deliver(
        changes arrival: AuxiliaryLoader<Element>.Arrival, arrivedAs originals: [Element], for request: RequestID
    ) {
        driver.tasks.remove(request)
        take(arrival, arrivedAs: originals, for: request, coversList: true) { machine, changes, carried, now in
            machine.changesArrived(changes, carrying: carried, for: request, now: now)
        }
    }

    /// A stream has told something, prepared.
    func deliver(_ news: AuxiliaryLoader<Element>.News, arrivedAs originals: [Element] = [], for request: RequestID) {
        switch news {
        case .version(let version):
            apply(machine.liveVersion(version, for: request, now: driver.time.now()), reason: .refresh)
        case .changes(let arrival):
            take(arrival, arrivedAs: originals, for: request) { machine, changes, carried, now in
                guard let changes else { return machine.liveVersion(nil, for: request, now: now) }
                return machine.liveChanges(changes, carrying: carried, for: request, now: now)
            }
        }
    }

    private func take(
        _ arrival: AuxiliaryLoader<Element>.Arrival, arrivedAs originals: [Element], for request: RequestID,
        coversList: Bool = false,
        _ tell: (inout ListMachine, ListChanges<Int>?, [Int], Instant) -> ListEffects
    ) {
        let (carried, isNew) = store.numbers.intern(arrival.items)
        defer { note(originals, of: carried) }
        origin.feed.withNumberedChanges(arrival) { changes in
            let effects = tell(&machine, changes, carried, driver.time.now())
            var coverage = ShownList.Coverage.rows
            if coversList, let changes, !changes.hasMore, machine.version == changes.to {
                coverage = .list { number in changes.added.contains { $0.identifier == number } }
            }
            apply(
                effects, carried.isEmpty ? nil : ArrivedItems(items: arrival.items, numbers: carried, isNew: isNew),
                answering: request, covering: coverage, reason: .refresh)
        } _: { number in
            machine.position(of: number) != nil
        }
        // News of a stream may be from before an edit that the server has taken in since.
        if !coversList { proveEdits(of: carried) }
    }

    /// The server has said whether the list is still at a version.
    func deliver(_ check: VersionCheck, for request: RequestID) {
        driver.tasks.remove(request)
        let coverage: ShownList.Coverage = if case .unchanged = check { .list { _ in false } } else { .rows }
        apply(
            machine.checked(check, for: request, now: driver.time.now()), answering: request, covering: coverage,
            reason: .refresh)
    }
}
