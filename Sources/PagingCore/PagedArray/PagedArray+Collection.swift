extension PagedArray: RandomAccessCollection, MutableCollection {
    /// Always 0.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of slots.
    @inlinable
    public var endIndex: Int { count }

    /// The number of slots, loaded or not.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var count: Int { directory.slotCount }

    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #else
        @inline(__always)
    #endif
    @inlinable
    func item(at position: Int) -> Item? {
        precondition(position >= 0 && position < count, "PagedArray: position out of range")
        let run = directory.run(at: position)
        let offset = position - directory.starts[run]
        return offset < directory.buffers[run].count ? directory.buffers[run][offset] : nil
    }

    /// The item at a position, or `nil` for a placeholder. Setting `nil` makes it a placeholder.
    ///
    /// - Parameter position: at least 0 and below ``count``.
    /// - Complexity: reading is O(log *runs*), and O(1) in a list filled without edits. Writing is O(1) more for a slot that stays loaded, and
    ///   O(*runs*) for one that is loaded or cleared.
    @inlinable
    public subscript(position: Int) -> Item? {
        @inline(__always)
        get { item(at: position) }
        set {
            precondition(position >= 0 && position < count, "PagedArray: position out of range")
            if let newValue {
                let run = directory.run(at: position)
                let offset = position - directory.starts[run]
                if offset < directory.buffers[run].count {
                    directory.buffers[run][offset] = newValue
                } else {
                    loadedSlots += directory.write(CollectionOfOne(newValue), at: position)
                }
            } else {
                loadedSlots -= directory.unload(position..<position + 1)
            }
        }
    }
}
