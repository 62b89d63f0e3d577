internal import PagingCore

extension PagedList {
    /// `true` while the rows shown are those of the source before the last ``replaceSource(with:)``, since no row of the new one has arrived
    /// yet. A view may dim them.
    public var showsPreviousSource: Bool { observers.list.showsPreviousSource }

    /// Continues with another source: another search text, another order, another account.
    ///
    /// ```swift
    /// ItemsView(list: list)
    ///     .searchable(text: $query)
    ///     .task(id: query) { try? await list.replaceSource(with: source(for: query)) }
    /// ```
    ///
    /// The rows stay until the first answer of the new source is in. Then all of them are replaced in one change,
    /// ``ListChangeReason/replacement``, and the list is at its top. Requests to the previous source are cancelled at once. So if several
    /// sources are set in quick succession, only the last one's rows are ever shown, and earlier calls return with it.
    ///
    /// Until then ``showsPreviousSource`` is `true`. Showing the old rows loads nothing, and they cannot be edited. If the first load fails they
    /// stay, ``state`` is `.failed`, and ``retry()`` asks the new source again.
    ///
    /// Filters stay, and so do `prepare`, the behavior and the policy that the list was made with. The reader's own edits stay as well; they are
    /// shown again if the new source has their rows. Rows that both sources have are new rows, with other ``SlotID``s. Pins are dropped.
    ///
    /// It returns when the first rows are in.
    ///
    /// - Parameter source: the new source of pages. Its items have identifiers of the type that the list was made for.
    /// - Throws: the source's error, once the request is not repeated any more; a ``PageDefect``; `CancellationError` if the calling task is
    ///   cancelled, which ends only the waiting.
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

    /// Keeps showing the present rows until others have arrived in their place; views then go to the top. A list that has none of its
    /// server goes on to show those that its reader inserts.
    func keepRowsUntilReplaced() {
        if previous == nil, !machine.rows.isEmpty { previous = PreviousSource(rows: rows, sections: sections) }
        if previous != nil, !observers.list.showsPreviousSource { observers.list.showsPreviousSource = true }
        hints.window = ReadWindow()
        for (viewer, viewed) in projection?.views ?? [:] {
            let screen = 0..<viewed.rows.count
            projection?.views[viewer] = .init(rows: screen, landing: nil, serverRows: screen)
        }
    }

    /// Shows the new source's rows once the first have arrived, or it is known to have none.
    func showNewSource() {
        guard let held = previous else { return }
        guard machine.rows.loadedCount > 0 || machine.endIsKnown && machine.rows.isEmpty else { return }
        previous = nil
        observers.list.showsPreviousSource = false
        observers.list.follow(machine, count: rows.count)
        publish([held.update], from: observers.deliveries.isEmpty ? nil : held.rows, .replacement)
    }
}

/// The rows of the previous source, which are still shown, and the update from them to the rows of the new one.
struct PreviousSource<Element: Sendable> {
    let rows: PagedArray<Element>
    let sections: ListSections?
    /// The update from these rows to those of the new source.
    private(set) var update: ListUpdate

    init(rows: PagedArray<Element>, sections: ListSections?) {
        (self.rows, self.sections) = (rows, sections)
        update = ListUpdate(oldCount: rows.count, newCount: rows.count)
    }

    /// The rows that are not shown yet have changed.
    mutating func add(_ next: ListUpdate) { update = update.followed(by: next) }
}
