/// The activity of the list as a whole.
extension ListMachine {
    /// `true` if a failure of rows is a failure of the whole list. That is so if the list cannot grow without them, if they are missing on
    /// screen and the network is away, or if they are shown although the server may have replaced them.
    ///
    /// - Parameter mayPass: `true` if the rows are asked for again, or may be.
    @inline(never)
    private func isOfWhole(_ failed: Range<Int>, mayPass: Bool) -> Bool {
        if failed.upperBound > rows.count, !endIsKnown { return true }
        return planner.viewports.contains { viewport in
            let rows = viewport.rows.clamped(to: failed)
            guard !rows.isEmpty else { return false }
            if mayPass, !self.rows.missingRanges(in: rows).isEmpty { return true }
            return !list.stale.isEmpty && !list.stale.intersection(PositionSet(rows)).isEmpty
        }
    }

    /// The failure of the list as a whole: of rows that are not asked for again, or that are tried again while their reader has been shown the
    /// failure.
    private var failureOfWhole: LoadFailure? {
        let setback = planner.setbacks.first { setback in
            (setback.retryAt == nil || setback.isTriedAgain)
                && (isOfWhole(setback.rows, mayPass: setback.lookAgainAt != nil || setback.isTriedAgain)
                    || setback.isExplicit && isPagedByHand)
        }
        return setback?.failure
            ?? planner.flights.first { $0.toldFailure != nil && isOfWhole($0.rows, mayPass: true) }?.toldFailure
    }

    var currentPhase: ListPhase {
        if jobs.hasAskedRefresh {
            return progress.hasPage ? .refreshing : .loading
        }
        if let failure = jobs.refreshFailure ?? comparison.patience.failure { return .failed(failure) }
        if awaitsOrder, !comparison.requests.isComparing, let failure = comparison.requests.failure {
            return .failed(failure)
        }
        if let failure = failureOfWhole { return .failed(failure) }
        let waits =
            comparison.requests.isComparing || !planner.flights.isEmpty
            || planner.setbacks.contains { $0.retryAt != nil }
        return !progress.hasPage && waits ? .loading : .idle
    }
}
