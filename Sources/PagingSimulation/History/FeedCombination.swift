package import Paging

/// A kind of list and the capabilities of the server it comes from.
package struct FeedCombination: Hashable, Sendable {
    /// The behavior that the app declares and the server keeps to.
    package var behavior: ListBehavior
    /// The server's capabilities.
    package var features: FeedFeatures

    /// Makes a combination.
    package init(_ behavior: ListBehavior, _ features: FeedFeatures) {
        (self.behavior, self.features) = (behavior, features)
    }

    /// The strategy that the library picks for it.
    package var strategy: ReconcilingStrategy {
        ReconcilingStrategy(for: behavior, capabilities: features.capabilities)
    }

    /// The behaviors by name: all twelve.
    package static let behaviors: [(name: String, behavior: ListBehavior)] = {
        let memberships: [(String, ListBehavior.Membership)] = [
            ("fixed", .fixed), ("grows", .growsOnTop), ("changes", .changes),
        ]
        var result: [(name: String, behavior: ListBehavior)] = []
        for content in [ListBehavior.Content.fixed, .changes] {
            for ranking in [ListBehavior.Ranking.stable, .rebuilt] {
                for (name, membership) in memberships {
                    let name = name + (ranking == .rebuilt ? "+rebuilt" : "") + (content == .changes ? "+content" : "")
                    result.append((name, ListBehavior(membership: membership, ranking: ranking, content: content)))
                }
            }
        }
        return result
    }()

    /// Sets of capabilities by name, from the barest server to one that can do everything.
    package static let servers: [(name: String, features: FeedFeatures)] = [
        ("offsets", [.positions, .total]),
        ("offsets-without-total", [.positions]),
        ("cursors", [.cursors]),
        ("versions", [.positions, .total, .versions]),
        ("checks", [.positions, .total, .versions, .checks]),
        ("identifiers", [.positions, .total, .identifiers]),
        ("bare-snapshots", [.positions, .total, .snapshots, .identifiers]),
        ("snapshots", [.positions, .total, .versions, .snapshots, .identifiers]),
        ("changes", [.positions, .total, .versions, .changes, .identifiers]),
        ("live", [.positions, .total, .versions, .changes, .identifiers, .live]),
        ("live-versions", [.positions, .total, .versions, .live]),
        ("live-cursors", [.cursors, .live]),
        ("everything", [.positions, .total, .cursors, .versions, .checks, .snapshots, .identifiers, .changes]),
    ]

    /// All combinations that have a name.
    package static let all: [FeedCombination] = behaviors.flatMap { behavior in
        servers.map { FeedCombination(behavior.behavior, $0.features) }
    }

    /// The behavior's name.
    package var behaviorName: String {
        Self.behaviors.first { $0.behavior == behavior }?.name ?? "other"
    }

    /// The server's name.
    package var serverName: String {
        Self.servers.first { $0.features == features }?.name ?? "other"
    }

    /// Both names, as `behavior/server`.
    package var name: String { "\(behaviorName)/\(serverName)" }
}
