internal import PagingCore

extension PagedList {
    /// `true` if what is shown is of the source before the last ``replaceSource(with:)``, as nothing of the new one has come yet. A view may
    /// dim it.
    public var showsPreviousSource: Bool { observers.list.showsPreviousSource }

    /// Goes on with another source: what is searched for as the reader types, another order, another account.
    ///
    /// ```swift
    /// ItemsView(list: list)
    ///     .searchable(text: $query)
    ///     .task(id: query) { try? await list.replaceSource(with: source(for: query)) }
    /// ```
    ///
    /// The rows stay until the first answer of the new source is in. Then all of them go and the new ones come in one change,
    /// ``ListChangeReason/replacement``, and the list is at its top. Requests of the source before are cancelled at once. So of several
    /// sources, one soon after the other, only the last one's rows are ever shown, and calls that were overtaken return with it.
    ///
    /// As long as the rows are those of the source before, ``showsPreviousSource`` is `true`; looking at them loads nothing, and they cannot be
    /// edited. Where the first load fails they stay, ``state`` is `.failed`, and ``retry()`` asks the new source again.
    ///
    /// Filters stay, and `prepare`, the behavior and the policy are those that the list was made with. The reader's own edits stay as well; they are
    /// shown again where the new source has their rows. Rows that both sources have are new rows, with other ``SlotID``s. Pins go.
    ///
    /// Returns when the first rows are in.
    ///
    /// - Parameter source: where pages come from, from now on. Its items have the identifiers that the list was made for.
    /// - Throws: what the source threw, once it is not asked again; a ``PageDefect``; `CancellationError` where the calling task is cancelled, which
    ///   ends the waiting alone.
    public func replaceSource(with source: any PageSource<Element>) async throws {
        starting.jump.end()
        keepRowsUntilReplaced()
        origin.replace(with: source)
        (starting.place, starting.beginning) = (.start, .init(0))
        driver.beginRefresh()
        let (job, effects) = machine.replaceSource(
            capabilities: origin.capabilities(of: source),
            network: origin.server.flatMap { NetworkEstimates.shared.estimate(of: $0) }, now: driver.time.now())
        observers.list.sections = nil
        store.numbers.beginHolding()
        store.numbers.releaseHeld { machine.position(of: $0) != nil }
        try await finish(job, effects)
    }

    /// Shows the rows that are there until others have come in their place, whose top views then show. A list without rows has none to keep,
    /// and shows what its reader inserts meanwhile.
    func keepRowsUntilReplaced() {
        if previous == nil, !rows.isEmpty { previous = PreviousSource(rows: rows, sections: sections) }
        if previous != nil, !observers.list.showsPreviousSource { observers.list.showsPreviousSource = true }
        hints.window = ReadWindow()
        for (viewer, viewed) in projection?.views ?? [:] {
            let screen = 0..<viewed.rows.count
            projection?.views[viewer] = .init(rows: screen, landing: nil, serverRows: screen)
        }
    }

    /// Shows the new source's rows once the first are there, or it is known to have none.
    func showNewSource() {
        guard let held = previous else { return }
        guard machine.rows.loadedCount > 0 || machine.endIsKnown && machine.rows.isEmpty else { return }
        previous = nil
        observers.list.showsPreviousSource = false
        observers.list.follow(machine, count: rows.count)
        publish([held.update], from: observers.deliveries.isEmpty ? nil : held.rows, .replacement)
    }
}

/// The rows of the source before, which are still shown, and the update from them to those of the new one.
struct PreviousSource<Element: Sendable> {
    let rows: PagedArray<Element>
    let sections: ListSections?
    /// From these rows to those of the new source.
    private(set) var update: ListUpdate

    init(rows: PagedArray<Element>, sections: ListSections?) {
        (self.rows, self.sections) = (rows, sections)
        update = ListUpdate(oldCount: rows.count, newCount: rows.count)
    }

    /// The rows that are not shown yet have changed.
    mutating func add(_ next: ListUpdate) { update = update.followed(by: next) }
}
