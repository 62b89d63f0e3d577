import PagingCore
import Testing

/// A list of rows that know who they are and how often they changed, and random updates of it.
struct ListUpdateModel {
    struct Row: Hashable {
        let id: Int
        var version = 0
    }

    var rows: [Row]
    private var nextID: Int

    init(count: Int) {
        rows = (0..<count).map { Row(id: $0) }
        nextID = count
    }

    /// Changes the list at random, and says how.
    mutating func step(_ random: inout SeededGenerator, moving: Bool) -> ListUpdate {
        let old = rows
        var stays: [Int] = []
        var moved: [Int] = []
        var removed = PositionSet()
        let rates = (remove: random.below(6), move: moving ? random.below(5) : 0, insert: random.below(6))
        for position in old.indices {
            let choice = random.below(20)
            if choice < rates.remove {
                removed.insert(position..<position + 1)
            } else if choice < rates.remove + rates.move {
                moved.append(position)
            } else {
                stays.append(position)
            }
        }
        // Sources of the new list: a position in the old one, or nil for a new row.
        var sources = stays.map(Optional.some)
        var comers = moved.map(Optional.some)
        comers += [Int?](repeating: nil, count: old.isEmpty ? 5 : random.below(1 + old.count * rates.insert / 10))
        comers.shuffle(using: &random)
        var isComer = sources.map { _ in false }
        for comer in comers {
            let place = random.below(sources.count + 1)
            sources.insert(comer, at: place)
            isComer.insert(true, at: place)
        }
        var update = ListUpdate(oldCount: old.count, newCount: sources.count, removed: removed)
        rows = []
        for (position, source) in sources.enumerated() {
            guard let source else {
                update.inserted.insert(position..<position + 1)
                rows.append(Row(id: nextID))
                nextID += 1
                continue
            }
            rows.append(old[source])
            if isComer[position] {
                update.moves.append(.init(from: source, to: position))
            } else if random.below(6) == 0 {
                update.changed.insert(position..<position + 1)
                rows[position].version += 1
            }
        }
        update.moves.shuffle(using: &random)
        return update
    }

    /// Whether an update accounts for the difference between two states: every row where it is said to be, and no row that
    /// has other content without a word. A removed and inserted row may be the same one.
    static func explains(_ update: ListUpdate, from old: [Row], to new: [Row]) -> Bool {
        guard update.oldCount == old.count, update.newCount == new.count else { return false }
        let map = update.positionMap
        for (position, row) in old.enumerated() {
            let to = map.newPosition(of: position)
            guard (to == nil) == update.removed.contains(position), update.newPosition(of: position) == to else {
                return false
            }
            if let to {
                guard map.oldPosition(of: to) == position, new[to].id == row.id else { return false }
                guard new[to] == row || update.changed.contains(to) else { return false }
            }
        }
        for position in new.indices {
            let from = map.oldPosition(of: position)
            guard (from == nil) == update.inserted.contains(position), update.oldPosition(of: position) == from else {
                return false
            }
        }
        let before = update.changed.positions.map { map.oldPosition(of: $0) }
        // Rows that are in neither list have no position, and those that moved are not kept.
        let kept = new.indices.compactMap { map.oldPosition(of: $0) }.filter { old in
            !update.moves.contains { $0.from == old }
        }
        return Array(update.changedBefore.positions) == before
            && map.oldPositions(ofKept: [-3..<new.count + 3]) == PositionSet(kept.map { $0..<$0 + 1 })
    }
}
