public import PagingCore

extension PagedList {
    /// Makes a list that shows at once what another one did, told apart by an identifier of the app's choice.
    ///
    /// Nothing is asked for until it is looked at. Then it proves what it shows as ``refresh()`` does: what changed in the
    /// meantime comes, and until it has, what is shown stays. Edits that were neither confirmed nor rolled back are shown,
    /// and can be: see ``edit(_:)``. What was saved of a list whose seen part is a still history is one again.
    ///
    /// - Parameters:
    ///   - source: where pages come from.
    ///   - state: what another list ``saved(by:offset:viewer:)``.
    ///   - id: an item's identifier, as it was for the other list.
    ///   - behavior: what is known of the list; of no account for a still history.
    ///   - policy: how the list loads.
    ///   - clock: what time is measured by; a test gives one of its own.
    ///   - seed: where the jitter of retries starts; a test gives one to replay a run.
    ///   - prepare: done to new items before they are shown; those of the state are shown as they are.
    /// - Throws: ``FeedStateDefect/contradictory(_:)``. Make the list without the state then.
    /// - Complexity: O(*n*) in what the state has loaded and in the identifiers of its snapshot.
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
            throw .contradictory(error)
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
    /// Makes a list that shows at once what another one did.
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
    /// Nothing is asked for until it is looked at. Then it proves what it shows as ``refresh()`` does: what changed in the
    /// meantime comes, and until it has, what is shown stays. Edits that were neither confirmed nor rolled back are shown,
    /// and can be: see ``edit(_:)``. What was saved of a list whose seen part is a still history is one again.
    ///
    /// - Parameters:
    ///   - source: where pages come from.
    ///   - state: what another list ``saved(offset:viewer:)``.
    ///   - behavior: what is known of the list; of no account for a still history.
    ///   - policy: how the list loads.
    ///   - clock: what time is measured by; a test gives one of its own.
    ///   - seed: where the jitter of retries starts; a test gives one to replay a run.
    ///   - prepare: done to new items before they are shown; those of the state are shown as they are.
    /// - Throws: ``FeedStateDefect/contradictory(_:)``. Make the list without the state then.
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
    /// The state that a machine knows: numbers in place of items and identifiers.
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
        // An update or an insertion without a content shows nothing.
        if content == nil, self.kind == .update || self.kind == .insert { return nil }
        return ShownList.State.Edit(
            id: id, number: number(row), kind: kind, isConfirmed: isConfirmed, place: place, gap: gap, slot: slot,
            isGone: isGone)
    }
}
