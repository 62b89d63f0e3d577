extension PagedArray {
    /// The identity of the slot at a position.
    ///
    /// - Parameter position: at least 0 and below ``count``.
    /// - Complexity: O(log *runs*), and O(1) in a list filled without edits. Only the directory is accessed.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public func slotID(at position: Int) -> SlotID {
        precondition(position >= 0 && position < count, "PagedArray: position out of range")
        let run = directory.run(at: position)
        return SlotID(rawValue: directory.bases[run] + (position - directory.starts[run]))
    }

    /// Calls a closure with the identity of each slot of a range, in order.
    ///
    /// - Parameter range: positions in the list.
    /// - Complexity: O(log *runs* + *slots* in the range).
    @inlinable
    func forEachSlotID(in range: Range<Int>, _ body: (_ position: Int, _ id: SlotID) -> Void) {
        guard !range.isEmpty else { return }
        var run = directory.run(at: range.lowerBound)
        for position in range {
            while directory.starts[run + 1] <= position { run += 1 }
            body(position, SlotID(rawValue: directory.bases[run] + (position - directory.starts[run])))
        }
    }

    /// Calls a closure with each item of a range, its position and its slot's identity, in order.
    ///
    /// - Parameters:
    ///   - range: any range; positions outside the list hold no items.
    ///   - body: called once for each item.
    /// - Throws: the closure's error, which ends the iteration.
    /// - Complexity: O(log *runs* + *runs* and *items* in the range).
    @inlinable
    package func forEachLoaded<Failure: Error>(
        in range: Range<Int>, _ body: (_ position: Int, _ item: Item, _ id: SlotID) throws(Failure) -> Void
    ) throws(Failure) {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        var run = directory.run(at: range.lowerBound)
        while run < directory.runCount, directory.starts[run] < range.upperBound {
            if directory.isLoaded(run) {
                let (start, base) = (directory.starts[run], directory.bases[run])
                for position in (start..<directory.starts[run + 1]).clamped(to: range) {
                    let offset = position - start
                    try body(position, directory.buffers[run][offset], SlotID(rawValue: base + offset))
                }
            }
            run += 1
        }
    }

    /// Inserts placeholders after all identities have been given, reusing identities that no slot has now.
    ///
    /// This only happens with a server that counts in quintillions (or in billions, if `Int` has 32 bits), and must not stop the program.
    @usableFromInline
    mutating func insertReusing(_ number: Int, at position: Int) {
        guard number > 0 else { return }
        identities.exhaust()
        for run in -1..<directory.runCount {
            // The free identities are those behind a run, up to the next run in order of identity.
            let free = run < 0 ? Int.min : directory.bases[run] + directory.length(of: run)
            var next = Int.max
            for base in directory.bases where base >= free { next = Swift.min(next, base) }
            if UInt(bitPattern: next &- free) >= UInt(number) {
                directory.insertPlaceholders(number, at: position, base: free)
                return
            }
        }
        // No gap is wide enough. Half of the slots need a gap half as wide, and a single slot always finds one.
        insertReusing(number / 2, at: position)
        insertReusing(number - number / 2, at: position)
    }
}
