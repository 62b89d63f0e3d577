extension PagedArray {
    /// Walks the slots of a ``PagedArray`` run by run.
    @frozen
    public struct Iterator: IteratorProtocol {
        @usableFromInline let directory: RunDirectory<Item>
        @usableFromInline var run = -1
        @usableFromInline var items: ContiguousArray<Item> = []
        @usableFromInline var offset = 0
        @usableFromInline var length = 0

        @inlinable
        init(_ directory: RunDirectory<Item>) {
            self.directory = directory
        }

        /// The next slot's item, `nil` inside for a placeholder; `nil` at the end.
        ///
        /// - Complexity: O(1).
        @inlinable
        public mutating func next() -> Item?? {
            if offset == length {
                guard run + 1 < directory.runCount else { return nil }
                run += 1
                items = directory.buffers[run]
                offset = 0
                length = directory.length(of: run)
            }
            defer { offset += 1 }
            return offset < items.count ? .some(items[offset]) : .some(nil)
        }
    }

    /// An iterator over all slots, in order.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(directory)
    }
}

extension PagedArray.Iterator: Sendable where Item: Sendable {}
