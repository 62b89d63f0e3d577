internal import PagingCore

/// Estimates of the networks that the lists of this process use, by the server's name. A new list begins with the last one's measurements.
///
/// Bounded: 32 servers, each for ten minutes after its last answer, since a device changes its network.
@MainActor
struct NetworkEstimates {
    /// The estimates of the process.
    static var shared = NetworkEstimates()

    private static let mostServers = 32
    private static let longestAge = Duration.seconds(600)

    private var known: [String: (estimate: NetworkEstimate, at: ContinuousClock.Instant)] = [:]

    /// The estimate of a server's network, or `nil` if there is none, or only one that is too old.
    func estimate(of server: String, now: ContinuousClock.Instant = .now) -> NetworkEstimate? {
        guard let entry = known[server], now - entry.at <= Self.longestAge else { return nil }
        return entry.estimate
    }

    /// Notes a list's measurements.
    mutating func note(_ estimate: NetworkEstimate, of server: String, now: ContinuousClock.Instant = .now) {
        known[server] = (estimate, now)
        guard known.count > Self.mostServers, let oldest = known.min(by: { $0.value.at < $1.value.at }) else { return }
        known[oldest.key] = nil
    }
}

extension PagedList {
    /// Begins with the estimate of another list of the same server.
    func beginNetwork() {
        if let server = origin.server, let estimate = NetworkEstimates.shared.estimate(of: server) {
            machine.begin(with: estimate)
        }
    }

    /// Leaves this list's measurements to other lists of the same server.
    func noteNetwork() {
        if let server = origin.server, let estimate = machine.networkEstimate {
            NetworkEstimates.shared.note(estimate, of: server)
        }
    }
}
