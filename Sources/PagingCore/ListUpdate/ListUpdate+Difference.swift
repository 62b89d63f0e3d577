/// A snapshot has an identifier twice.
@usableFromInline
package struct DuplicateIdentifier: Error, Hashable, Sendable {
    /// One of the two snapshots that are compared.
    @usableFromInline
    package enum Snapshot: Hashable, Sendable {
        /// The snapshot of the old list.
        case old
        /// The snapshot of the new list.
        case new
    }

    /// The snapshot that has it twice.
    package let snapshot: Snapshot
    /// The first position of the identifier.
    package let firstPosition: Int
    /// The second position of the identifier.
    package let position: Int

    /// Makes an error of a snapshot and two positions in it.
    @usableFromInline
    package init(snapshot: Snapshot, firstPosition: Int, position: Int) {
        self.snapshot = snapshot
        self.firstPosition = firstPosition
        self.position = position
    }
}

extension ListUpdate {
    /// The update between two snapshots of a list's identifiers, with the fewest moves.
    ///
    /// Each identifier is hashed and looked up at most once. Of the rows in both snapshots, a longest subsequence that keeps its order stays,
    /// and the others move. No row is ``changed``: identifiers do not show that. Both snapshots are copied.
    ///
    /// - Parameters:
    ///   - old: the identifiers of the old list, each once, in order.
    ///   - new: those of the new list.
    /// - Throws: ``DuplicateIdentifier`` if a snapshot has an identifier twice; the old one is checked first.
    /// - Complexity: O(*n* + *m*) in the lengths of the snapshots, plus O(log *n*) for each row in both that is behind
    ///   a row in the new list that it preceded in the old one.
    @inlinable
    package static func difference<ID: Hashable>(
        from old: some RandomAccessCollection<ID>, to new: some RandomAccessCollection<ID>
    ) throws(DuplicateIdentifier) -> ListUpdate {
        let old = ContiguousArray(old)
        let new = ContiguousArray(new)
        // Rows at the beginning or end of both need no lookup: they stay.
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] {
            head += 1
        }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
            tail += 1
        }
        let middle = head..<new.count - tail
        let sources = try match(old: old, new: new, middle: middle)
        return assemble(
            oldCount: old.count, newCount: new.count, sources: sources, oldMiddle: head..<old.count - tail,
            newMiddle: middle)
    }

    /// For each row of the middle of the new snapshot, its position in the old one, or -1.
    @inlinable
    static func match<ID: Hashable>(
        old: ContiguousArray<ID>, new: ContiguousArray<ID>, middle: Range<Int>
    ) throws(DuplicateIdentifier) -> [Int] {
        // Indices of the table from `old.count` on stand for rows of the new snapshot.
        var table = IdentifierTable(capacity: old.count + middle.count)
        for index in old.indices {
            if let first = table.insert(old[index], index: index, identifier: { old[$0] }) {
                throw DuplicateIdentifier(snapshot: .old, firstPosition: first, position: index)
            }
        }
        var sources = [Int](repeating: -1, count: middle.count)
        // The new positions of the old rows. Both ends were not looked up, but are the same.
        var targets = [Int](repeating: -1, count: old.count)
        for index in 0..<middle.lowerBound {
            targets[index] = index
        }
        for index in middle.upperBound..<new.count {
            targets[index - new.count + old.count] = index
        }
        for index in middle {
            guard
                let found = table.insert(
                    new[index], index: old.count + index, identifier: { $0 < old.count ? old[$0] : new[$0 - old.count] }
                )
            else { continue }
            let first = found < old.count ? targets[found] : found - old.count
            guard first < 0 else {
                throw DuplicateIdentifier(
                    snapshot: .new, firstPosition: min(first, index), position: max(first, index))
            }
            targets[found] = index
            sources[index - middle.lowerBound] = found
        }
        return sources
    }

    @usableFromInline
    static func assemble(
        oldCount: Int, newCount: Int, sources: [Int], oldMiddle: Range<Int>, newMiddle: Range<Int>
    ) -> ListUpdate {
        var update = ListUpdate(oldCount: oldCount, newCount: newCount)
        let kept = sources.filter { $0 >= 0 }
        let stays = longestIncreasingSubsequence(of: kept)
        var isKept = [Bool](repeating: false, count: oldMiddle.count)
        var next = 0
        for (offset, source) in sources.enumerated() {
            let position = newMiddle.lowerBound + offset
            guard source >= 0 else {
                update.inserted.append(position..<position + 1)
                continue
            }
            isKept[source - oldMiddle.lowerBound] = true
            if !stays[next] {
                update.moves.append(Move(from: source, to: position))
            }
            next += 1
        }
        for (offset, isKept) in isKept.enumerated() where !isKept {
            let position = oldMiddle.lowerBound + offset
            update.removed.append(position..<position + 1)
        }
        return update
    }
}
