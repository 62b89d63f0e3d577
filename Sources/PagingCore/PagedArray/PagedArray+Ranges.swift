extension PagedArray {
    /// The positions of all items.
    ///
    /// - Complexity: O(*runs*), whatever ``count`` is.
    @inlinable
    public var loadedRanges: PositionSet { ranges(in: 0..<count, areLoaded: true) }

    /// The positions of the items in a range.
    ///
    /// - Parameter range: any range; positions outside the list count neither as loaded nor as missing.
    /// - Complexity: O(log *runs* + *runs* in the range).
    @inlinable
    public func loadedRanges(in range: Range<Int>) -> PositionSet { ranges(in: range, areLoaded: true) }

    /// The positions of the placeholders in a range.
    ///
    /// - Parameter range: any range; positions outside the list count neither as loaded nor as missing.
    /// - Complexity: O(log *runs* + *runs* in the range).
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public func missingRanges(in range: Range<Int>) -> PositionSet { ranges(in: range, areLoaded: false) }

    /// The loaded stretches in a range, or the missing ones.
    @inlinable
    func ranges(in range: Range<Int>, areLoaded: Bool) -> PositionSet {
        var ranges = PositionSet()
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return ranges }
        var run = directory.run(at: range.lowerBound)
        while run < directory.runCount, directory.starts[run] < range.upperBound {
            if directory.isLoaded(run) == areLoaded {
                ranges.append((directory.starts[run]..<directory.starts[run + 1]).clamped(to: range))
            }
            run += 1
        }
        return ranges
    }

    /// Calls a closure with each item and its position, in order.
    ///
    /// - Throws: the closure's error, which ends the iteration.
    /// - Complexity: O(*runs* + ``loadedCount``), whatever ``count`` is.
    @inlinable
    package func forEachLoaded<Failure: Error>(
        _ body: (_ position: Int, _ item: Item) throws(Failure) -> Void
    ) throws(Failure) {
        for run in 0..<directory.runCount {
            var position = directory.starts[run]
            for item in directory.buffers[run] {
                try body(position, item)
                position += 1
            }
        }
    }
}
