/// A piece of a list's work, counted by a ``LoadLedger`` unless it is held.
///
/// Tasks started by the work carry it along, so several may be held at once, and one may outlive the work. It is off the count as long as one of
/// them is held, and for good once it has ended.
package final class LoadWork: Sendable {
    package let ledger: LoadLedger

    private struct State {
        /// The number of held tasks. Below zero for a moment, if one is resumed before it is noted.
        var holds = 0
        var hasEnded = false
    }

    private let state = Locked(State())

    fileprivate init(_ ledger: LoadLedger) { self.ledger = ledger }

    /// A task of the work waits.
    package func hold() {
        state.withLock { state in
            state.holds += 1
            if state.holds == 1, !state.hasEnded { ledger.close() }
        }
    }

    /// The task goes on.
    package func resume() {
        state.withLock { state in
            state.holds -= 1
            if state.holds == 0, !state.hasEnded { ledger.open() }
        }
    }

    /// The work is done, even if some of its tasks are left.
    package func end() {
        state.withLock { state in
            if state.holds <= 0, !state.hasEnded { ledger.close() }
            state.hasEnded = true
        }
    }
}

extension LoadLedger {
    /// Counts a piece of work from now on until its ``LoadWork/end()``.
    package func begin() -> LoadWork {
        open()
        return LoadWork(self)
    }
}
