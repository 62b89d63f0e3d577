import PagingTesting

/// The fewest placeholder row-milliseconds that any policy can have on a trace, one that knows the trace included.
///
/// The bound is for policies with at most *k* requests under way, each for at most *s* neighboring rows, on a network
/// whose answers take at least the latency *L*. The bound is found by asking how much could at best be gained:
///
/// - With nothing loaded every row of every frame is a placeholder: that is the total.
/// - A request answered at time *t* was asked for at *t* − *L* or before, and each of the *k* places serves one request
///   after another. So by time *j·L* at most *j·k* requests are answered, and who asks for everything as early as
///   possible (it knows the trace) has them at *L*, *2L*, … : rounds of *k* answers. To have an answer earlier never costs.
/// - The list is cut into blocks of *s* rows. A request's rows touch two of them at most; letting each answer bring two
///   whole blocks, which need not be neighbors, can only help.
/// - A block that is there from round *j* on gains its rows on screen times the frames' spans, over all frames from then
///   on; blocks do not overlap, so gains add up. The most that blocks can gain, each in one round, 2*k* to a round, is an
///   assignment, solved exactly.
///
/// Total less gain is no more than what any such policy shows. Jitter, losses and a limited bandwidth only make things
/// worse, and answers that come at the very moment of a frame are taken as in time, so it is a bound for them too. It is
/// not always reached: two blocks an answer is generous where rows on screen are far apart.
struct Clairvoyant {
    /// Rows that a request asks for at most: four pages, which is what the library's planner takes for its limit, and no
    /// less than the peers' largest, a screen and the rows or pages around it.
    static func requestRows(on trace: ScrollTrace, pageSize: Int) -> Int {
        let tallest = trace.frames.reduce(trace.viewportRows) { max($0, $1.viewportRows ?? 0) }
        return max(4 * pageSize, tallest + 2 * pageSize, tallest + 2 * HighTable.padding, ItemCacheManager.batch)
    }

    private let total: Double
    /// For each block that is ever on screen, what it gains when it comes with round 1, 2, … .
    private let gains: [[Double]]

    /// - Parameters:
    ///   - trace: what the reader does.
    ///   - latency: the least time from asking to having, in milliseconds.
    ///   - requestRows: rows a request may ask for at most.
    init(_ trace: ScrollTrace, latency: Double, requestRows: Int) {
        let last = trace.frames[trace.frames.count - 1].milliseconds
        // Without latency all is there at once: a single round, at time 0.
        func round(at time: Double) -> Int { latency > 0 ? Int(time / latency) : 1 }
        let rounds = round(at: last)
        var total = 0.0
        var gains: [Int: [Double]] = [:]
        for (index, frame) in trace.frames.enumerated() {
            let rows = trace.rows(of: frame)
            let span = trace.span(ofFrame: index)
            total += Double(rows.count) * span
            let round = round(at: frame.milliseconds)
            guard round > 0, !rows.isEmpty else { continue }
            for block in rows.lowerBound / requestRows...(rows.upperBound - 1) / requestRows {
                let part = rows.clamped(to: block * requestRows..<(block + 1) * requestRows)
                gains[block, default: Array(repeating: 0, count: rounds)][round - 1] += Double(part.count) * span
            }
        }
        self.total = total
        // A round's gain is its own and that of all later ones.
        self.gains = gains.keys.sorted().map { block in
            var sums = gains[block] ?? []
            for round in sums.indices.dropLast().reversed() { sums[round] += sums[round + 1] }
            return sums
        }
    }

    /// The bound, in row-milliseconds.
    ///
    /// - Parameter inFlight: the most requests under way at once.
    func bound(inFlight: Int) -> Double {
        guard let rounds = gains.first?.count, rounds > 0 else { return total }
        let capacity = min(2 * max(1, inFlight), gains.count)
        // A round with room for all serves all.
        if capacity == gains.count { return max(0, total - gains.reduce(0) { $0 + $1[0] }) }
        // Rounds beyond those that could serve every block are never needed: an earlier one gains no less.
        let useful = min(rounds, (gains.count + capacity - 1) / capacity)
        let columns = useful * capacity
        let gain = Assignment.most(rows: gains.count, columns: columns) { gains[$0][$1 / capacity] }
        return max(0, total - gain)
    }
}
