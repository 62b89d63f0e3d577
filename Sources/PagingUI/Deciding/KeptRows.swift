internal import PagingCore

/// Rows that a view's state hangs on (selected, focused), by identity, so that they survive a reload.
package struct KeptRows: Hashable, Sendable {
    private let ids: [SlotID]

    /// Remembers rows.
    ///
    /// - Parameters:
    ///   - items: where they are; those beyond the list are left out, and so is what is between rows.
    ///   - shown: what is shown.
    package init(_ items: some Sequence<Int>, in shown: ShownRows<some Sendable>) {
        ids = items.compactMap(shown.row).map { shown.rows.slotID(at: $0) }
    }

    /// The items of the rows that are left, in the order in which they were given.
    package func items(in shown: ShownRows<some Sendable>) -> [Int] {
        shown.rows.positions(of: ids).compactMap(\.self).map(shown.item)
    }
}
