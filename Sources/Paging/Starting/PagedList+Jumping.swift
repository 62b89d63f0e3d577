internal import PagingCore

extension PagedList {
    /// Goes to a place of the list while it is open, and says where that is.
    ///
    /// ```swift
    /// collectionView.scroll(to: try await list.jump(to: .id(reply.id)))
    /// ```
    ///
    /// A loaded row, and any row of a list that is read by position, is there at once. Otherwise the rows there are loaded first. Once they have
    /// arrived, the list goes on from there, and all rows change at once (``ListChangeReason/replacement``). Until then the old rows stay, and
    /// can be scrolled, refreshed and edited. If the row is gone or the source fails, nothing changes and the call throws.
    ///
    /// - Parameter place: the place to go to.
    /// - Returns: the position that the row has now, for a view to scroll to; the last row's if the list is shorter.
    /// - Throws: the source's error, once the request is not repeated any more; ``UnsupportedRequest`` if the source cannot find such a place;
    ///   ``RowNotFound``; `CancellationError` if the calling task is cancelled, or if another jump or ``replaceSource(with:)`` came in between.
    @discardableResult
    public func jump(to place: StartingPlace) async throws -> Int {
        let turn = starting.jump.begin()
        if let position = knownPosition(of: place) { return position }
        if previous == nil, machine.followsSnapshots, case .id(let id) = place.place {
            return try await positionInSnapshot(of: id, in: turn)
        }
        let isReadByPosition = machine.capabilities.contains(.positions)
        let start = place.start(isReadByPosition: isReadByPosition)
        // If any row can be asked for, the place need not be found. A list without rows has a place, too: the one it is loading, or would load.
        if start != .start || !isReadByPosition {
            starting.jump.page = try await ledger.counting { try await found(place, from: start, in: turn) }
        }
        (starting.place, starting.beginning) = (place, .init(place.position))
        keepRowsUntilReplaced()
        driver.beginRefresh()
        let (job, effects) = machine.begin(at: start, position: starting.beginning.position, now: driver.time.now())
        try await finish(job, effects)
        guard starting.jump.isLast(turn) else { throw CancellationError() }
        return min(startingPosition, max(0, rows.count - 1))
    }

    /// The position of a row in the order of the last snapshot. Where that does not have it, another one is taken.
    private func positionInSnapshot(of id: String, in turn: Int) async throws -> Int {
        func position() -> Int? {
            store.numbers.number(named: id).flatMap { machine.positionInSnapshot(of: $0) }.map { server in
                guard let list = projection?.list else { return server }
                return list.shownPosition(ofServer: server) ?? list.shownCount(beforeServer: server)
            }
        }
        if let position = position() { return position }
        try await refresh()
        guard starting.jump.isLast(turn) else { throw CancellationError() }
        guard let position = position() else { throw RowNotFound(id: id) }
        return position
    }

    /// The position of a place, or `nil` if rows have to be loaded to know it.
    private func knownPosition(of place: StartingPlace) -> Int? {
        if previous != nil || rows.isEmpty { return nil }
        switch place.place {
        case .position(let position):
            let isReached = machine.capabilities.contains(.positions) || machine.startIsKnown
            return isReached ? min(position, max(0, rows.count - 1)) : nil
        case .end:
            // In a list that is read in order, the number of rows does not help to reach the last one.
            let isReached = machine.capabilities.contains(.positions) || rows[rows.count - 1] != nil
            return machine.endIsKnown && isReached ? rows.count - 1 : nil
        case .id(let text):
            return rows.loadedItems.first { store.numbers.isItem($0.item, named: text) }?.position
        case .cursor: return nil
        }
    }
}
