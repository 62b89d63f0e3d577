extension PagedArray {
    /// Puts items into slots, whether these are loaded or not. The slots keep their identities.
    ///
    /// Does not grow the list: ``resize(to:)`` does, or ``fillPage(_:number:numbering:)``.
    ///
    /// - Parameters:
    ///   - items: any number of items.
    ///   - position: where the first goes. It and the last item's must be in the list.
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
    /// - Complexity: O(*runs*); O(log *runs*) where nothing there is loaded.
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
