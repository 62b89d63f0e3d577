internal import PagingCore

/// Rows with a state in the view (selected, focused), by identity, so that they survive a reload.
package struct KeptRows: Hashable, Sendable {
    private let ids: [SlotID]

    /// Remembers rows.
    ///
    /// - Parameters:
    ///   - items: their items; items beyond the list and separators are left out.
    ///   - shown: the items shown.
    package init(_ items: some Sequence<Int>, in shown: ShownRows<some Sendable>) {
        ids = items.compactMap(shown.row).map { shown.rows.slotID(at: $0) }
    }

    /// The items of the rows that are left, in the order in which they were given.
    package func items(in shown: ShownRows<some Sendable>) -> [Int] {
        shown.rows.positions(of: ids).compactMap(\.self).map(shown.item)
    }
}
