extension RunDirectory {
    /// Makes room for runs before a run. The caller sets their starts, bases and buffers.
    @inlinable
    mutating func openRuns(_ count: Int, at run: Int) {
        starts.replaceSubrange(run..<run, with: repeatElement(0, count: count))
        bases.replaceSubrange(run..<run, with: repeatElement(0, count: count))
        buffers.replaceSubrange(run..<run, with: repeatElement([], count: count))
    }

    /// Removes runs. The slots between the run before and the run after belong to the run before.
    @inlinable
    mutating func closeRuns(_ runs: Range<Int>) {
        starts.removeSubrange(runs)
        bases.removeSubrange(runs)
        buffers.removeSubrange(runs)
    }

    /// Moves every run from `run` on, and the end of the list, by a number of slots.
    @inlinable
    mutating func shift(from run: Int, by slots: Int) {
        starts.withUnsafeMutableBufferPointer { starts in
            for index in run..<starts.count {
                starts[index] &+= slots
            }
        }
    }

    /// Splits the run at a position, so that a run begins there, and returns that run.
    ///
    /// It leaves canonical form; ``joinRuns(_:)`` over the boundary restores it.
    @inlinable
    mutating func split(at position: Int) -> Int {
        if position == slotCount {
            return runCount
        }
        let run = run(at: position)
        let offset = position - starts[run]
        if offset == 0 {
            return run
        }
        openRuns(1, at: run + 1)
        starts[run + 1] = position
        bases[run + 1] = bases[run] + offset
        if isLoaded(run) {
            buffers[run + 1] = ContiguousArray(buffers[run][offset...])
            buffers[run].removeSubrange(offset...)
            trim(run)
        }
        return run + 1
    }

    /// Releases the spare capacity of a buffer that is much too large, so that evicting items frees memory.
    @inlinable
    mutating func trim(_ run: Int) {
        let items = buffers[run]
        if items.capacity > 16, items.count < items.capacity / 4 {
            buffers[run] = ContiguousArray(items[...])
        }
    }

    /// Merges neighbors that could be one run, at the boundary before each of the given runs.
    ///
    /// - Complexity: O(*n*) in the number of runs given, and in the number of runs behind them if any were merged.
    @inlinable
    mutating func joinRuns(_ boundaries: ClosedRange<Int>) {
        let first = max(1, boundaries.lowerBound)
        let last = min(runCount - 1, boundaries.upperBound)
        guard first <= last else { return }
        var kept = first - 1
        for run in first...last {
            if canJoin(kept, run) {
                if isLoaded(run) {
                    buffers[kept].append(contentsOf: buffers[run])
                }
            } else {
                kept += 1
                if kept != run {
                    starts[kept] = starts[run]
                    bases[kept] = bases[run]
                    buffers.swapAt(kept, run)
                }
            }
        }
        if kept < last {
            closeRuns(kept + 1..<last + 1)
        }
    }

    /// `true` if a run and the next one kept after it could be one.
    @inlinable
    func canJoin(_ run: Int, _ next: Int) -> Bool {
        let isLoaded = isLoaded(run)
        return bases[run] &+ (starts[next] - starts[run]) == bases[next]
            && isLoaded == self.isLoaded(next)
            && (!isLoaded || Self.shareBlock(bases[run], bases[next]))
    }

    /// Swaps two neighboring groups of runs, `first..<middle` and `middle..<end`.
    ///
    /// It leaves canonical form at the three boundaries.
    @inlinable
    mutating func exchangeRuns(_ first: Int, _ middle: Int, _ end: Int) {
        let leading = starts[middle] - starts[first]
        let trailing = starts[end] - starts[middle]
        starts.withUnsafeMutableBufferPointer { starts in
            for run in first..<middle { starts[run] &+= trailing }
            for run in middle..<end { starts[run] &-= leading }
        }
        Self.exchange(first, middle, end, in: &starts)
        Self.exchange(first, middle, end, in: &bases)
        Self.exchange(first, middle, end, in: &buffers)
    }

    /// Removes the smaller group and inserts it behind or before the other one.
    @inlinable
    static func exchange<Part>(_ first: Int, _ middle: Int, _ end: Int, in parts: inout ContiguousArray<Part>) {
        let isFirst = middle - first <= end - middle
        let smaller = isFirst ? first..<middle : middle..<end
        let group = ContiguousArray(parts[smaller])
        parts.removeSubrange(smaller)
        parts.insert(contentsOf: group, at: isFirst ? end - group.count : first)
    }
}
