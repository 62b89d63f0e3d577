extension PagedArray {
    /// Brings the array from the old state of an update to the new one.
    ///
    /// Slots that stay or move keep their identities and items. A closure returns the items of inserted and changed slots. Applying every update
    /// to a copy of the first state gives a copy of the last.
    ///
    /// - Parameters:
    ///   - update: an update from a list of as many slots as this one.
    ///   - item: called once for each inserted or changed position of the new list, in ascending order; returns the item, or `nil` for a
    ///     placeholder.
    /// - Complexity: O(*runs* + *items*) for a few ranges and no moves, else O(*runs* + *ranges* log *runs* + *moves* log *moves* + *items*),
    ///   and O(*runs*) for each stretch of items that is set among placeholders.
    @inlinable
    public mutating func apply(_ update: ListUpdate, item: (_ newPosition: Int) -> Item?) {
        apply(update, along: nil, item: item)
    }

    /// The same, with the update's ``ListUpdate/positionMap`` if it is at hand.
    @inlinable
    package mutating func apply(
        _ update: ListUpdate, along map: PositionMap?, item: (_ newPosition: Int) -> Item?
    ) {
        rearrange(by: update, along: map)
        for range in update.inserted.union(update.changed).ranges {
            replace(range, with: item)
        }
    }

    /// Removes, inserts and moves slots as an update says.
    ///
    /// Slots that stay or move keep their identities and items, even if the update changes them. Inserted slots are placeholders: a million cost
    /// no more than one.
    ///
    /// - Parameters:
    ///   - update: an update from a list of as many slots as this one, that ``ListUpdate/validate()`` accepts.
    ///   - map: the update's ``ListUpdate/positionMap``, if it is at hand; otherwise it is computed.
    /// - Complexity: O(*runs*) for a few ranges and no moves, or one move alone, else O(*runs* + *ranges* log *runs* + *moves* log *moves*).
    @inlinable
    package mutating func rearrange(by update: ListUpdate, along map: PositionMap? = nil) {
        precondition(update.oldCount == count, "PagedArray: the update is of a list with another count")
        #if PAGING_FIXED_LISTS
            resize(to: count - update.removed.count)
            resize(to: update.newCount)
        #else
            rearrangeAnywhere(by: update, along: map)
        #endif
        precondition(update.newCount == count, "PagedArray: the update's counts do not add up")
    }

    @inlinable
    mutating func rearrangeAnywhere(by update: ListUpdate, along map: PositionMap?) {
        let edits = update.removed.ranges.count + update.inserted.ranges.count
        if update.moves.isEmpty, edits <= 8 {
            for range in update.removed.ranges.reversed() {
                remove(range)
            }
            for range in update.inserted.ranges {
                insertPlaceholders(range.count, at: range.lowerBound)
            }
        } else if update.moves.count == 1, edits == 0 {
            move(update.moves[0].from..<update.moves[0].from + 1, to: update.moves[0].to)
        } else {
            // Editing shifts the directory each time; with many edits it is cheaper to rebuild it.
            rebuild(by: update, along: map ?? update.positionMap)
        }
    }

    @inlinable
    mutating func rebuild(by update: ListUpdate, along map: PositionMap) {
        let stretches = update.stretches(along: map)
        var result = RunDirectory<Item>()
        var unnumbered: [Range<Int>] = []
        var position = 0
        for (index, stretch) in stretches.enumerated() {
            switch stretch {
            case .old(let range):
                result.append(range, of: directory)
                position += range.count
            case .new(let number):
                let last = result.runCount - 1
                let left = last >= 0 ? result.bases[last] + (result.length(of: last) - 1) : nil
                // The following slot only matters to a new slot beside the lowest identity, and those are rare here.
                let right = index < stretches.count - 1 ? identities.nextAbove : nil
                if let base = identities.take(number, between: left, and: right) {
                    result.appendRun([], base: base, length: number)
                } else {
                    unnumbered.append(position..<position + number)
                }
                position += number
            }
        }
        result.refit()
        directory = result
        identities.ascends = identities.ascends && update.moves.isEmpty
        loadedSlots = directory.loadedCount(of: 0..<directory.runCount)
        for range in unnumbered {
            insertPlaceholders(range.count, at: range.lowerBound)
        }
    }

    /// Sets every slot of a range to a closure's results, a stretch of items or placeholders at a time.
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
