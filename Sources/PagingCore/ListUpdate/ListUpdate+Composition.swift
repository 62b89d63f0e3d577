extension ListUpdate {
    /// This update and then another, as one.
    ///
    /// A row that is inserted and then removed leaves no trace. Nor does a move that is undone, or that no longer changes the order once other
    /// rows are gone. A row that ends up both moved and changed becomes a removal and an insertion: applied one after the other, the two updates
    /// keep its slot's identity in a ``PagedArray``, but the composed one does not.
    ///
    /// - Parameter next: an update from a list of ``newCount`` rows; any other is a programming error and stops the program.
    /// - Complexity: O(*n* log *n*) in the number of ranges and moves of both, whatever the counts are.
    public func followed(by next: ListUpdate) -> ListUpdate {
        precondition(newCount == next.oldCount, "ListUpdate: the next update is of a list with another count")
        if next.isEmpty { return self }
        if isEmpty { return next }
        if next.isInPlace, moves.isEmpty { return changing(next.changed) }
        let first = positionMap
        let second = next.positionMap
        var result = ListUpdate(oldCount: oldCount, newCount: next.newCount)
        result.removed = removed.union(first.oldPositions(ofKept: next.removed))
        result.inserted = next.inserted.union(second.newPositions(ofKept: inserted))
        result.changed = next.changed.union(second.newPositions(ofKept: changed))
        var alsoRemoved: [Int] = []
        var alsoInserted: [Int] = []
        var alsoChanged: [Int] = []
        for move in moves {
            if let to = second.newPosition(of: move.to) {
                result.moves.append(Move(from: move.from, to: to))
            } else {
                alsoRemoved.append(move.from)
            }
        }
        for move in next.moves {
            if inserted.contains(move.from) {
                alsoInserted.append(move.to)
            } else if !first.come.contains(move.from), let from = first.oldPosition(of: move.from) {
                result.moves.append(Move(from: from, to: move.to))
                if changed.contains(move.from) {
                    alsoChanged.append(move.to)
                }
            }
        }
        result.removed = result.removed.union(PositionSet(positions: alsoRemoved))
        result.inserted = result.inserted.union(PositionSet(positions: alsoInserted))
        result.changed = result.changed.union(PositionSet(positions: alsoChanged)).subtracting(result.inserted)
        result.settleMoves()
        return result
    }

    /// Drops moves that change nothing, and gives each row that ends up both moved and changed a single role.
    mutating func settleMoves() {
        guard !moves.isEmpty else { return }
        moves = moves.ascending { $0.from }
        let map = positionMap
        // A row between the same two staying rows before and after can stay itself, unless it has passed another such row.
        let candidates = moves.filter { move in
            move.from - map.gone.count(below: move.from) == move.to - map.come.count(below: move.to)
        }
        let stays = longestIncreasingSubsequence(of: candidates.map { $0.to })
        let staying = PositionSet(positions: zip(candidates, stays).filter { $0.1 }.map { $0.0.from })
        moves.removeAll { staying.contains($0.from) }

        let changedMoves = moves.filter { changed.contains($0.to) }
        guard !changedMoves.isEmpty else { return }
        moves = moves.filter { !changed.contains($0.to) }
        let arrivals = PositionSet(positions: changedMoves.map { $0.to })
        removed = removed.union(PositionSet(positions: changedMoves.map { $0.from }))
        inserted = inserted.union(arrivals)
        changed = changed.subtracting(arrivals)
    }
}

extension PositionSet {
    /// Makes a set of single positions, in any order.
    init(positions: some Sequence<Int>) {
        self.init(positions.map { $0..<$0 + 1 })
    }
}
