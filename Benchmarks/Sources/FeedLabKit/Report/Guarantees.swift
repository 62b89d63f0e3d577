@testable import PagingCore
@testable import PagingSimulation
import ScrollLabKit

/// Which machinery answers which kind of list and server, and what it promises: as the machine picks it and the laws ask.
enum Guarantees {
    /// The guarantees of a combination.
    private struct Promise: Hashable {
        var machinery: String
        var requests: String
        var place: String

        init(_ combination: FeedCombination) {
            machinery = "`\(combination.strategy)`"
            requests = Guarantees.requests(combination)
            place = Guarantees.place(combination)
        }
    }

    /// The table: behaviors of which the same is promised share their rows, and so do servers.
    static var table: String {
        var groups: [(behaviors: [String], promises: [Promise])] = []
        for (name, behavior) in FeedCombination.behaviors {
            let promises = FeedCombination.servers.map { Promise(FeedCombination(behavior, $0.features)) }
            if let index = groups.firstIndex(where: { $0.promises == promises }) {
                groups[index].behaviors.append(name)
            } else {
                groups.append(([name], promises))
            }
        }
        let lines = groups.flatMap { behaviors, promises in
            Set(promises).map { promise in
                (promises.indices.filter { promises[$0] == promise }, promise)
            }
            .sorted { $0.0[0] < $1.0[0] }
            .enumerated().map { index, part in
                let servers = part.0.map { FeedCombination.servers[$0].name }
                let names = part.0.count == promises.count ? "any" : servers.joined(separator: ", ")
                return [
                    index == 0 ? behaviors.joined(separator: ", ") : "", names, part.1.machinery, part.1.requests,
                    part.1.place,
                ].joined(separator: " | ")
            }
        }
        let heads = ["behavior", "server", "machinery", "requests at most", "the reader's row"]
        return MarkdownPage.table(heads, lines, rule: "---")
    }

    /// How many requests a screen takes to become right: what the second law allows.
    private static func requests(_ combination: FeedCombination) -> String {
        var setting = FeedSetting(combination, seed: 1)
        setting.quirks.limit = setting.policy.pageSize
        guard let few = setting.requestsPerScreen(rowsTouched: 0),
            let far = setting.requestsPerScreen(rowsTouched: 0, isNear: false),
            let untold = setting.requestsPerScreen(rowsTouched: 0, isTold: false, isNear: false),
            let many = setting.requestsPerScreen(rowsTouched: 1_000)
        else { return "the way there" }
        if far != few { return "\(few); \(far) where the reader's row has gone from where the screen is" }
        if combination.strategy == .changes, untold != few {
            return "\(few); \(untold) where the server could not tell what became of the screen"
        }
        return few == many || !combination.behavior.movesRows ? "\(few)" : "\(few), and one a page of rows that came"
    }

    /// The fourth law's demand on the row that the reader looks at.
    private static func place(_ combination: FeedCombination) -> String {
        let behavior = combination.behavior
        if !behavior.movesRows { return "stays" }
        if combination.features.isTelling { return "stays" }
        return behavior.ranking == .rebuilt ? "stays until not found where it was" : "stays until not found twice"
    }
}
