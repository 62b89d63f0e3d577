extension RunDirectory {
    /// Inserts placeholders with identities from `base` on before a position.
    ///
    /// - Complexity: O(*n*) in the number of runs at the position and after it.
    @inlinable
    mutating func insertPlaceholders(_ count: Int, at position: Int, base: Int) {
        let run = split(at: position)
        shift(from: run, by: count)
        openRuns(1, at: run)
        starts[run] = position
        bases[run] = base
        joinRuns(run...run + 1)
        refit()
    }

    /// Removes slots, and returns how many of them were loaded.
    ///
    /// - Complexity: O(*n*) in the number of runs in the range and after it.
    @inlinable
    mutating func remove(_ range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        let first = split(at: range.lowerBound)
        let end = split(at: range.upperBound)
        let unloaded = loadedCount(of: first..<end)
        closeRuns(first..<end)
        shift(from: first, by: -range.count)
        joinRuns(first...first)
        refit()
        return unloaded
    }

    /// Moves slots so that the first of them is at a given position of the result.
    ///
    /// - Complexity: O(*n*) in the number of runs from the first slot that changes its position.
    @inlinable
    mutating func move(_ range: Range<Int>, to destination: Int) {
        guard !range.isEmpty, destination != range.lowerBound else { return }
        // Either way two neighboring stretches change places: the moved slots and the slots that they pass.
        let first = split(at: min(range.lowerBound, destination))
        let middle = split(at: destination < range.lowerBound ? range.lowerBound : range.upperBound)
        let end = split(at: max(range.upperBound, destination + range.count))
        exchangeRuns(first, middle, end)
        // The last boundary first, so that the others keep their runs.
        for boundary in [end, first + end - middle, first] { joinRuns(boundary...boundary) }
        refit()
    }

    /// Turns slots into placeholders, and returns how many of them were loaded.
    ///
    /// - Complexity: O(log *n* + *m*) in the number of runs and of those in the range, and O(*n*) if runs are added or removed.
    @inlinable
    mutating func unload(_ range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        let holder = run(at: range.lowerBound)
        if !isLoaded(holder), range.upperBound <= starts[holder + 1] {
            return 0
        }
        let first = split(at: range.lowerBound)
        let end = split(at: range.upperBound)
        let unloaded = loadedCount(of: first..<end)
        for run in first..<end where isLoaded(run) {
            buffers[run] = []
        }
        joinRuns(first...end)
        refit()
        return unloaded
    }

    /// The number of items in some runs.
    @inlinable
    func loadedCount(of runs: Range<Int>) -> Int {
        var count = 0
        for run in runs {
            count += buffers[run].count
        }
        return count
    }
}
