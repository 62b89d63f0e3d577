#if PAGING_FIXED_LISTS
    /// Maps positions between the two lists of a ``ListUpdate``, for lists that grow and shrink only at their end.
    @usableFromInline
    package struct PositionMap: Hashable, Sendable {
        let oldCount: Int
        let newCount: Int
        /// The number of rows that stay, from the start on.
        private let kept: Int
        var gone: PositionSet { PositionSet(kept..<oldCount) }
        var come: PositionSet { PositionSet(kept..<newCount) }
        var movesByOld: [ListUpdate.Move] { [] }
        var movesByNew: [ListUpdate.Move] { [] }

        init(_ update: ListUpdate) {
            (oldCount, newCount) = (update.oldCount, update.newCount)
            kept = oldCount - update.removed.count
        }

        /// The position of an old row in the new list, or `nil` if it was removed or never existed.
        package func newPosition(of old: Int) -> Int? { old >= 0 && old < kept ? old : nil }

        /// The position of a new row in the old list, or `nil` if it was inserted or does not exist.
        package func oldPosition(of new: Int) -> Int? { newPosition(of: new) }

        /// The new positions of those old rows that stay.
        func newPositions(ofKept old: PositionSet) -> PositionSet { old.intersection(0..<kept) }

        /// The new positions of those old rows that stay.
        func newPositions(ofAll old: PositionSet) -> PositionSet { newPositions(ofKept: old) }

        /// The old positions of those new rows that existed before.
        package func oldPositions(ofKept new: PositionSet) -> PositionSet { newPositions(ofKept: new) }

        /// The position of an old row in the new list, or the new list's end.
        func newPosition(ofOrAfter old: Int) -> Int { newPosition(of: old) ?? newCount }
    }
#else
    /// Maps positions between the two lists of a ``ListUpdate``.
    @usableFromInline
    package struct PositionMap: Hashable, Sendable {
        let oldCount: Int
        let newCount: Int
        let removed: PositionSet
        let inserted: PositionSet
        /// Old positions that are removed or moved away.
        let gone: PositionSet
        /// New positions that are inserted or moved to.
        let come: PositionSet
        let movesByOld: [ListUpdate.Move]
        let movesByNew: [ListUpdate.Move]

        init(_ update: ListUpdate) {
            oldCount = update.oldCount
            newCount = update.newCount
            removed = update.removed
            inserted = update.inserted
            if update.moves.isEmpty {
                (gone, come) = (removed, inserted)
                (movesByOld, movesByNew) = ([], [])
            } else {
                movesByOld = update.moves.ascending { $0.from }
                movesByNew = update.moves.ascending { $0.to }
                var (left, entered) = (PositionSet(), PositionSet())
                for move in movesByOld { left.append(move.from..<move.from + 1) }
                for move in movesByNew { entered.append(move.to..<move.to + 1) }
                gone = removed.union(left)
                come = inserted.union(entered)
            }
        }

        /// The position of an old row in the new list, or `nil` if it was removed or never existed.
        ///
        /// - Complexity: O(log *n*) in the number of ranges and moves.
        @inline(never)
        package func newPosition(of old: Int) -> Int? {
            guard old >= 0, old < oldCount else { return nil }
            if gone.contains(old) {
                let index = Self.firstIndex(in: movesByOld) { $0.from >= old }
                return index < movesByOld.count && movesByOld[index].from == old ? movesByOld[index].to : nil
            }
            return come.position(ofNonMember: old - gone.count(below: old))
        }

        /// The position of a new row in the old list, or `nil` if it was inserted or does not exist.
        ///
        /// - Complexity: O(log *n*) in the number of ranges and moves.
        @inline(never)
        package func oldPosition(of new: Int) -> Int? {
            guard new >= 0, new < newCount else { return nil }
            if come.contains(new) {
                let index = Self.firstIndex(in: movesByNew) { $0.to >= new }
                return index < movesByNew.count && movesByNew[index].to == new ? movesByNew[index].from : nil
            }
            return gone.position(ofNonMember: new - come.count(below: new))
        }

        /// The new positions of those old rows that are neither removed nor moved.
        func newPositions(ofKept old: PositionSet) -> PositionSet {
            Self.translate(old, leaving: gone, entering: come)
        }

        /// The new positions of those old rows that are not removed.
        func newPositions(ofAll old: PositionSet) -> PositionSet {
            let kept = newPositions(ofKept: old)
            if movesByNew.isEmpty { return kept }
            var moved = PositionSet()
            for move in movesByNew where old.contains(move.from) { moved.append(move.to..<move.to + 1) }
            return kept.union(moved)
        }

        /// The position of an old row in the new list or, if it was removed, of the next row that is left; the new count at the end.
        @inline(never)
        func newPosition(ofOrAfter old: Int) -> Int {
            // A removed row and the next row that stays have the same number of staying rows before them. A row that moved away is no neighbor
            // any more.
            newPosition(of: old) ?? min(come.position(ofNonMember: old - gone.count(below: old)), newCount)
        }

        /// The old positions of those new rows that were neither inserted nor moved.
        ///
        /// - Parameter new: positions in the new list; others are ignored.
        /// - Returns: the positions of the remaining rows in the old list.
        /// - Complexity: O(*n* log *n*) in the number of ranges and moves.
        package func oldPositions(ofKept new: PositionSet) -> PositionSet {
            Self.translate(new.intersection(0..<newCount), leaving: come, entering: gone)
        }

        /// Translates kept rows: positions without `leaving` become ranks, and ranks become positions around `entering`.
        private static func translate(
            _ set: PositionSet, leaving: PositionSet, entering: PositionSet
        ) -> PositionSet {
            var result = PositionSet()
            for range in set.subtracting(leaving).ranges {
                var rank = range.lowerBound - leaving.count(below: range.lowerBound)
                var position = entering.position(ofNonMember: rank)
                let end = rank + range.count
                while rank < end {
                    // As far as the next member of `entering`, ranks and positions go in step.
                    let next = entering.firstEntry(endingAfter: position)
                    let room = next < entering.entries.count ? entering.entries[next].lower - position : Int.max
                    let length = min(room, end - rank)
                    result.append(position..<position + length)
                    rank += length
                    if rank < end {
                        position = entering.entries[next].upper
                    }
                }
            }
            return result
        }

        private static func firstIndex(
            in moves: [ListUpdate.Move], where isReached: (ListUpdate.Move) -> Bool
        ) -> Int {
            var low = 0
            var high = moves.count
            while low < high {
                let middle = (low + high) / 2
                if isReached(moves[middle]) {
                    high = middle
                } else {
                    low = middle + 1
                }
            }
            return low
        }
    }
#endif
