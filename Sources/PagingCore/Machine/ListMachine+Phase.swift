/// The activity of the list as a whole.
extension ListMachine {
    /// Whether a failure of rows is one of the list as a whole: the list cannot grow without them, they are on screen and the network is
    /// away, or they are shown although the server may have replaced them.
    private func isOfWhole(_ setback: Setback) -> Bool {
        if setback.retryAt != nil { return false }
        if setback.rows.upperBound > rows.count, !endIsKnown { return true }
        return planner.viewports.contains { viewport in
            let rows = viewport.rows.clamped(to: setback.rows)
            guard !rows.isEmpty else { return false }
            if setback.lookAgainAt != nil, !self.rows.missingRanges(in: rows).isEmpty { return true }
            return !list.stale.isEmpty && !list.stale.intersection(PositionSet(rows)).isEmpty
        }
    }

    var currentPhase: ListPhase {
        if jobs.hasAskedRefresh {
            return progress.hasPage ? .refreshing : .loading
        }
        if let failure = jobs.refreshFailure ?? comparison.patience.failure { return .failed(failure) }
        if awaitsOrder, !comparison.requests.isComparing, let failure = comparison.requests.failure {
            return .failed(failure)
        }
        if let setback = planner.setbacks.first(where: { isOfWhole($0) }) {
            return .failed(setback.failure)
        }
        let waits =
            comparison.requests.isComparing || !planner.flights.isEmpty
            || planner.setbacks.contains { $0.retryAt != nil }
        return !progress.hasPage && waits ? .loading : .idle
    }
}
