internal import PagingCore

/// Reads of rows, which count as hints.
extension PagedList {
    package func noteRead(_ position: Int) {
        guard contains(position) else { return }
        let isLoaded = rows[position] != nil
        if isLoaded { hints.tally.hits += 1 } else { hints.tally.misses += 1 }
        onAccess?(position, isLoaded)
        if previous == nil, hints.window.read(position) { scheduleReads() }
    }

    /// `true` if there is a row at a position. If not, debug builds log it once a list: nothing is wrong on screen, but the view reads by
    /// positions that are no longer the list's.
    func contains(_ position: Int) -> Bool {
        let rows = rows
        if rows.indices.contains(position) { return true }
        if !hints.hasReadPastEnd {
            hints.hasReadPastEnd = true
            DebugLog.say(
                """
                row \(position) of a list of \(rows.count) was read, and read as nil. A view that keeps positions reads them as \
                they were before the last change: go through list.slotIDs, or read list.count in the same body.
                """)
        }
        return false
    }

    /// The identity of the row at a position, which a tracked caller observes. Past the end it is `nil`, and the caller observes the length
    /// instead.
    func observedSlot(at position: Int) -> SlotID? {
        guard contains(position) else {
            _ = count
            return nil
        }
        let slot = rows.slotID(at: position)
        observers.rows.read(slot, by: .position)
        return slot
    }

    /// Reads are reported to the machine once a turn. A view that draws forty rows reports them together, and its observed state must not change
    /// while it draws.
    func scheduleReads() {
        guard !hints.arePending else { return }
        hints.arePending = true
        ledger.turn { [weak self] in self?.flushReads() }
    }

    private func flushReads() {
        hints.arePending = false
        if previous != nil { return }
        let start = rows.isEmpty ? startingPosition : 0
        apply(machine.read(serverRange(covering: hints.window.rows ?? start..<start), now: driver.time.now()))
    }
}
