extension PagedArray {
    /// Makes the list longer, with placeholders at the end, or shorter, dropping slots at the end.
    ///
    /// Dropped slots do not come back: growing again makes new ones, with new identities.
    ///
    /// - Parameter count: the new number of slots; at least 0.
    /// - Complexity: O(*dropped runs*), amortized O(1) for growing.
    @inlinable
    public mutating func resize(to count: Int) {
        precondition(count >= 0, "PagedArray: a list cannot have fewer than no slots")
        if count < self.count {
            remove(count..<self.count)
        } else {
            insertPlaceholders(count - self.count, at: self.count)
        }
    }

    /// Inserts new placeholders before a position.
    ///
    /// - Parameters:
    ///   - number: the number of placeholders; at least 0. The list must not come to have more than `Int.max` slots.
    ///   - position: the position of the first new slot, from 0 up to ``count``.
    /// - Complexity: O(*runs* at the position and after it).
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public mutating func insertPlaceholders(_ number: Int, at position: Int) {
        precondition(position >= 0 && position <= count, "PagedArray: inserting beyond the list")
        precondition(number >= 0, "PagedArray: inserting fewer than no slots")
        precondition(number <= Int.max - count, "PagedArray: more slots than an Int counts")
        guard number > 0 else { return }
        let left = position > 0 ? slotID(at: position - 1).rawValue : nil
        let right = position < count ? slotID(at: position).rawValue : nil
        if let base = identities.take(number, between: left, and: right) {
            directory.insertPlaceholders(number, at: position, base: base)
        } else {
            insertReusing(number, at: position)
        }
    }

    /// Inserts new slots with items before a position.
    ///
    /// - Parameters:
    ///   - items: any number of items.
    ///   - position: the position of the first new slot, from 0 up to ``count``.
    /// - Complexity: O(*runs* at the position and after it + *items*).
    @inlinable
    public mutating func insert(_ items: some Collection<Item>, at position: Int) {
        insertPlaceholders(items.count, at: position)
        fill(items, at: position)
    }

    /// Removes slots. Their identities are not used again.
    ///
    /// - Parameter range: positions in the list.
    /// - Complexity: O(*runs* in the range and after it).
    @inlinable
    public mutating func remove(_ range: Range<Int>) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count, "PagedArray: removing beyond the list")
        loadedSlots -= directory.remove(range)
        if directory.runCount == 0 {
            identities.ascends = true
        }
    }

    /// Moves slots to another position. They keep their identities and items.
    ///
    /// - Parameters:
    ///   - range: positions in the list.
    ///   - destination: the position of the first moved slot in the result, from 0 up to `count - range.count`.
    /// - Complexity: O(*runs* from the first slot that changes its position).
    @inlinable
    public mutating func move(_ range: Range<Int>, to destination: Int) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count, "PagedArray: moving from beyond the list")
        precondition(
            destination >= 0 && destination <= count - range.count, "PagedArray: moving beyond the list")
        guard !range.isEmpty, destination != range.lowerBound else { return }
        directory.move(range, to: destination)
        identities.ascends = false
    }
}
