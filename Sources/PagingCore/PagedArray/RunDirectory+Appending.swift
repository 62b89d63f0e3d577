extension RunDirectory {
    /// Appends slots of another directory. Whole runs share their buffers with it.
    ///
    /// - Complexity: O(log *n* + *m*) in the numbers of runs of the other and of those in the range.
    @inlinable
    mutating func append(_ range: Range<Int>, of other: RunDirectory) {
        guard !range.isEmpty else { return }
        var run = other.run(at: range.lowerBound)
        var position = range.lowerBound
        while position < range.upperBound {
            let offset = position - other.starts[run]
            let end = min(range.upperBound, other.starts[run + 1])
            let base = other.bases[run] + offset
            if end - position == other.length(of: run) || !other.isLoaded(run) {
                appendRun(other.buffers[run], base: base, length: end - position)
            } else {
                let items = ContiguousArray(other.buffers[run][offset..<offset + (end - position)])
                appendRun(items, base: base, length: end - position)
            }
            position = end
            run += 1
        }
    }

    /// Appends a run, merging it with the last one if the two could be one.
    @inlinable
    mutating func appendRun(_ items: ContiguousArray<Item>, base: Int, length: Int) {
        let end = slotCount
        let last = runCount - 1
        if last >= 0, bases[last] &+ self.length(of: last) == base, isLoaded(last) == !items.isEmpty,
            items.isEmpty || Self.shareBlock(bases[last], base)
        {
            if !items.isEmpty {
                buffers[last].append(contentsOf: items)
            }
            starts[last + 1] = end + length
        } else {
            starts.append(end + length)
            bases.append(base)
            buffers.append(items)
        }
    }
}
