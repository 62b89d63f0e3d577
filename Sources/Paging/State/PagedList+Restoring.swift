public import PagingCore

extension PagedList {
    /// Makes a list that shows at once the rows of a saved one, identified in a way that the app chooses.
    ///
    /// It sends no request until it is shown or read. Then it confirms its rows as ``refresh()`` does: it fits in the changes since, and until
    /// they have arrived the saved rows stay. Edits that were neither confirmed nor rolled back are shown, and can still be: see ``edit(_:)``. A
    /// saved still history is a still history again.
    ///
    /// - Parameters:
    ///   - source: the source of pages.
    ///   - state: the state that another list ``saved(by:offset:viewer:)``.
    ///   - id: an item's identifier, as for the other list.
    ///   - behavior: the way the list changes; ignored for a still history.
    ///   - policy: how the list loads.
    ///   - clock: the clock; a test passes one of its own.
    ///   - seed: the seed for the jitter of retries; a test passes one to replay a run.
    ///   - prepare: prepares new items before they are shown; items of the state are shown as they are.
    /// - Throws: ``FeedStateDefect/contradictory(reason:)``. Then make the list without the state.
    /// - Complexity: O(*n*) in the state's loaded items and in the identifiers of its snapshot.
    public convenience init<ID: Hashable & Sendable>(
        _ source: some PageSource<Element>, restoring state: FeedState<Element, ID>,
        id: @escaping @Sendable (Element) -> ID, behavior: ListBehavior = .fixed, policy: LoadPolicy = LoadPolicy(),
        clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) throws(FeedStateDefect) {
        let numbers = TypedItemNumbers<Element, ID>(id)
        do throws(StateDefect) {
            try self.init(source, numbers: numbers, clock: clock, seed: seed, prepare: prepare) {
                capabilities, seed throws(StateDefect) in
                try ListMachine(
                    restoring: state.numbered(by: numbers), capabilities: capabilities, behavior: behavior,
                    policy: policy, seed: seed)
            }
            store.rows = state.rows
            if !state.edits.isEmpty || state.lastEdit != 0 { try restoreEdits(of: state, numbers) }
        } catch {
            throw .contradictory(reason: error.reason)
        }
        if let sections = state.sections, let map = machine.sections {
            observers.list.sections = ListSections(sections, map: map)
        }
        apply(ListEffects())
    }

    private func restoreEdits<ID: Hashable & Sendable>(
        of state: FeedState<Element, ID>, _ numbers: TypedItemNumbers<Element, ID>
    ) throws(StateDefect) {
        let projection = projected()
        var saved = ShownList.State(
            edits: [], order: state.order.map { EditID(rawValue: $0) }, lastEdit: state.lastEdit)
        for edit in state.edits {
            guard let numbered = edit.numbered(by: { numbers.number(new: $0).number }) else {
                throw .misplacedEdit(edit.id)
            }
            saved.edits.append(numbered)
            machine.expect(numbered.kind)
            projection.contents[edit.id] = edit.content
            if let moved = edit.moved { projection.moved[numbered.number] = moved }
            keep(numbered.number)
            if let neighbor = numbered.place?.neighbor { keep(neighbor) }
        }
        projection.list = try ShownList(restoring: saved, of: machine)
        projection.showAll(server: store.rows, machine: machine)
    }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list that shows at once the rows of a saved one.
    ///
    /// ```swift
    /// let list: PagedList<Post>
    /// do {
    ///     list = try PagedList(source, restoring: FeedState(json: Data(contentsOf: file)))
    /// } catch {
    ///     list = PagedList(source)
    /// }
    /// ```
    ///
    /// It sends no request until it is shown or read. Then it confirms its rows as ``refresh()`` does: it fits in the changes since, and until
    /// they have arrived the saved rows stay. Edits that were neither confirmed nor rolled back are shown, and can still be: see ``edit(_:)``. A
    /// saved still history is a still history again.
    ///
    /// - Parameters:
    ///   - source: the source of pages.
    ///   - state: the state that another list ``saved(offset:viewer:)``.
    ///   - behavior: the way the list changes; ignored for a still history.
    ///   - policy: how the list loads.
    ///   - clock: the clock; a test passes one of its own.
    ///   - seed: the seed for the jitter of retries; a test passes one to replay a run.
    ///   - prepare: prepares new items before they are shown; items of the state are shown as they are.
    /// - Throws: ``FeedStateDefect/contradictory(reason:)``. Then make the list without the state.
    public convenience init(
        _ source: some PageSource<Element>, restoring state: FeedState<Element, Element.ID>,
        behavior: ListBehavior = .fixed, policy: LoadPolicy = LoadPolicy(),
        clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) throws(FeedStateDefect) {
        try self.init(
            source, restoring: state, id: { $0.id }, behavior: behavior, policy: policy, clock: clock, seed: seed,
            prepare: prepare)
    }
}

extension FeedState {
    /// The state for a machine: with numbers in place of items and identifiers.
    fileprivate func numbered(by numbers: TypedItemNumbers<Item, ID>) -> ListMachine.State {
        var numbered = PagedArray<Int>(count: rows.count)
        for range in rows.loadedRanges.ranges {
            numbered.fill(numbers.intern(range.compactMap { rows[$0] }).numbers, at: range.lowerBound)
        }
        var state = ListMachine.State(rows: numbered, endIsKnown: isEndKnown, capabilities: capabilities)
        state.order = snapshot.map { numbers.hold($0) }
        (state.version, state.earlierVersions, state.staleRows) = (version, earlierVersions, staleRows)
        (state.checkpoints, state.gaps, state.sections) = (checkpoints, gaps, sections?.map(\.count))
        (state.seenCount, state.beginning) = (seenCount, beginning)
        return state
    }
}

extension FeedState.Edit {
    fileprivate func numbered(by number: (ID) -> Int) -> ShownList.State.Edit? {
        var place: RowPlace?
        switch side {
        case .start: place = .start
        case .end: place = .end
        case .before, .after:
            guard let neighbor else { return nil }
            place = side == .before ? .before(number(neighbor)) : .after(number(neighbor))
        case nil: break
        }
        let kind: RowEdit.Kind
        switch self.kind {
        case .update: kind = .update
        case .insert: kind = .insert(place ?? .end)
        case .remove: kind = .remove
        case .move: kind = .move(place ?? .end)
        }
        // An update or an insertion without content shows nothing.
        if content == nil, self.kind == .update || self.kind == .insert { return nil }
        return ShownList.State.Edit(
            id: id, number: number(row), kind: kind, isConfirmed: isConfirmed, place: place, gap: gap, slot: slot,
            isGone: isGone)
    }
}
