import Testing

@testable import PagingCore

/// A server's list as far as it is known, in plain arrays, which changes in every way that an update can tell.
struct KnownList: NumberedRows {
    /// For each slot an identity and, where it is loaded, the number of its item.
    struct Cell: Hashable {
        let slot: Int
        var number: Int?
    }

    private(set) var cells: [Cell] = []
    private(set) var rows = PagedArray<Int>()
    let endIsKnown = true
    private var index: [Int: Int] = [:]
    private var made = 0

    init(_ numbers: [Int?]) {
        for number in numbers { cells.append(cell(number)) }
        refresh()
    }

    func position(of number: Int) -> Int? { index[number] }

    private mutating func cell(_ number: Int?) -> Cell {
        made += 1
        return Cell(slot: made, number: number)
    }

    private mutating func refresh() {
        rows = PagedArray(count: cells.count)
        index = [:]
        for (position, cell) in cells.enumerated() {
            guard let number = cell.number else { continue }
            rows.fill([number], at: position)
            index[number] = position
        }
    }

    // MARK: What happens to it

    mutating func insert(_ numbers: [Int?], at position: Int) -> ListUpdate {
        let old = cells.count
        for (offset, number) in numbers.enumerated() { cells.insert(cell(number), at: position + offset) }
        refresh()
        return ListUpdate(
            oldCount: old, newCount: cells.count, inserted: PositionSet(position..<position + numbers.count))
    }

    mutating func remove(_ range: Range<Int>) -> ListUpdate {
        let old = cells.count
        cells.removeSubrange(range)
        refresh()
        return ListUpdate(oldCount: old, newCount: cells.count, removed: PositionSet(range))
    }

    mutating func set(_ numbers: [Int?], at position: Int) -> ListUpdate {
        for (offset, number) in numbers.enumerated() { cells[position + offset].number = number }
        refresh()
        return .filled(position..<position + numbers.count, count: cells.count)
    }

    /// Changes the list at random, and says how. Numbers are below `limit`, none twice.
    mutating func step(_ random: inout SeededGenerator, numbersBelow limit: Int) -> ListUpdate {
        let old = cells
        let rates = (
            remove: random.below(4), move: random.below(4) / 2, change: random.below(8), insert: random.below(5)
        )
        var (stays, moved): ([Int], [Int]) = ([], [])
        var removed = PositionSet()
        for position in old.indices {
            let choice = random.below(24)
            if choice < rates.remove {
                removed.insert(position..<position + 1)
            } else if choice < rates.remove + rates.move {
                moved.append(position)
            } else {
                stays.append(position)
            }
        }
        var sources = stays.map { (from: Optional($0), isComer: false) }
        let comers = moved.map(Optional.some) + [Int?](repeating: nil, count: random.below(1 + 2 * rates.insert))
        for comer in comers { sources.insert((comer, true), at: random.below(sources.count + 1)) }

        var free = Set(0..<limit)
        for source in sources { if let number = source.from.flatMap({ old[$0].number }) { free.remove(number) } }
        func newcomer() -> Int? {
            let number = random.below(3) == 0 ? nil : free.sorted().randomElement(using: &random)
            if let number { free.remove(number) }
            return number
        }
        var update = ListUpdate(oldCount: old.count, newCount: sources.count, removed: removed)
        cells = []
        for (position, source) in sources.enumerated() {
            guard let from = source.from else {
                update.inserted.insert(position..<position + 1)
                cells.append(cell(newcomer()))
                continue
            }
            var cell = old[from]
            if source.isComer {
                update.moves.append(.init(from: from, to: position))
            } else if random.below(12) < rates.change {
                update.changed.insert(position..<position + 1)
                // Filled, evicted, filled with another, or only looked at again.
                switch random.below(4) {
                case 0: cell.number = nil
                case 1, 2: cell.number = cell.number == nil || random.below(4) == 0 ? newcomer() : cell.number
                default: break
                }
            }
            cells.append(cell)
        }
        refresh()
        return update
    }
}

/// The shown rows of a list, worked out the long way: from the server's rows, the filter and the edits.
struct ShownListModel {
    /// A row as a reader sees it.
    struct Row: Hashable {
        /// Its number; `nil` for a placeholder.
        var number: Int?
        /// The edit whose content it shows.
        var content: EditID?
    }

