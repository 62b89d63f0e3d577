extension ShownList {
    /// Makes an edit, which is shown at once.
    ///
    /// - Parameters:
    ///   - kind: the kind of edit.
    ///   - number: the row to edit. A row to be updated need not be loaded: it is shown with the edit when it arrives.
    ///   - server: the server's list.
    /// - Returns: the edit's identifier, and the update of the shown list.
    /// - Throws: ``EditDefect``; nothing is changed then.
    package mutating func edit(
        _ kind: RowEdit.Kind, number: Int, in server: some NumberedRows
    ) throws(EditDefect) -> (id: EditID, update: ListUpdate) {
        let isKnown = isKnown(number, in: server)
        switch kind {
        case .update: break
        case .remove: guard isKnown else { throw .missingRow }
        case .move(let place):
            guard isKnown else { throw .missingRow }
            try check(place, for: number, in: server)
        case .insert(let place):
            guard !isKnown else { throw .existingRow }
            try check(place, for: number, in: server)
        }
        let before = shown(number, in: server)
        var edit = RowEdit(id: nextID(), number: number, kind: kind)
        if edit.isPlacement {
            // Rows that were put beside this row stay where they are: the reader saw them put there.
            table.release(from: number)
            put(&edit, in: server)
        }
        table.append(edit, slot: server.position(of: number))
        return (edit.id, arrange([before], touched: kind == .update, in: server))
    }

    /// Rolls an edit back: the list is shown as if it had not been made. Does nothing if the edit is forgotten.
    ///
    /// - Returns: the update of the shown list.
    package mutating func rollBack(_ id: EditID, in server: some NumberedRows) -> ListUpdate {
        guard let edit = table[id] else { return ListUpdate(oldCount: count, newCount: count) }
        let before = shown(edit.number, in: server)
        if table.activePlacement(of: edit.number)?.id == id { table.release(from: edit.number) }
        forget([edit])
        return arrange([before], touched: edit.kind == .update, in: server)
    }

    /// Records that the server has accepted an edit. The edit is shown until an answer to a later request shows its
    /// effect.
    ///
    /// - Parameters:
    ///   - id: the edit; nothing happens if it is forgotten.
    ///   - mark: the number of the last request so far.
    package mutating func confirm(_ id: EditID, mark: Int) { table.confirm(id, mark: mark) }

    /// Gives a row that the reader inserted its number on the server, with all edits made of it since.
    ///
    /// - Returns: the update of the shown list; it is not empty if the server shows that row already.
    package mutating func renumber(_ number: Int, to other: Int, in server: some NumberedRows) -> ListUpdate {
        guard number != other, table.rows[number] != nil else { return ListUpdate(oldCount: count, newCount: count) }
        let before = [shown(number, in: server), shown(other, in: server)]
        table.renumber(number, to: other, slot: table.rows[other]?.slot ?? server.position(of: other))
        // If the server has a row with that number, the two become one: the reader's is removed.
        if server.position(of: other) != nil, let insertion = table.edits(of: other).last(where: { $0.isInsertion }) {
            forget(superseded(by: insertion))
        }
        return arrange(before, touched: true, in: server)
    }

    /// The edit whose content a row shows, or `nil` if it is the server's.
    ///
    /// - Complexity: O(log *n*) in the number of edits.
    package func contentEdit(of number: Int) -> EditID? {
        if table.isEmpty { return nil }
        let edits = table.edits(of: number)
        return (edits.last { $0.kind == .update } ?? edits.last { $0.isInsertion })?.id
    }

    // MARK: Steps

    var unchanged: ListUpdate { ListUpdate(oldCount: serverCount, newCount: serverCount) }

    private func isKnown(_ number: Int, in server: some NumberedRows) -> Bool {
        server.position(of: number) != nil || table.rows[number]?.slot != nil
            || table.activePlacement(of: number) != nil
    }

    private func check(_ place: RowPlace, for number: Int, in server: some NumberedRows) throws(EditDefect) {
        guard let other = place.neighbor else { return }
        guard other != number else { throw .besideItself }
        guard neighbor(other, in: server) != nil else { throw .missingNeighbor }
    }

    /// Puts a row at its edit's place, next to its neighbor.
    private mutating func put(_ edit: inout RowEdit, in server: some NumberedRows) {
        func place(of number: Int) -> Int? {
            table.activePlacement(of: number).map { orderIndex(of: $0.id, in: $0.gap) }
        }
        var index = order.count
        switch edit.place {
        case .start: (edit.gap, index) = (0, 0)
        case .before(let number):
            let gap = neighbor(number, in: server)?.start ?? serverCount
            (edit.gap, index) = (gap, place(of: number) ?? firstInOrder { $0 > gap })
        case .after(let number):
            let gap = neighbor(number, in: server)?.end ?? serverCount
            (edit.gap, index) = (gap, place(of: number).map { $0 + 1 } ?? firstInOrder { $0 >= gap })
        case .end, nil: edit.gap = serverCount
        }
        order.insert(edit.id, at: index)
    }

    /// The index in ``order`` of the first edit whose gap is reached.
    private func firstInOrder(where isReached: (Int) -> Bool) -> Int {
        order.firstReached { isReached(table[$0]?.gap ?? 0) }
    }

    /// The index in ``order`` of an existing edit.
    func orderIndex(of id: EditID, in gap: Int) -> Int {
        var index = firstInOrder { $0 >= gap }
        while index < order.count, order[index] != id { index += 1 }
        return index
    }
}

extension RowPlace {
    /// The number of the row that another is put beside, or `nil` for the list's start and end.
    package var neighbor: Int? {
        switch self {
        case .start, .end: nil
        case .before(let number), .after(let number): number
        }
    }

    func renamed(_ number: Int, to other: Int) -> RowPlace {
        switch self {
        case .before(number): .before(other)
        case .after(number): .after(other)
        default: self
        }
    }
}
