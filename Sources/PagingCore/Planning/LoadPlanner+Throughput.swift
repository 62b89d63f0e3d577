/// The number of rows to request at once.
///
/// An answer counts when all of it has arrived, and simultaneous answers share the network. So rows added to a request make the reader wait
/// longer; if rows take time, their number is bounded.
extension LoadPlanner {
    /// How much longer a page may take for the rows added to it: a quarter, which is just noticeable.
    private static let shareForMore = 0.25

    /// Milliseconds above which an answer is slower than distance alone explains: twice what is usual on mobile networks.
    private static let slow = 2 * LatencyEstimator.guess

    /// The most rows in one request: at least a page, whatever a shorter answer suggested.
    @inline(never)
    var largestRequest: Int {
        max(policy.pageSize, min(answerLimit ?? policy.maximumRequestSize, policy.maximumRequestSize))
    }

    /// The most rows that one answer can certainly hold, going by shorter answers so far.
    var largestAnswer: Int { min(largestRequest, answerLimit ?? largestRequest) }

    /// The most rows that may be under way at once without any of them being late, or `nil` for any number.
    @inline(never)
    private var window: Int? {
        let row = latency.timeOfRow
        guard row > 0 else { return nil }
        let page = Double(policy.pageSize)
        let more = latency.time(forRows: page) * Self.shareForMore / row
        return Int(min(page + more, Double(Limits.rowsPerRequest)))
    }

    /// Updates the estimates for the next plan.
    mutating func updateEstimates() {
        budget = mostItems
        blockSize = wholePages
        answerTime = latency.time(forRows: Double(blockSize))
    }

    /// The most rows of one request, in whole pages, that do not make the reader wait.
    private var wholePages: Int {
        guard policy.preloads else { return policy.pageSize }
        guard let window, window < largestRequest else { return largestRequest }
        return max(1, window / policy.pageSize) * policy.pageSize
    }

    /// `true` if rows on screen are requested alone, and the rows around them in another request: if rows take time, or that is not known yet.
    /// On a fast network both come at once. On a slow one the screen comes first, and the two sizes show how long a row takes.
    func asksScreenAlone(_ reach: Reach) -> Bool {
        guard policy.preloads, reach.isRandom, reach.isDivisible else { return false }
        guard latency.isKnown else { return true }
        return window.map { $0 < largestRequest } ?? false
    }

    /// When to ask for the rows around the first screen, in a list of unknown length that the reader does not scroll yet: by then a short list
    /// is completely known. `nil` if there is no reason to wait.
    func preloadsFrom(_ reach: Reach, beside plan: LoadPlan, now: Instant) -> Instant? {
        guard reach.isDivisible, reach.isRandom, !reach.endIsKnown, !latency.isKnown else { return nil }
        for viewport in viewports where viewport.landing != nil || viewport.course(at: now) != .still { return nil }
        let first = flights.first.map { $0.askedAt } ?? (plan.asks.isEmpty ? nil : now)
        return first?.advanced(byMilliseconds: LatencyEstimator.guess / 2)
    }

    /// The number of rows in the next request. If answers are slow and were all of one size, it is unknown if smaller ones would come sooner; a
    /// few that are smaller by a quarter show it.
    var nextBlockSize: Int {
        let size = blockSize
        guard latency.hasMeasured, latency.mean > Self.slow, !latency.knowsTimeOfRow, size == largestRequest
        else { return size }
        return max(1, size * 3 / 4 / policy.pageSize) * policy.pageSize
    }

    /// `true` if a request can be under way beside the others without making them late, or late itself.
    @inline(never)
    func fits(_ rows: Range<Int>, beside plan: LoadPlan, now: Instant) -> Bool {
        guard let window, window < largestRequest else { return true }
        var others = plan.asks.reduce(0) { $0 + $1.rows.count }
        for flight in flights where !isOverdue(flight, now: now) { others += flight.rows.count }
        return others == 0 || others + rows.count <= window
    }
}
