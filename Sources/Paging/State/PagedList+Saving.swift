public import PagingCore

extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// The state of the list, with the reader's place and edits, to be shown again later.
    ///
    /// It sends no request, and the list goes on. Items are saved as they are shown: as `prepare` of
    /// ``init(_:behavior:policy:clock:seed:prepare:)`` returned them.
    ///
    /// - Parameters:
    ///   - offset: how much of the first visible row is scrolled away.
    ///   - viewer: the view whose place is the reader's; `nil` for the view that reported last.
    /// - Throws: ``FeedStateDefect/otherIdentifiers(state:)`` if the list identifies rows by something other than `id`.
    /// - Complexity: O(*n*) in the loaded items and in the identifiers of a snapshot.
    public func saved(
        offset: Double = 0, viewer: ViewerID? = nil
    ) throws(FeedStateDefect) -> FeedState<Element, Element.ID> {
        try saved(by: Element.ID.self, offset: offset, viewer: viewer)
    }
}

extension PagedList {
    /// The state of a list whose rows are identified in a way that the app chooses; otherwise like ``saved(offset:viewer:)``.
    ///
    /// - Parameters:
    ///   - type: the identifiers' type.
    ///   - offset: how much of the first visible row is scrolled away.
    ///   - viewer: the view whose place is the reader's; `nil` for the view that reported last.
    /// - Throws: ``FeedStateDefect/otherIdentifiers(state:)`` if the identifiers are of another type.
    public func saved<ID: Hashable & Sendable>(
        by type: ID.Type, offset: Double = 0, viewer: ViewerID? = nil
    ) throws(FeedStateDefect) -> FeedState<Element, ID> {
        guard let numbers = store.numbers as? TypedItemNumbers<Element, ID> else {
            throw .otherIdentifiers(state: "\(type)")
        }
        let known = machine.saved
        var state = FeedState<Element, ID>(
            rows: knownRows, isEndKnown: known.endIsKnown, capabilities: known.capabilities)
        (state.version, state.earlierVersions) = (known.version, known.earlierVersions)
        (state.checkpoints, state.gaps, state.staleRows) = (known.checkpoints, known.gaps, known.staleRows)
        (state.seenCount, state.beginning) = (known.seenCount, known.beginning)
        state.snapshot = known.order.map { $0.compactMap { numbers.id(of: $0) } }
        state.sections = observers.list.sections.map { $0.map { ListSection(title: $0.title, count: $0.rows.count) } }
        state.place = place(of: viewer, offset: offset, numbers: numbers)
        if let projection {
            let edits = projection.list.saved
            state.edits = edits.edits.compactMap { edit in
                numbers.id(of: edit.number).map { FeedState.Edit(edit, row: $0, of: projection, numbers) }
            }
            (state.order, state.lastEdit) = (edits.order.map(\.rawValue), edits.lastEdit)
        }
        return state
    }

    /// A remembered edit, by its identifier: an edit made before the list was restored keeps its identifier.
    public func edit(_ id: EditID) -> ListEdit<Element>? {
        projection?.list.edit(named: id).map { ListEdit(id: $0.id, list: self) }
    }
}

extension FeedState.Edit {
    @MainActor
    fileprivate init(
        _ edit: ShownList.State.Edit, row: ID, of projection: Projection<Item>, _ numbers: TypedItemNumbers<Item, ID>
    ) {
        (id, self.row, isConfirmed, gap) = (edit.id, row, edit.isConfirmed, edit.gap)
        (slot, isGone) = (edit.slot, edit.isGone)
        content = projection.contents[edit.id]
        neighbor = edit.place?.neighbor.flatMap { numbers.id(of: $0) }
        side =
            switch edit.place {
            case .start: .start
            case .end: .end
            case .before: .before
            case .after: .after
            case nil: nil
            }
        switch edit.kind {
        case .update: (kind, moved) = (.update, nil)
        case .insert: (kind, moved) = (.insert, nil)
        case .remove: (kind, moved) = (.remove, nil)
        case .move: (kind, moved) = (.move, projection.moved[edit.number])
        }
    }
}
