@testable import PagingCore
import PagingTesting

/// The conditions under which traces are played.
public struct Experiment: Hashable, Sendable {
    /// The network that answers come over.
    public var network = NetworkModel()
    /// Rows a page has.
    public var pageSize = 50
    /// The first seed.
    public var seed: UInt64 = 1
    /// Over how many seeds, counted up from the first one, figures are means.
    public var seeds = 1
    /// Whether a list begins with what another list of the same server learned of the network, which read on before it.
    public var knowsNetwork = false

    /// Makes an experiment under the field notes' conditions: latency 200 ms, page 50, nothing left to chance.
    public init(
        network: NetworkModel = NetworkModel(), pageSize: Int = 50, seed: UInt64 = 1, seeds: Int = 1,
        knowsNetwork: Bool = false
    ) {
        self.network = network
        self.pageSize = pageSize
        self.seed = seed
        self.seeds = seeds
        self.knowsNetwork = knowsNetwork
    }

    /// Plays a trace once.
    ///
    /// - Parameter seed: the seed; the experiment's first one where none is given.
    public func run(_ policy: PolicyName, on trace: NamedTrace, seed: UInt64? = nil) -> ScrollRun {
        let seed = seed ?? self.seed
        let learned = knowsNetwork ? learned(by: policy, seed: seed) : nil
        return play(policy, on: trace.trace, seed: seed, network: LearnedNetwork(learned))
    }

    /// The estimate of a list whose reader swiped through the network before.
    private func learned(by policy: PolicyName, seed: UInt64) -> NetworkEstimate? {
        let network = LearnedNetwork()
        _ = play(policy, on: TraceFamily.swipes.trace(seed: 1), seed: seed, network: network)
        return network.estimate
    }

    private func play(
        _ policy: PolicyName, on trace: ScrollTrace, seed: UInt64, network learned: LearnedNetwork
    ) -> ScrollRun {
        ScrollPlayer.play(
            trace, policy: { policy.make(pageSize: pageSize, seed: seed, network: learned) }, network: network,
            pageSize: pageSize, seed: seed)
    }

    /// Plays a trace with every seed.
    public func figures(_ policy: PolicyName, on trace: NamedTrace) -> Figures {
        // Where nothing is left to chance all seeds are the same.
        let count = network.isRandom ? UInt64(max(1, seeds)) : 1
        return Figures((0..<count).map { run(policy, on: trace, seed: seed &+ $0) })
    }
}