    let list: ShownList
    let server: KnownList

    /// The rows, read through the projection.
    var rows: [Row] {
        (0..<list.count).map { position in
            switch list.row(at: position) {
            case .server(let place):
                let number = server.rows[place]
                return Row(number: number, content: number.flatMap { list.contentEdit(of: $0) })
            case .own(let number): return Row(number: number, content: list.contentEdit(of: number))
            }
        }
    }

    /// Checks what is shown against what should be.
    func check(_ note: Comment) {
        list.checkInvariants()
        let rows = rows
        let shown = rows.compactMap(\.number)
        #expect(Set(shown).count == shown.count, note)
        for (position, row) in rows.enumerated() {
            if let number = row.number { #expect(list.position(of: number, in: server) == position, note) }
            if let place = list.serverPosition(ofShown: position) {
                #expect(list.shownPosition(ofServer: place) == position, note)
            }
        }
        // The server's rows that are in the list, and their order.
        let expected = server.cells.indices.filter { position in
            guard !list.filtered.contains(position) else { return false }
            if let number = server.cells[position].number { return !isRemoved(number) && !isMoved(number) }
            return !list.table.rows.contains { $1.slot == position && (isRemoved($0) || isMoved($0)) }
        }
        #expect((0..<list.count).compactMap { list.serverPosition(ofShown: $0) } == expected, note)
        // The reader's own rows, and their neighbors.
        let own = Set(list.edits.filter(\.isPlacement).map(\.number)).filter(isOwn)
        #expect(Set(list.layout.own.map(\.number)) == own, note)
        for number in own { #expect(standsBesideItsNeighbor(number, in: rows), note) }
    }

    private func isRemoved(_ number: Int) -> Bool {
        list.edits.contains { $0.number == number && $0.kind == .remove }
    }

    private func isMoved(_ number: Int) -> Bool {
        list.edits.contains { if case .move = $0.kind { $0.number == number } else { false } }
    }

    private func isOwn(_ number: Int) -> Bool {
        if isRemoved(number) { return false }
        if let slot = list.table.rows[number]?.slot { return isMoved(number) && !list.filtered.contains(slot) }
        return list.edits.contains { $0.number == number && $0.isInsertion }
    }

    /// Between a row and the one it was put beside are only others of the reader's own.
    private func standsBesideItsNeighbor(_ number: Int, in rows: [Row]) -> Bool {
        guard let edit = list.edits.last(where: { $0.number == number && $0.isPlacement }), let place = edit.place,
            let position = rows.firstIndex(where: { $0.number == number })
        else { return true }
        func areOwn(_ range: Range<Int>) -> Bool {
            range.allSatisfy { list.serverPosition(ofShown: $0) == nil }
        }
        switch place {
        // An answer may insert rows above one that the server has accepted.
        case .start: return areOwn(0..<position) || edit.state == .confirmed
        case .end: return areOwn(position + 1..<rows.count)
        case .before(let other):
            guard let neighbor = rows.firstIndex(where: { $0.number == other }) else { return true }
            return position < neighbor && areOwn(position + 1..<neighbor)
                || areOwn(min(position, neighbor)..<max(position, neighbor) + 1)
        case .after(let other):
            guard let neighbor = rows.firstIndex(where: { $0.number == other }) else { return true }
            return neighbor < position && areOwn(neighbor + 1..<position)
                || areOwn(min(position, neighbor)..<max(position, neighbor) + 1)
        }
    }

    /// Whether an update accounts for what happened: replayed on the old rows it gives the new ones, and rows that are in
    /// both, unless they moved and changed at once, are the same ones.
    static func explains(_ update: ListUpdate, from old: [Row], to new: [Row]) -> Bool {
        guard update.oldCount == old.count, update.newCount == new.count else { return false }
        let map = update.positionMap
        for (position, row) in new.enumerated() {
            guard let from = map.oldPosition(of: position) else { continue }
            if old[from] != row, !update.changed.contains(position) { return false }
            if let number = row.number, let known = old[from].number, known != number,
                !update.changed.contains(position)
            {
                return false
            }
        }
        var replayed = PagedArray<Row>(count: old.count)
        replayed.fill(old, at: 0)
        replayed.apply(update) { new[$0] }
        return Array(replayed) == new.map(Optional.some)
    }
}
