/// The reader's edits in effect: by identifier, by row, and from the oldest to the newest.
///
/// Finding one edit, or the edits of a row, costs O(log *n*) in the number of edits; iterating over all of them costs O(*n*).
struct EditTable: Sendable {
    /// A row with an edit.
    struct Row: Sendable {
        /// Its position in the server's list, kept when its item is evicted, or `nil` if it is unknown.
        var slot: Int?
        /// `true` if its item is loaded.
        var isLoaded = false
        /// `true` if the row is known to be removed from the server's list.
        var isGone = false
        /// Its edits, the oldest first.
        fileprivate(set) var edits: [EditID] = []
    }

    /// The rows with an edit, by number.
    private(set) var rows: [Int: Row] = [:]
    /// The edits in order of their identifiers. Forgotten ones stay until there are as many of them as of others.
    private var slots: ContiguousArray<RowEdit> = []
    private var forgotten = 0
    /// The edits whose rows are beside a row, by its number.
    private var beside: [Int: Set<EditID>] = [:]
    private(set) var confirmedCount = 0

    var count: Int { slots.count - forgotten }
    var isEmpty: Bool { rows.isEmpty }

    /// All edits, the oldest first.
    var all: some Sequence<RowEdit> { slots.lazy.filter { !$0.isForgotten } }

    subscript(id: EditID) -> RowEdit? { index(of: id).map { slots[$0] } }

    /// The edits of a row, the oldest first.
    func edits(of number: Int) -> some BidirectionalCollection<RowEdit> {
        (rows[number]?.edits ?? []).lazy.map { id in
            guard let edit = self[id] else { preconditionFailure("EditTable: a row has an edit that is forgotten") }
            return edit
        }
    }

    /// `true` if an edit is of this row, or puts a row beside it.
    func names(_ number: Int) -> Bool { rows[number] != nil || beside[number] != nil }

    /// The edit that decides a row's position, or `nil` if the row is at the server's, or at none.
    func activePlacement(of number: Int) -> RowEdit? {
        guard let row = rows[number] else { return nil }
        let isKnown = row.slot != nil || edits(of: number).contains { $0.isInsertion }
        return isKnown ? edits(of: number).last { $0.isPlacement } : nil
    }

    // MARK: Changing

    /// Adds an edit that is newer than all others. If it is the row's first one, `slot` is the server's position of the row.
    mutating func append(_ edit: RowEdit, slot: Int?) {
        assert(slots.last.map { $0.id < edit.id } ?? true, "EditTable: an edit is older than the last one")
        rows[edit.number, default: Row(slot: slot, isLoaded: slot != nil)].edits.append(edit.id)
        if let neighbor = edit.neighbor { beside[neighbor, default: []].insert(edit.id) }
        if edit.state == .confirmed { confirmedCount += 1 }
        slots.append(edit)
    }

    /// Releases all edits that put their rows beside this one: the rows stay where they are.
    mutating func release(from number: Int) {
        for id in beside.removeValue(forKey: number) ?? [] { if let index = index(of: id) { slots[index].place = nil } }
    }

    mutating func confirm(_ id: EditID, mark: Int) {
        guard let index = index(of: id), slots[index].state == .pending else { return }
        (slots[index].state, slots[index].mark) = (.confirmed, mark)
        confirmedCount += 1
    }

    /// Forgets edits, and rows without edits.
    mutating func forget(_ ids: some Sequence<EditID>) {
        for id in ids {
            guard let index = index(of: id) else { continue }
            let edit = slots[index]
            slots[index].isForgotten = true
            forgotten += 1
            if edit.state == .confirmed { confirmedCount -= 1 }
            rows[edit.number]?.edits.removeAll { $0 == id }
            if rows[edit.number]?.edits.isEmpty == true { rows[edit.number] = nil }
            if let neighbor = edit.neighbor { leave(neighbor, id) }
        }
        if forgotten > 16, 2 * forgotten > slots.count {
            slots.removeAll { $0.isForgotten }
            forgotten = 0
        }
    }

    /// Gives a row, and the edits beside it, another number. If that row has edits too, the two become one.
    mutating func renumber(_ number: Int, to other: Int, slot: Int?) {
        let ids = rows.removeValue(forKey: number)?.edits ?? []
        for id in ids {
            guard let index = index(of: id) else { continue }
            slots[index].number = other
            if slots[index].neighbor == other {
                slots[index].place = nil
                leave(other, id)
            }
        }
        var row = rows[other] ?? Row()
        (row.slot, row.isLoaded, row.edits) = (slot, slot != nil, (row.edits + ids).sorted())
        rows[other] = row
        for id in beside.removeValue(forKey: number) ?? [] {
            guard let index = index(of: id) else { continue }
            // A row that became one with its neighbor stays where it is.
            slots[index].place = slots[index].number == other ? nil : slots[index].place?.renamed(number, to: other)
            if slots[index].place != nil { beside[other, default: []].insert(id) }
        }
    }

    /// Sets the server's position of a row.
    mutating func setRow(_ number: Int, slot: Int?, isLoaded: Bool, isGone: Bool) {
        guard let edits = rows[number]?.edits else { return }
        rows[number] = Row(slot: slot, isLoaded: isLoaded, isGone: isGone, edits: edits)
    }

    /// Sets if a row is known to be removed from the server's list.
    mutating func setGone(_ number: Int, _ isGone: Bool) { rows[number]?.isGone = isGone }

    mutating func setGap(_ id: EditID, _ gap: Int) { if let index = index(of: id) { slots[index].gap = gap } }

    /// Changes edits, the oldest first: only their sides.
    mutating func forEach(_ body: (inout RowEdit) -> Void) {
        for index in slots.indices where !slots[index].isForgotten { body(&slots[index]) }
    }

    // MARK: Steps

    private mutating func leave(_ neighbor: Int, _ id: EditID) {
        beside[neighbor]?.remove(id)
        if beside[neighbor]?.isEmpty == true { beside[neighbor] = nil }
    }

    private func index(of id: EditID) -> Int? {
        let index = slots.firstReached { $0.id >= id }
        return index < slots.count && slots[index].id == id && !slots[index].isForgotten ? index : nil
    }

    func checkInvariants() {
        #if DEBUG
            precondition(
                slots.filter { $0.isForgotten }.count == forgotten, "EditTable: forgotten edits are counted wrongly")
            precondition(all.filter { $0.state == .confirmed }.count == confirmedCount, "EditTable: confirmed ones are")
            let ofRows = Dictionary(grouping: all) { $0.number }.mapValues { $0.map { $0.id } }
            precondition(ofRows == rows.mapValues { $0.edits }, "EditTable: a row's edits differ")
            let neighbors = Dictionary(grouping: all.filter { $0.neighbor != nil }) { $0.neighbor ?? 0 }
            precondition(
                beside == neighbors.mapValues { Set($0.map { $0.id }) }, "EditTable: a neighbor's edits differ")
        #endif
    }
}
