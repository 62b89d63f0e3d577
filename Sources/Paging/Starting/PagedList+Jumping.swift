internal import PagingCore

extension PagedList {
    /// Goes to a place of the list while it is open, and says where that is.
    ///
    /// ```swift
    /// collectionView.scroll(to: try await list.jump(to: .id(reply.id)))
    /// ```
    ///
    /// A row that is loaded, and any row of a list that is read by position, is there at once. Otherwise the rows there are asked for, and
    /// once they have come the list goes on from there: all rows change at once (``ListChangeReason/replacement``). The old rows stay until then, and
    /// can be scrolled, refreshed and edited. If the row is gone or the source fails, nothing changes and the call throws.
    ///
    /// - Parameter place: where to go.
    /// - Returns: the position that the row has now, for a view to scroll to.
    /// - Throws: what the source threw, once it is not asked again; ``UnsupportedRequest`` where it cannot find such a place; ``RowNotFound``;
    ///   `CancellationError` where the calling task is cancelled, and where another jump or ``replaceSource(with:)`` came in between.
    @discardableResult
    public func jump(to place: StartingPlace) async throws -> Int {
        let turn = starting.jump.begin()
        if let position = knownPosition(of: place) { return position }
        let isReadByPosition = machine.capabilities.contains(.positions)
        let start = place.start(isReadByPosition: isReadByPosition)
        // If any row can be asked for, the place need not be found. A list without rows has a place, too: the one it is loading, or would load.
        if previous == nil, start != .start || !isReadByPosition {
            starting.jump.page = try await ledger.counting { try await found(place, from: start, in: turn) }
        }
        (starting.place, starting.beginning) = (place, .init(place.position))
        keepRowsUntilReplaced()
        driver.beginRefresh()
        let (job, effects) = machine.begin(at: start, position: starting.beginning.position, now: driver.time.now())
        try await finish(job, effects)
        guard starting.jump.isLast(turn) else { throw CancellationError() }
        return startingPosition
    }

    /// The position of a place, if nothing has to be loaded to know it.
    private func knownPosition(of place: StartingPlace) -> Int? {
        if previous != nil || rows.isEmpty { return nil }
        switch place.place {
        case .position(let position):
            let isReached = machine.capabilities.contains(.positions) || machine.startIsKnown
            return isReached ? min(position, max(0, rows.count - 1)) : nil
        case .end:
            // How many rows there are says nothing of how to come to the last one, in a list that is read in order.
            let isReached = machine.capabilities.contains(.positions) || rows[rows.count - 1] != nil
            return machine.endIsKnown && isReached ? rows.count - 1 : nil
        case .id(let text):
            return rows.loadedItems.first { store.numbers.isItem($0.item, named: text) }?.position
        case .cursor: return nil
        }
    }
}
