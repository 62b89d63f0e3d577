package import Paging

/// The constants of a simulation: the list's kind, the server, the network, the screen, the policy.
package struct FeedSetting: Hashable, Sendable {
    /// The kind of list and of server.
    package var combination: FeedCombination
    /// Where all chance starts.
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
    /// Where a list begins that is read in order.
    package var start = ListStart.start
    /// `true` if the machine is told that no row moves, though rows do. Then no screen is promised to be right, and all else is.
    package var isUndeclared = false
    /// `true` if laws are held that are known not to be kept yet; see ``OpenLaw``.
    package var holdsOpenLaws = false
    /// `true` if the reader looks back at what he seems to have missed, as the tenth law has him do.
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
        // Without a total nobody knows how far rows have gone.
        let isWalked = !combination.features.isSuperset(of: [.positions, .total]) || host == .paging
        // A server that tells few versions an answer is asked once for each such part of what it remembers.
        let parts =
            combination.features.contains(.changes) ? quirks.versionsPerAnswer.map { quirks.memory / $0 } ?? 0 : 0
        let most = 20 + 3 * near + parts + (isWalked ? 2 * rows / perPage : 0)
        // Answers of a cache that is behind undo those of the server.
        return hazards.contains(.staleness) ? 2 * most : most
    }

    /// `true` if a list that is told what happens has what the server has when all falls silent, without being refreshed.
    package var keepsUpLive: Bool {
        combination.features.isSuperset(of: [.live, .positions]) && combination.behavior != .fixed
            && policy.loadsAutomatically
    }

    /// The most requests that one screen may take to become right, once the server has stopped changing: 3, or 2 where it
    /// can tell identifiers or changes and the list may change. A version alone says that the list is another, not where
    /// its rows went: there it is 2 where the reader's row is still where the screen is, else 3, for it has to be looked
    /// for. Where the server gives less than the page that is asked for, one more for each part that the page
    /// then comes in. `nil` where it has no positions, so that the way there has to be walked. Where it has positions and
    /// tells no total, nobody can know how far rows have gone: a page whose items are all new says that at least so many
    /// came. There it is one more for each page of rows that came.
    ///
    /// - Parameters:
    ///   - rowsTouched: how many rows the server has added, removed or moved.
    ///   - isTold: whether the server could tell what became of the rows on screen, and not only a version. It may have
    ///     forgotten what changed, have changed faster than it was asked, or have told of rows that went from places where
    ///     the list had loaded none.
    ///   - isNear: whether the row that the reader sees first is on the server where the screen is.
    package func requestsPerScreen(rowsTouched: Int, isTold: Bool = true, isNear: Bool = true) -> Int? {
        guard combination.features.contains(.positions) else { return nil }
        // A page tells of one row less than it has: its first is known already.
        let perPage = max(1, min(policy.pageSize, quirks.limit) - 1)
        let walked = combination.features.contains(.total) ? 0 : (rowsTouched + perPage - 1) / perPage
        let (behavior, features) = (combination.behavior, combination.features)
        let isInPlace = isNear || !behavior.movesRows
        let isKnown = features.isTelling && isTold || features.contains(.versions) && isInPlace
        // Rows beyond one page are asked for in parts, and so are those that prove two of them next to each other.
        let parts = quirks.pageBreak.map { 2 * (max(screen, policy.pageSize) / $0 + 2) } ?? 0
        return (isKnown && behavior != .fixed ? 2 : 3) + (policy.pageSize - 1) / quirks.limit + walked + parts
    }
}
