public import PagingCore

/// The way of answers to the machine.
extension PagedList {
    func carryOut(_ deliver: @MainActor @Sendable (PagedList<Element>) -> Void) { deliver(self) }

    /// A page has arrived, prepared.
    @_spi(Benchmarks)
    public func deliver(_ page: Page<Element>, for request: RequestID) { deliver(page, arrivedAs: [], for: request) }

    func deliver(
        _ page: Page<Element>, arrivedAs originals: [Element], for request: RequestID, waited: Double = 0
    ) {
        driver.tasks.remove(request)
        let reason: ListChangeReason = machine.phase == .refreshing ? .refresh : .arrival
        let target: Int?
        do { target = try self.target(among: page.items) } catch { return deliver(error, for: request) }
        let endOfList = end(after: page)
        settleStart(page, target: target)
        let (numbers, isNew) = store.numbers.intern(page.items)
        defer { note(originals, of: numbers) }
        let numbered = Page<Int>(
            numbers, at: page.position, total: page.total, continuation: page.continuation,
            beginning: page.beginning, capabilities: page.capabilities.map(origin.feed.possible), version: page.version,
            byteCount: page.byteCount)
        apply(
            machine.arrived(
                numbered, for: request, beginningAt: target ?? endOfList, waited: waited, now: driver.time.now()),
            ArrivedItems(items: page.items, numbers: numbers, isNew: isNew), answering: request, covering: .page,
            reason: reason)
        noteNetwork()
    }

    /// The sections have arrived.
    func deliver(_ sections: [ListSection], for request: RequestID) {
        driver.tasks.remove(request)
        let effects = machine.sectionsArrived(counts: sections.map(\.count), for: request, now: driver.time.now())
        if let map = machine.sections, map.sectionCount == sections.count {
            observers.list.sections = ListSections(sections, map: map)
        }
        let isInPlace = effects.updates.allSatisfy(\.isEmpty)
        if isInPlace { enqueueSections() }
        apply(effects, reason: .sections)
    }

    func deliver(_ error: any Error, for request: RequestID) {
        driver.tasks.remove(request)
        origin.errors[request] = error
        apply(machine.failed(request, with: error, now: driver.time.now()), reason: .failure)
    }

    /// For each unchanged item, the prepared item that is shown under its identifier.
    func known(_ items: [Element]) -> [Element?] {
        items.map { item in
            guard let number = store.numbers.number(of: item), let position = machine.position(of: number),
                let shown = store.rows[position]
            else { return nil }
            if store.originals.canCompare {
                return store.originals.contain(item, of: number, shownAs: shown) ? shown : nil
            }
            // If items cannot be compared, a known item whose content may have changed is not used.
            return behavior.content == .fixed && machine.confirmedPosition(of: number) != nil ? shown : nil
        }
    }

    /// Items arrived, and were prepared.
    func note(_ arrived: [Element], of numbers: [Int]) {
        store.originals.note(arrived, numbers, loadedCount: machine.rows.loadedCount) {
            machine.position(of: $0) != nil
        }
    }

    /// A stream has sent news. Some items in it are prepared already.
    func deliver(
        _ news: [AuxiliaryLoader<Element>.News], arrivedAs originals: [Element], prepared: [Element],
        for request: RequestID
    ) {
        var (originals, prepared) = (originals[...], prepared[...])
        for event in news {
            guard case .changes(var changes) = event, !originals.isEmpty else {
                deliver(event, for: request)
                continue
            }
            let count = changes.items.count
            let arrived = Array(originals.prefix(count))
            changes.items = Array(prepared.prefix(count))
            (originals, prepared) = (originals.dropFirst(count), prepared.dropFirst(count))
            deliver(.changes(changes), arrivedAs: arrived, for: request)
        }
    }
}
