extension RunDirectory {
    /// The run that holds a position, which must be in the list.
    ///
    /// - Complexity: O(log *n*) in the number of runs; O(1) where they are of equal length.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #else
        @inline(__always)
    #endif
    @inlinable
    func run(at position: Int) -> Int {
        // The bound is applied before the conversion, which would trap on what does not fit.
        let guess = Int(min(Double(position) * runsPerSlot, Double(runCount - 1)))
        if starts[guess] <= position, position < starts[guess + 1] {
            return guess
        }
        return run(at: position, missedBy: guess)
    }

    /// Searches outwards from a guess in growing steps, then in between.
    @inlinable
    @inline(never)
    func run(at position: Int, missedBy guess: Int) -> Int {
        var low = guess
        var high = guess + 1
        var step = 1
        while starts[low] > position {
            high = low
            low = max(0, low - step)
            step *= 2
        }
        while starts[high] <= position {
            low = high
            high = min(runCount, high + step)
            step *= 2
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// Adjusts the guess that lookups begin with to the runs there are now.
    @inlinable
    mutating func refit() {
        // The last run is left out: it is often shorter than the others, and would bend the line that they lie on.
        let last = runCount - 1
        runsPerSlot = last > 0 && starts[last] > 0 ? Double(last) / Double(starts[last]) : 0
    }
}
