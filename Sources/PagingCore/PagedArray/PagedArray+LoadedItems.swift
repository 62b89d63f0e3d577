extension PagedArray {
    /// The items of a ``PagedArray`` with their positions, in order.
    @frozen @usableFromInline
    package struct LoadedItems: Sequence {
        @usableFromInline let directory: RunDirectory<Item>
        @usableFromInline let count: Int

        @inlinable
        init(_ directory: RunDirectory<Item>, count: Int) {
            self.directory = directory
            self.count = count
        }

        /// The number of items.
        @inlinable
        package var underestimatedCount: Int { count }

        /// An iterator that starts at the first item.
        @inlinable
        package func makeIterator() -> Iterator { Iterator(directory) }

        /// Iterates over the items of a ``PagedArray``, skipping placeholders a run at a time.
        @frozen @usableFromInline
        package struct Iterator: IteratorProtocol {
            @usableFromInline let directory: RunDirectory<Item>
            @usableFromInline var run = 0
            @usableFromInline var offset = 0

            @inlinable
            init(_ directory: RunDirectory<Item>) {
                self.directory = directory
            }

            /// The next item and its position, or `nil` at the end.
            ///
            /// - Complexity: amortized O(1) over a whole iteration of O(*runs* + ``PagedArray/loadedCount``).
            @inlinable
            package mutating func next() -> (position: Int, item: Item)? {
                while run < directory.runCount {
                    if offset < directory.buffers[run].count {
                        defer { offset += 1 }
                        return (directory.starts[run] + offset, directory.buffers[run][offset])
                    }
                    run += 1
                    offset = 0
                }
                return nil
            }
        }
    }

    /// The items with their positions, in order.
    ///
    /// - Complexity: O(1); iterating over them is O(*runs* + ``loadedCount``), whatever ``count`` is.
    @inlinable
    package var loadedItems: LoadedItems { LoadedItems(directory, count: loadedCount) }
}

extension PagedArray.LoadedItems: Sendable where Item: Sendable {}
extension PagedArray.LoadedItems.Iterator: Sendable where Item: Sendable {}
