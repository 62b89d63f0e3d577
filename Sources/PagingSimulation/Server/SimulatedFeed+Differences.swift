internal import Paging

extension SimulatedFeed {
    /// The changes between a version and the state with an index, as far as one answer goes.
    ///
    /// - Returns: the changes, or `nil` if that version is not remembered; and the index of the state that they lead to.
    func changes(since version: Version, upTo index: Int) -> (changes: ListChanges<Int>?, last: Int) {
        guard let first = states.firstIndex(where: { $0.version == version }), first <= index else {
            return (nil, index)
        }
        let last = quirks.versionsPerAnswer.map { min(index, first + $0) } ?? index
        let (old, new) = (states[first], states[last])
        var changes = ListChanges<Int>(
            from: old.version, to: new.version, edited: [], hasMore: last < index)
        if features.contains(.total) { changes.total = new.items.count }
        guard let update = try? ListUpdate.difference(from: old.items, to: new.items) else { return (nil, index) }
        for range in update.removed.ranges { changes.removed += old.items[range] }
        for range in update.inserted.ranges {
            for position in range { changes.added.append(.init(new.items[position], at: position)) }
        }
        for move in update.moves {
            changes.removed.append(old.items[move.from])
            changes.added.append(.init(new.items[move.to], at: move.to))
        }
        changes.added.sort { $0.position < $1.position }
        if quirks.reportsTooMuch {
            let known = Set(changes.removed)
            changes.removed += changes.added.lazy.map(\.identifier).filter { !known.contains($0) }
            changes.removed.append(1_000_000_000 + new.number)
        }
        for number in new.items where number < old.revisions.count {
            if new.revisions[number] != old.revisions[number] { changes.edited?.append(number) }
        }
        return (changes, last)
    }
}
