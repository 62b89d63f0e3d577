public import PagingCore

/// One present row of a list: a placeholder or an item.
public struct ListRow<Element: Sendable>: Identifiable, Sendable {
    /// The row's identity. It is kept when the row loads or is evicted, and when rows above come and go.
    public let id: SlotID
    /// The row's position in the list.
    public let position: Int
    /// The item, or `nil` for a placeholder.
    public let item: Element?
    /// The row's state.
    public let state: RowState

    /// Makes a row; for tests, previews and views of other data.
    public init(id: SlotID, position: Int, item: Element?, state: RowState) {
        (self.id, self.position, self.item, self.state) = (id, position, item, state)
    }
}

extension PagedList {
    /// The row at a position with its identity and state. Like the subscript it loads the row and its neighbors.
    ///
    /// Observation tracks only this row: a view that reads it in its body is evaluated again when this row loads, changes, is evicted or fails,
    /// or when another row comes to the position.
    ///
    /// - Parameter position: from 0 up to, not including, ``count``; past the end the result is `nil`.
    /// - Complexity: O(log *pages loaded*).
    public func row(at position: Int) -> ListRow<Element>? {
        noteRead(position)
        guard let id = observedSlot(at: position) else { return nil }
        return row(id, at: position)
    }

    /// The row with an identity, wherever it is now, or `nil` once it is gone. Reading it sends no request.
    ///
    /// Observation tracks only this row, and does not notice when rows above it come and go.
    ///
    /// - Complexity: that of ``PagedArray/position(of:)``.
    public func row(_ id: SlotID) -> ListRow<Element>? {
        observers.rows.read(id, by: .identity)
        return rows.position(of: id).map { row(id, at: $0) }
    }

    private func row(_ id: SlotID, at position: Int) -> ListRow<Element> {
        ListRow(id: id, position: position, item: rows[position], state: knownState(at: position))
    }
}
