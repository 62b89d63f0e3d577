/// Edits that outlive the list they were made in.
extension ShownList {
    /// The reader's edits and the places of their rows, as a plain value. Rows hidden by a filter are not part of it.
    package struct State: Sendable {
        /// An edit, and the state of its row on the server.
        package struct Edit: Hashable, Sendable {
            /// The edit's identifier.
            package var id: EditID
            /// The number of the edited row.
            package var number: Int
            /// The kind of edit.
            package var kind: RowEdit.Kind
            /// `true` if the server is known to have accepted it.
            package var isConfirmed: Bool
            /// For an insertion or a move: the place beside another row, or `nil` if it just stays where it is.
            package var place: RowPlace?
            /// For an insertion or a move: the server's row that it is before.
            package var gap: Int
            /// The server's position of the row, or `nil` if the server is not known to have it.
            package var slot: Int?
            /// `true` if the row is known to be removed from the server's list.
            package var isGone: Bool

            /// Makes an edit of one row.
            package init(
                id: EditID, number: Int, kind: RowEdit.Kind, isConfirmed: Bool, place: RowPlace?, gap: Int, slot: Int?,
                isGone: Bool
            ) {
                (self.id, self.number, self.kind, self.isConfirmed) = (id, number, kind, isConfirmed)
                (self.place, self.gap, self.slot, self.isGone) = (place, gap, slot, isGone)
            }
        }

        /// The edits, the oldest first.
        package var edits: [Edit]
        /// The edits that insert or move rows, in the order of their rows.
        package var order: [EditID]
        /// The last identifier that was given to an edit, so that none is given twice.
        package var lastEdit: Int

        /// Makes a state of edits.
        package init(edits: [Edit], order: [EditID], lastEdit: Int) {
            (self.edits, self.order, self.lastEdit) = (edits, order, lastEdit)
        }
    }

    /// The reader's edits as they are now.
    package var saved: State {
        let saved = table.all.map { edit in
            let row = table.rows[edit.number] ?? EditTable.Row()
            return State.Edit(
                id: edit.id, number: edit.number, kind: edit.kind, isConfirmed: edit.state == .confirmed,
                place: edit.place, gap: edit.gap, slot: row.slot, isGone: row.isGone)
        }
        return State(edits: saved, order: order, lastEdit: lastEdit)
    }

    /// Makes a projection with saved edits. Confirmed edits settle with the first answer.
    ///
    /// - Parameters:
    ///   - state: the state of another projection, from ``saved``. Contradictory states are refused as a whole.
    ///   - server: the server's list, as it was then.
    /// - Throws: ``StateDefect/misplacedEdit(_:)`` or ``StateDefect/repeatedEdit(_:)``.
    package init(restoring state: State, of server: some NumberedRows) throws(StateDefect) {
        guard 0...Limits.slots ~= state.lastEdit else { throw .repeatedEdit(EditID(rawValue: state.lastEdit)) }
        self.init(server)
        var last = 0
        for edit in state.edits {
            guard edit.id.rawValue > last, edit.id.rawValue <= state.lastEdit else { throw .repeatedEdit(edit.id) }
            last = edit.id.rawValue
            let loaded = server.position(of: edit.number)
            let slot = loaded ?? edit.slot
            // A slot that holds another row does not belong to this one.
            let isPlaced = slot.map { $0 >= 0 && $0 < serverCount && (loaded != nil || server.rows[$0] == nil) } ?? true
            guard isPlaced, (0...serverCount).contains(edit.gap), edit.place?.neighbor != edit.number else {
                throw .misplacedEdit(edit.id)
            }
            var restored = RowEdit(id: edit.id, number: edit.number, kind: edit.kind)
            guard restored.isPlacement || edit.place == nil else { throw .misplacedEdit(edit.id) }
            (restored.place, restored.gap) = (edit.place, edit.gap)
            // All requests from now on are sent after the server accepted it.
            if edit.isConfirmed { (restored.state, restored.mark) = (.confirmed, 0) }
            table.append(restored, slot: slot)
            table.setRow(edit.number, slot: slot, isLoaded: loaded != nil, isGone: edit.isGone && slot == nil)
        }
        let placements = table.all.filter { $0.isPlacement }
        guard state.order.sorted() == placements.map({ $0.id }) else {
            throw .misplacedEdit(placements.first?.id ?? state.order.first ?? EditID(rawValue: state.lastEdit))
        }
        // Rows are ordered by their gaps, and within one gap in the state's order.
        for (id, next) in zip(state.order, state.order.dropFirst()) {
            guard (table[id]?.gap ?? 0) <= (table[next]?.gap ?? 0) else { throw .misplacedEdit(next) }
        }
        order = state.order
        lastEdit = state.lastEdit
        _ = arrange(unchanged, since: Before(self), in: server)
    }
}
