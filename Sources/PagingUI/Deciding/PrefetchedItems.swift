internal import PagingCore

/// The items of rows that a view was asked to prepare and has not shown yet, by identity, for an app's own prefetching.
///
/// A row that is still a placeholder waits, and counts once its item is there.
struct PrefetchedItems<Element: Sendable>: Sendable {
    private var told: [SlotID: Element] = [:]
    private var waiting: Set<SlotID> = []

    /// Rows should be prepared.
    ///
    /// - Returns: the items to report.
    mutating func add(_ rows: some Sequence<Int>, of shown: PagedArray<Element>) -> [Element] {
        rows.compactMap { row in
            let id = shown.slotID(at: row)
            if told[id] != nil { return nil }
            guard let item = shown[row] else {
                waiting.insert(id)
                return nil
            }
            told[id] = item
            return item
        }
    }

    /// The rows have changed.
    ///
    /// - Returns: items that arrived for waiting rows, and items of removed rows.
    mutating func follow(_ shown: PagedArray<Element>) -> (arrived: [Element], gone: [Element]) {
        if told.isEmpty, waiting.isEmpty { return ([], []) }
        let (ids, waited) = (Array(told.keys), Array(waiting))
        var (arrived, gone): ([Element], [Element]) = ([], [])
        for (id, row) in zip(ids, shown.positions(of: ids)) where row == nil {
            if let item = told.removeValue(forKey: id) { gone.append(item) }
        }
        for (id, row) in zip(waited, shown.positions(of: waited)) {
            let item = row.flatMap { shown[$0] }
            if row == nil || item != nil { waiting.remove(id) }
            guard let item else { continue }
            told[id] = item
            arrived.append(item)
        }
        return (arrived, gone)
    }

    /// Rows are not needed any more.
    ///
    /// - Returns: their reported items.
    mutating func cancel(_ ids: some Sequence<SlotID>) -> [Element] {
        ids.compactMap { id in
            waiting.remove(id)
            return told.removeValue(forKey: id)
        }
    }

    /// A row is shown: its cell loads what it needs by itself.
    mutating func show(_ id: SlotID) {
        waiting.remove(id)
        told[id] = nil
    }

    /// No row needs to be prepared any more.
    ///
    /// - Returns: the reported items.
    mutating func removeAll() -> [Element] {
        defer { self = Self() }
        return Array(told.values)
    }
}
