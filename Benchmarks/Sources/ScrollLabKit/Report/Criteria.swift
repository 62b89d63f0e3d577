import PagingTesting

/// The standard for this library: the best of its peers on the same trace, under the same conditions.
///
/// 1. *Placeholders*: no more placeholder row-milliseconds than the best peer has.
/// 2. *Settle*: the longest settle is no longer than the shortest one of any peer.
/// 3. *Requests*: no more than 1.2 times the fewest of those peers whose placeholder row-milliseconds are within 5% of the
///    best peer's, and one for the first load, which is asked for in two; on `drag` never more than 4, on `thumb-search` never
///    more than 8, the network being reliable or not.
/// 4. *Landings*: where the platform tells where scrolling ends and nothing is left to chance, no placeholder but those
///    of the first load. This is asked on the field notes' traces; a fling may be so fast that even what is asked for with
///    its first frame comes too late, and then the best peer is the measure.
struct Criteria {
    /// One figure against its bound.
    struct Check {
        var name: String
        var value: Double
        var bound: Double
        /// Whose figure the bound comes from.
        var reason: String

        /// Sums of frame times differ in the last bits.
        var isMet: Bool { value <= bound + 0.5 }
        /// By how much the bound is missed, 1 for just met.
        var excess: Double { isMet ? 1 : value / max(bound, 1) }
    }

    /// The least share of a reliable figure that "coming near the best" allows: 5%.
    private static let nearness = 1.05
    /// How far chance may move a mean over 200 seeds: the same policy differs by that from one 200 to the next.
    private static let luck = 1.02
    /// How many times a good peer's requests may be used.
    private static let requestFactor = 1.2
    /// The most requests ever, by kind of trace.
    private static let caps = ["drag": 4.0, "thumb-search": 8.0]

    let trace: NamedTrace
    let experiment: Experiment
    let checks: [Check]

    init(_ experiment: Experiment, on trace: NamedTrace) {
        (self.experiment, self.trace) = (experiment, trace)
        let ours = experiment.figures(.paging, on: trace)
        let peers = PolicyName.peers.map { ($0.title, experiment.figures($0, on: trace)) }
        var checks: [Check] = []

        // The n-th request of one policy meets the fate of another's: means of who asks more often differ by luck.
        let luck = experiment.network.isRandom ? Self.luck : 1
        let best = Self.least(peers) { $0.rowMilliseconds }
        checks.append(Check(name: "row-ms", value: ours.rowMilliseconds, bound: best.value * luck, reason: best.title))
        let settle = Self.least(peers) { $0.longestSettle }
        checks.append(
            Check(name: "settle", value: ours.longestSettle, bound: settle.value * luck, reason: settle.title))
        let good = peers.filter { $0.1.rowMilliseconds <= best.value * Self.nearness }
        let fewest = Self.least(good) { $0.requests }
        // A count is whole; a mean over seeds is not.
        var bound = fewest.value * Self.requestFactor
        if !experiment.network.isRandom { bound = bound.rounded(.down) }
        bound += 1
        var reason = fewest.title
        if let cap = Self.cap(for: trace.name), cap < bound { (bound, reason) = (cap, "the cap") }
        checks.append(Check(name: "requests", value: ours.requests, bound: bound, reason: reason))
        let hasLandings = trace.trace.frames.contains { $0.landingRow != nil }
        if !experiment.network.isRandom, hasLandings, TraceFiles.fieldNames.contains(trace.name) {
            checks.append(
                Check(
                    name: "landing", value: ours.rowMilliseconds,
                    bound: Self.firstLoad(of: trace.trace, latency: experiment.network.latency), reason: "first load"))
        }
        self.checks = checks
    }

    private static func cap(for name: String) -> Double? {
        // Generated traces are called by their family and a number.
        caps.first { name == $0.key || name.hasPrefix($0.key + "-") }?.value
    }

    private static func least(
        _ peers: [(String, Figures)], _ figure: (Figures) -> Double
    ) -> (title: String, value: Double) {
        let value = peers.map { figure($0.1) }.min() ?? .infinity
        return (peers.first { figure($0.1) == value }?.0 ?? "", value)
    }

    /// The placeholder row-milliseconds until the very first answer can be there.
    static func firstLoad(of trace: ScrollTrace, latency: Double) -> Double {
        trace.frames.indices.reduce(0) { sum, index in
            guard trace.frames[index].milliseconds < latency else { return sum }
            return sum + Double(trace.rows(of: trace.frames[index]).count) * trace.span(ofFrame: index)
        }
    }

    var isMet: Bool { checks.allSatisfy(\.isMet) }

    /// The conditions under which the criteria are to hold: page 50, four networks.
    static let experiments = [
        Experiment(),
        Experiment(network: NetworkModel(latency: 50)),
        Experiment(network: NetworkModel(latency: 800)),
        Experiment(network: NetworkModel(latency: 200, jitter: 150, loss: 0.02), seeds: 200),
    ]
}
