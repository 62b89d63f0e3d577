extension PagedArray {
    /// Iterates over the slots of a ``PagedArray`` run by run.
    @frozen
    public struct Iterator: IteratorProtocol {
        @usableFromInline let starts: ContiguousArray<Int>
        @usableFromInline let buffers: ContiguousArray<ContiguousArray<Item>>
        /// The next run to enter.
        @usableFromInline var run = 0
        /// The items of the current run; empty if it is one of placeholders.
        @usableFromInline var items: ContiguousArray<Item> = []
        /// The number of slots in that run, and how many of them were returned.
        @usableFromInline var length = 0
        @usableFromInline var given = 0

        @inlinable
        init(_ directory: RunDirectory<Item>) {
            starts = directory.starts
            buffers = directory.buffers
        }

        /// The next slot's item, with an inner `nil` for a placeholder; `nil` at the end.
        ///
        /// - Complexity: O(1).
        @inlinable
        @inline(__always)
        public mutating func next() -> Item?? {
            if given == length {
                guard run < buffers.count else { return nil }
                items = buffers[run]
                length = starts[run &+ 1] &- starts[run]
                given = 0
                run &+= 1
            }
            let offset = given
            given &+= 1
            // Checked by hand: `offset` counts up from 0, and one comparison detects a placeholder as well.
            return offset < items.count ? .some(items.withUnsafeBufferPointer { $0[offset] }) : .some(nil)
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
