extension PagedArray {
    /// Brings the array from the old state of an update to the new one.
    ///
    /// Slots that stay or move keep their identities and items. Those that the update inserts or changes are asked of a
    /// closure. Replaying every update onto a copy of the first state gives a copy of the last.
    ///
    /// - Parameters:
    ///   - update: an update from a list of as many slots as this one, that ``ListUpdate/validate()`` accepts.
    ///   - item: called once for each position of the new list that is inserted or changed, in ascending order of inserted
    ///     and of changed positions; returns the item, or `nil` for a placeholder.
    /// - Complexity: O(*ranges* × *runs* + *items*) for few ranges and no moves, else
    ///   O(*runs* + *ranges* + *moves* log *moves* + *items*).
    @inlinable
    public mutating func apply(_ update: ListUpdate, item: (_ newPosition: Int) -> Item?) {
        precondition(update.oldCount == count, "PagedArray: the update is of a list with another count")
        for range in update.removed.ranges.reversed() {
            remove(range)
        }
        for range in update.inserted.ranges {
            insertPlaceholders(range.count, at: range.lowerBound)
        }
        precondition(update.newCount == count, "PagedArray: the update's counts do not add up")
        for range in update.inserted.union(update.changed).ranges {
            replace(range, with: item)
        }
    }

    /// Sets every slot of a range to what a closure says, a stretch of items or placeholders at a time.
    @inlinable
    mutating func replace(_ range: Range<Int>, with item: (_ position: Int) -> Item?) {
        var items: [Item] = []
        var start = range.lowerBound
        for position in range {
            if let item = item(position) {
                if items.isEmpty {
                    clear(start..<position)
                    start = position
                }
                items.append(item)
            } else if !items.isEmpty {
                fill(items, at: start)
                items.removeAll(keepingCapacity: true)
                start = position
            }
        }
        if items.isEmpty {
            clear(start..<range.upperBound)
        } else {
            fill(items, at: start)
        }
    }
}
