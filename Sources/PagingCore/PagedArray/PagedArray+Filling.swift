extension PagedArray {
    /// Puts items into slots, loaded or not. The slots keep their identities.
    ///
    /// It does not grow the list: use ``resize(to:)`` or ``fillPage(_:number:numbering:)`` for that.
    ///
    /// - Parameters:
    ///   - items: any number of items.
    ///   - position: the position of the first item. It and the last item's must be in the list.
    /// - Complexity: O(*runs* + *items*); O(log *runs* + *items*) beside items that are loaded.
    @inlinable
    public mutating func fill(_ items: some Collection<Item>, at position: Int) {
        precondition(
            position >= 0 && position <= count && items.count <= count - position,
            "PagedArray: filling beyond the list")
        loadedSlots += directory.write(items, at: position)
    }

    /// Turns slots into placeholders. The slots keep their identities.
    ///
    /// - Parameter range: positions in the list.
    /// - Complexity: O(*runs*); O(log *runs*) if no slot there is loaded.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public mutating func clear(_ range: Range<Int>) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count, "PagedArray: clearing beyond the list")
        loadedSlots -= directory.unload(range)
    }

    /// Turns every slot into a placeholder. The slots keep their identities.
    ///
    /// - Complexity: O(*runs*).
    @inlinable
    public mutating func clearAll() {
        clear(0..<count)
    }
}
