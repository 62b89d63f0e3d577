public import PagingCore

/// The identities of a list's rows, loaded or not, in order, for a `ForEach`.
public struct ListSlotIDs<Element: Sendable>: RandomAccessCollection, Sendable {
    private let rows: PagedArray<Element>

    /// The identities of some rows.
    public init(_ rows: PagedArray<Element>) { self.rows = rows }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { rows.count }
    /// A row's identity.
    ///
    /// - Complexity: O(1) in a list filled without edits, else O(log *runs*). No item is touched.
    public subscript(position: Int) -> SlotID { rows.slotID(at: position) }
}

extension PagedList {
    /// The identities of all rows. Observed if rows come, are removed or move, but not if they load or change.
    public var slotIDs: ListSlotIDs<Element> {
        _ = (count, observers.list.structure)
        return ListSlotIDs(rows)
    }
}
