package import Paging

/// The constants of a simulation: the list's kind, the server, the network, the screen, the policy.
package struct FeedSetting: Hashable, Sendable {
    /// The kind of list and of server.
    package var combination: FeedCombination
    /// The seed of all chance.
    package var seed: UInt64
    /// How many items the list has at first.
    package var count: Int
    /// The server's quirks.
    package var quirks: FeedQuirks
    /// Milliseconds from asking to the answer.
    package var latency: Double
    /// The network's hazards.
    package var hazards: NetworkHazards
    /// Rows on screen.
    package var screen: Int
    /// How the list loads.
    package var policy: LoadPolicy
    /// How the app shows the list.
    package var host: FeedHost
    /// The row at which the reader begins; it may be past the end.
    package var beginning = 0
    /// The place at which reading begins in a list that is read in order.
    package var start = ListStart.start
    /// `true` if the machine is told that no row moves, though rows do. Then no screen is promised to be right, but everything else is.
    package var isUndeclared = false
    /// `true` to check laws that are known to be broken in open cases; see ``OpenLaw``.
    package var holdsOpenLaws = false
    /// `true` if the reader looks back at rows he seems to have missed, as the tenth law demands.
    package var looksBack = true

    /// Draws a setting.
    ///
    /// - Parameter host: how the app shows the list; `nil` to draw that too: a list view in three runs of four.
    package init(_ combination: FeedCombination, seed: UInt64, host: FeedHost? = nil) {
        self.host = host ?? .drawn(seed: seed)
        var chance = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 1)
        (self.combination, self.seed) = (combination, seed)
        count =
            switch chance.next() % 10 {
            case 0: Int(chance.next() % 6)
            case 1...4: Int(chance.next() % 120)
            default: 100 + Int(chance.next() % 1_400)
            }
        screen = [8, 12, 20, 30][Int(chance.next() % 4)]
        let limits = [screen + 5, 50, 100, 500]
        quirks = FeedQuirks(
            limit: limits[Int(chance.next() % 4)], memory: [4, 16, 64][Int(chance.next() % 3)],
            reportsTooMuch: chance.next() % 3 == 0,
            versionsPerAnswer: chance.next() % 3 == 0 ? 1 + Int(chance.next() % 3) : nil)
        latency = [20, 80, 200, 600][Int(chance.next() % 4)]
        let hazards = NetworkHazards(rawValue: UInt16(truncatingIfNeeded: chance.next())).intersection(.all)
        self.hazards = chance.next() % 4 == 0 ? [] : hazards
        policy = LoadPolicy(
            pageSize: [20, 25, 50][Int(chance.next() % 3)], maximumRequestsInFlight: 1 + Int(chance.next() % 5),
            preloads: chance.next() % 8 != 0,
            itemBudget: chance.next() % 2 == 0 ? 600 + Int(chance.next() % 400) : nil)
        drawOddities()
    }

    /// Draws what only few runs have, by a chance of its own, so that all else is drawn as it would be without.
    private mutating func drawOddities() {
        var chance = SplitMix64(seed: seed &* 0x8CB9_2BA7_2F3D_8DD7 &+ 8)
        isUndeclared = combination.behavior.movesRows && chance.next() % 12 == 0
        let breaks = [7, 24, 40, 72]
        if chance.next() % 8 == 0 { quirks.pageBreak = breaks[Int(chance.next() % 4)] }
        if chance.next() % 4 == 0, combination.features.contains(.positions) {
            beginning = Int(chance.next() % UInt64(count + count / 8 + 1))
        }
        // Not yet where the order may be another: see Benchmarks/FeedLab.md.
        if !combination.features.contains(.positions), count > 0, combination.behavior.ranking == .stable {
            let item = Cursor("\(chance.next() % UInt64(count))")
            start = [.start, .end, .around(item), .after(item)][Int(chance.next() % 4)]
        }
    }

    /// The most requests that a list may make while reader, app and server do nothing: for what is on screen, what is preloaded
    /// around it and what comes in parts, three times over; and, where it has to be walked, for the way there and back.
    ///
    /// - Parameter rows: how many rows list or server have, whichever has more.
    package func requestsWhileStill(rows: Int) -> Int {
        let perPage = max(1, min(policy.pageSize, quirks.limit, quirks.pageBreak ?? .max) - 1)
        let near = (5 * screen + 2 * policy.pageSize) / perPage + 1
        // Without a total the list cannot know how far rows have moved.
        let isWalked = !combination.features.isSuperset(of: [.positions, .total]) || host == .paging
        // A server that reports few versions an answer is asked once for each such part of its memory.
        let parts =
            combination.features.contains(.changes) ? quirks.versionsPerAnswer.map { quirks.memory / $0 } ?? 0 : 0
        let most = 20 + 3 * near + parts + (isWalked ? 2 * rows / perPage : 0)
        // A cache that is behind undoes the server's answers.
        return hazards.contains(.staleness) ? 2 * most : most
    }

    /// `true` if a list that receives live changes has the server's rows once all is silent, without a refresh.
    package var keepsUpLive: Bool {
        combination.features.isSuperset(of: [.live, .positions]) && combination.behavior != .fixed
            && policy.loadsAutomatically
    }

    /// The most requests that one screen may take to become right, once the server has stopped changing, or `nil` if the server has no
    /// positions: then the way to the screen has to be walked.
    ///
    /// The limit is 2 if the server can report identifiers or changes and the list may change, else 3. A version alone says that the list
    /// changed, but not where its rows went. Then it is 2 if the reader's row is still at the screen's position, else 3, since the row has to be
    /// searched for.
    ///
    /// If the server returns less than the page asked for, each further part of the page adds one. If it has positions but no total, the list
    /// cannot know how far rows have moved: a page of new items only says that at least so many were added. Then each page of added rows adds
    /// one.
    ///
    /// - Parameters:
    ///   - rowsTouched: how many rows the server has added, removed or moved.
    ///   - isTold: `true` if the server could report what became of the rows on screen, and not only a version. It may have forgotten the changes,
    ///     have changed faster than it was asked, or have reported rows removed from places where the list had loaded none.
    ///   - isNear: `true` if the reader's first visible row is at the screen's position on the server.
    package func requestsPerScreen(rowsTouched: Int, isTold: Bool = true, isNear: Bool = true) -> Int? {
        guard combination.features.contains(.positions) else { return nil }
        // A page brings one row less than it has: its first is known already.
        let perPage = max(1, min(policy.pageSize, quirks.limit) - 1)
        let walked = combination.features.contains(.total) ? 0 : (rowsTouched + perPage - 1) / perPage
        let (behavior, features) = (combination.behavior, combination.features)
        let isInPlace = isNear || !behavior.movesRows
        let isKnown = features.isTelling && isTold || features.contains(.versions) && isInPlace
        // Rows beyond one page are asked for in parts. So are rows that prove two others adjacent.
        let parts = quirks.pageBreak.map { 2 * (max(screen, policy.pageSize) / $0 + 2) } ?? 0
        return (isKnown && behavior != .fixed ? 2 : 3) + (policy.pageSize - 1) / quirks.limit + walked + parts
    }
}
