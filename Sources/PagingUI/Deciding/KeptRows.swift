package import PagingCore

/// Rows that a view's state hangs on (selected, focused), by identity, so that they survive a reload.
package struct KeptRows: Hashable, Sendable {
    private let ids: [SlotID]

    /// Remembers rows.
    ///
    /// - Parameters:
    ///   - positions: where they are; those beyond the list are left out.
    ///   - rows: the rows that are shown.
    package init(_ positions: some Sequence<Int>, in rows: PagedArray<some Sendable>) {
        ids = positions.filter(rows.indices.contains).map { rows.slotID(at: $0) }
    }

    /// Where those that are left are, in the order in which they were given.
    package func positions(in rows: PagedArray<some Sendable>) -> [Int] {
        rows.positions(of: ids).compactMap(\.self)
    }
}
