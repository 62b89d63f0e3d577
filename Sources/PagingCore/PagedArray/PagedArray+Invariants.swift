extension PagedArray {
    /// Stops the program if the directory is not in canonical form, or counts or identities are wrong.
    ///
    /// Does nothing in release builds.
    ///
    /// - Complexity: O(*runs* log *runs*).
    package func checkInvariants() {
        #if DEBUG
            directory.checkInvariants()
            precondition(
                loadedSlots == directory.loadedCount(of: 0..<directory.runCount),
                "PagedArray: items are counted wrongly")
            let order = (0..<directory.runCount).sorted { directory.bases[$0] < directory.bases[$1] }
            for (one, other) in zip(order, order.dropFirst()) {
                precondition(
                    directory.bases[one] + directory.length(of: one) <= directory.bases[other],
                    "PagedArray: two slots have one identity")
            }
            if let first = order.first, let last = order.last {
                precondition(identities.lowest <= directory.bases[first], "PagedArray: an identity was not given")
                precondition(
                    directory.bases[last] + directory.length(of: last) <= identities.nextAbove,
                    "PagedArray: an identity was not given")
            }
            precondition(
                !identities.ascends || order.elementsEqual(0..<directory.runCount),
                "PagedArray: identities do not ascend")
        #endif
    }
}

extension RunDirectory {
    /// Stops the program if the directory is not in canonical form. Does nothing in release builds.
    func checkInvariants() {
        #if DEBUG
            precondition(
                bases.count + 1 == starts.count && buffers.count == bases.count,
                "RunDirectory: the arrays differ in length")
            precondition(starts[0] == 0, "RunDirectory: the first run does not start at 0")
            precondition(runsPerSlot >= 0 && runsPerSlot <= 1, "RunDirectory: the guess is out of bounds")
            for run in 0..<runCount {
                precondition(length(of: run) > 0, "RunDirectory: run \(run) is empty")
                if isLoaded(run) {
                    precondition(buffers[run].count == length(of: run), "RunDirectory: run \(run) lacks items")
                    precondition(
                        Self.shareBlock(bases[run], bases[run] + length(of: run) - 1),
                        "RunDirectory: run \(run) crosses a block")
                }
                precondition(run == 0 || !canJoin(run - 1, run), "RunDirectory: run \(run) belongs to the one before")
            }
        #endif
    }
}
