extension RunDirectory {
    /// Writes items into slots, loaded or not, and returns how many of the slots were placeholders.
    ///
    /// - Complexity: O(log *n* + *m*) in the numbers of runs and items, and O(*n*) if runs are added or removed.
    @inlinable
    mutating func write(_ items: some Collection<Item>, at position: Int) -> Int {
        var loaded = 0
        var position = position
        var rest = items[...]
        while !rest.isEmpty {
            let run = run(at: position)
            let offset = position - starts[run]
            var room = starts[run + 1] - position
            let isLoaded = isLoaded(run)
            if !isLoaded {
                let identity = bases[run] + offset
                room = min(room, Self.blockSlots - (identity & (Self.blockSlots - 1)))
            }
            let cut = rest.index(rest.startIndex, offsetBy: room, limitedBy: rest.endIndex) ?? rest.endIndex
            let part = rest[rest.startIndex..<cut]
            let length = part.count
            if isLoaded {
                buffers[run].replaceSubrange(offset..<offset + length, with: part)
            } else {
                load(part, into: run, at: position, length: length)
                loaded += length
                refit()
            }
            position += length
            rest = rest[cut...]
        }
        return loaded
    }

    /// Turns placeholders of one run and one block into loaded slots, in the run beside them where that may be.
    @inlinable
    mutating func load(_ items: some Collection<Item>, into run: Int, at lower: Int, length: Int) {
        let upper = lower + length
        let base = bases[run] + (lower - starts[run])
        let takesStart = lower == starts[run]
        let takesEnd = upper == starts[run + 1]
        let joinsLeft =
            takesStart && run > 0 && isLoaded(run - 1)
            && bases[run - 1] &+ self.length(of: run - 1) == base && Self.shareBlock(bases[run - 1], base)
        let joinsRight =
            takesEnd && run + 1 < runCount && isLoaded(run + 1)
            && base &+ length == bases[run + 1] && Self.shareBlock(base, bases[run + 1])
        switch (joinsLeft, joinsRight) {
        case (true, true):
            buffers[run - 1].append(contentsOf: items)
            buffers[run - 1].append(contentsOf: buffers[run + 1])
            closeRuns(run..<run + 2)
        case (true, false):
            buffers[run - 1].append(contentsOf: items)
            if takesEnd {
                closeRuns(run..<run + 1)
            } else {
                starts[run] = upper
                bases[run] += length
            }
        case (false, true):
            buffers[run + 1].insert(contentsOf: items, at: 0)
            starts[run + 1] = lower
            bases[run + 1] = base
            if takesStart {
                closeRuns(run..<run + 1)
            }
        case (false, false):
            var loaded = run
            if !takesStart || !takesEnd {
                // A remainder on each side is a run more; the one in front keeps its place.
                openRuns(takesStart || takesEnd ? 1 : 2, at: run + 1)
                if !takesEnd {
                    let behind = takesStart ? run + 1 : run + 2
                    starts[behind] = upper
                    bases[behind] = base &+ length
                }
                loaded = takesStart ? run : run + 1
                starts[loaded] = lower
                bases[loaded] = base
            }
            buffers[loaded] = ContiguousArray(items)
        }
    }
}
