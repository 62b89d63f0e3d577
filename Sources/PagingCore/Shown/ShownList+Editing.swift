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
        if subjects[number] == nil {
            let slot = server.position(of: number)
            subjects[number] = Subject(slot: slot, isLoaded: slot != nil)
        }
        let before = Before(self)
        var edit = RowEdit(id: nextID(), number: number, kind: kind)
        if edit.isPlacement {
            // Rows that were put beside this row stay where they are: the reader saw them put there.
            release(from: number)
            put(&edit, in: server)
        }
        edits.append(edit)
        let update = arrange(unchanged, since: before, touched: kind == .update ? [number] : [], in: server)
        return (edit.id, update)
    }

    /// Rolls an edit back: the list is shown as if it had not been made. Does nothing if the edit is forgotten.
    ///
    /// - Returns: the update of the shown list.
    package mutating func rollBack(_ id: EditID, in server: some NumberedRows) -> ListUpdate {
        guard let edit = edits.first(where: { $0.id == id }) else {
            return ListUpdate(oldCount: count, newCount: count)
        }
        let before = Before(self)
        if activePlacement(of: edit.number)?.id == id { release(from: edit.number) }
        forget { $0.id == id }
        return arrange(unchanged, since: before, touched: edit.kind == .update ? [edit.number] : [], in: server)
    }

    /// Records that the server has accepted an edit. The edit is shown until an answer to a later request shows its
    /// effect.
    ///
    /// - Parameters:
    ///   - id: the edit; nothing happens if it is forgotten.
    ///   - mark: the number of the last request so far.
    package mutating func confirm(_ id: EditID, mark: Int) {
        guard let index = edits.firstIndex(where: { $0.id == id }), edits[index].state == .pending else { return }
        (edits[index].state, edits[index].mark) = (.confirmed, mark)
    }

    /// Gives a row that the reader inserted its number on the server, with all edits made of it since.
    ///
    /// - Returns: the update of the shown list; it is not empty if the server shows that row already.
    package mutating func renumber(_ number: Int, to other: Int, in server: some NumberedRows) -> ListUpdate {
        guard number != other, edits.contains(where: { $0.number == number }) else {
            return ListUpdate(oldCount: count, newCount: count)
        }
        var before = Before(self)
        let slot = server.position(of: other)
        before.rename(number, to: other, isThere: slot != nil)
        for index in edits.indices {
            if edits[index].number == number { edits[index].number = other }
            edits[index].place = edits[index].place?.renamed(number, to: other)
        }
        subjects[number] = nil
        subjects[other] = Subject(slot: slot, isLoaded: slot != nil)
        let settled = settle(seen: [], answer: .min, in: server)
        return arrange(unchanged, since: before, touched: settled.union([other]), in: server)
    }

    /// The edit whose content a row shows; `nil` where it is the server's.
    ///
    /// - Complexity: O(*edits*).
    package func contentEdit(of number: Int) -> EditID? {
        if edits.isEmpty { return nil }
        let own = edits.last { $0.number == number && $0.kind == .update }
        return (own ?? edits.last { $0.number == number && $0.isInsertion })?.id
    }

    // MARK: Steps

    var unchanged: ListUpdate { ListUpdate(oldCount: serverCount, newCount: serverCount) }

    private func isKnown(_ number: Int, in server: some NumberedRows) -> Bool {
        server.position(of: number) != nil || subjects[number]?.slot != nil || activePlacement(of: number) != nil
    }

    private func check(_ place: RowPlace, for number: Int, in server: some NumberedRows) throws(EditDefect) {
        switch place {
        case .start, .end: break
        case .before(let other), .after(let other):
            guard other != number else { throw .besideItself }
            guard neighbor(other, in: server) != nil else { throw .missingNeighbor }
        }
    }

    /// The gaps that edits put their rows in.
    var gaps: [EditID: Int] { Dictionary(uniqueKeysWithValues: edits.map { ($0.id, $0.gap) }) }

    /// Lets rows beside a row stay where they are when that row goes elsewhere.
    private mutating func release(from number: Int) {
        for index in edits.indices where edits[index].place?.neighbor == number { edits[index].place = nil }
    }

    /// Puts a row where its edit says, next to its neighbor.
    private mutating func put(_ edit: inout RowEdit, in server: some NumberedRows) {
        let gaps = self.gaps
        func firstPlace(where isReached: (Int) -> Bool) -> Int {
            order.firstIndex { isReached(gaps[$0] ?? 0) } ?? order.count
        }
        func place(of number: Int) -> Int? {
            activePlacement(of: number).flatMap { placement in order.firstIndex(of: placement.id) }
        }
        var index = order.count
        switch edit.place {
        case .start: (edit.gap, index) = (0, 0)
        case .before(let number):
            edit.gap = neighbor(number, in: server)?.start ?? serverCount
            index = place(of: number) ?? firstPlace { $0 > edit.gap }
        case .after(let number):
            edit.gap = neighbor(number, in: server)?.end ?? serverCount
            index = place(of: number).map { $0 + 1 } ?? firstPlace { $0 >= edit.gap }
        case .end, nil: edit.gap = serverCount
        }
        order.insert(edit.id, at: index)
    }
}

extension ShownList.Before {
    /// A row has another number. If the server has a row of that number, the two become one: the reader's goes.
    fileprivate mutating func rename(_ number: Int, to other: Int, isThere: Bool) {
        let was = positions.removeValue(forKey: number)
        positions[other] = isThere ? nil : was
        self = Self(layout: layout.renaming(number, to: other), positions: positions, empty: empty)
    }

    private init(layout: ShownList.Layout, positions: [Int: Int], empty: Set<Int>) {
        (self.layout, self.positions, self.empty) = (layout, positions, empty)
    }
}

extension ShownList.Layout {
    fileprivate func renaming(_ number: Int, to other: Int) -> Self {
        Self(
            serverCount: entering.oldCount, hidden: hidden,
            own: own.map { $0.number == number ? Own(number: other, gap: $0.gap) : $0 })
    }
}

extension RowPlace {
    /// The number of the row that another is put beside; `nil` for the list's start and end.
    package var neighbor: Int? {
        switch self {
        case .start, .end: nil
        case .before(let number), .after(let number): number
        }
    }

    fileprivate func renamed(_ number: Int, to other: Int) -> RowPlace {
        switch self {
        case .before(number): .before(other)
        case .after(number): .after(other)
        default: self
        }
    }
}
