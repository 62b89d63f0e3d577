import Testing

@testable import PagingCore

/// The tables in the documentation of `Traits`, line by line.
struct TraitsTests {
    private static let memberships: [ListBehavior.Membership] = [.fixed, .growsOnTop, .changes]
    private static let behaviors = memberships.flatMap { membership in
        [ListBehavior.Ranking.stable, .rebuilt].flatMap { ranking in
            [ListBehavior.Content.fixed, .changes].map {
                ListBehavior(membership: membership, ranking: ranking, content: $0)
            }
        }
    }
    private static let capabilities = (UInt16(0)..<1 << 11).map(SourceCapabilities.init)

    /// Every list that can be declared, with every source there can be.
    private func everyList(_ body: (Traits) -> Void) {
        for behavior in Self.behaviors {
            for capabilities in Self.capabilities { body(Traits(behavior: behavior, capabilities: capabilities)) }
        }
    }

    @Test func `The declaration alone says which rows may be at other positions`() {
        func line(_ membership: ListBehavior.Membership, _ ranking: ListBehavior.Ranking) -> [Bool] {
            let behavior = ListBehavior(membership: membership, ranking: ranking)
            let traits = Traits(behavior: behavior, capabilities: .positions)
            return [traits.movesRows, traits.growsOnlyOnTop, traits.keepsOrder]
        }
        #expect(line(.fixed, .stable) == [false, false, true])
        #expect(line(.growsOnTop, .stable) == [true, true, true])
        #expect(line(.changes, .stable) == [true, false, true])
        for membership in Self.memberships { #expect(line(membership, .rebuilt) == [true, false, false]) }
    }

    @Test func `The strategy is the first of the table whose line applies`() {
        everyList { traits in
            let expected: ReconcilingStrategy =
                if !traits.movesRows {
                    .positions
                } else if traits.capabilities.isSuperset(of: [.changes, .positions]) {
                    .changes
                } else if traits.capabilities.isSuperset(of: [.snapshots, .identifiers]) {
                    .snapshots
                } else {
                    .observation
                }
            if traits.strategy != expected { Issue.record("\(traits)") }
        }
    }

    @Test func `A page is fitted as the table says`() {
        func fitting(_ behavior: ListBehavior, _ capabilities: SourceCapabilities) -> Traits.Fitting {
            Traits(behavior: behavior, capabilities: capabilities).fitting
        }
        #expect(fitting(.fixed, .positions) == .position)
        #expect(fitting(.fixed, .cursors) == .append)
        #expect(fitting(ListBehavior(membership: .growsOnTop), .positions) == .alignment)
        #expect(fitting(ListBehavior(membership: .growsOnTop), .cursors) == .growth)
        #expect(fitting(ListBehavior(membership: .growsOnTop, ranking: .rebuilt), .cursors) == .stretch)
        #expect(fitting(ListBehavior(membership: .changes), [.positions, .cursors]) == .alignment)
        #expect(fitting(ListBehavior(membership: .changes), []) == .stretch)
        for capabilities: SourceCapabilities in [.positions, .cursors] {
            let history = Traits(behavior: .fixed, capabilities: capabilities, keepsHistory: true)
            #expect(history.fitting == .history && !history.reachesAnyRow)
        }
    }

    @Test func `A refresh begins with the comparison that costs least`() {
        func comparison(
            _ capabilities: SourceCapabilities, version: Bool, awaitsOrder: Bool = false
        ) -> AuxiliaryRequests.Kind? {
            Traits(behavior: ListBehavior(membership: .changes), capabilities: capabilities)
                .comparison(hasVersion: version, awaitsOrder: awaitsOrder)
        }
        let all: SourceCapabilities = [.positions, .changes, .checks, .snapshots, .identifiers]
        #expect(comparison(all, version: true) == .changes)
        // Without a version there is nothing that changes could follow on.
        #expect(comparison(all, version: false) == nil)
        #expect(comparison([.positions, .checks], version: true) == .check)
        #expect(comparison([.positions, .checks], version: false) == nil)
        #expect(comparison([.checks, .snapshots, .identifiers], version: true) == .check)
        #expect(comparison([.checks, .snapshots, .identifiers], version: true, awaitsOrder: true) == .snapshot)
        #expect(comparison([.snapshots, .identifiers], version: false) == .snapshot)
        #expect(comparison(.positions, version: true) == nil)
    }

    @Test func `Gaps are looked for where pages may be of different states of the list`() {
        let news = Traits(behavior: ListBehavior(membership: .growsOnTop), capabilities: .positions)
        #expect(news.mayHaveGaps(tellsTotal: false) && !news.mayHaveGaps(tellsTotal: true))
        #expect(news.isConfirmedByTop(tellsTotal: true) && !news.isConfirmedByTop(tellsTotal: false))
        everyList { traits in
            let isOneOrder = !traits.movesRows || traits.followsSnapshots || !traits.isReadByPosition
            if isOneOrder, traits.mayHaveGaps(tellsTotal: false) { Issue.record("\(traits)") }
        }
    }

    @Test func `Traits follow when capabilities are learned`() {
        var traits = Traits(behavior: ListBehavior(membership: .changes), capabilities: [])
        #expect(traits.fitting == .stretch && traits.distrustsCaches && !traits.reachesAnyRow)
        traits.capabilities = [.positions, .changes, .live]
        #expect(traits.fitting == .alignment && !traits.distrustsCaches && traits.reachesAnyRow)
        #expect(traits.followsChanges && traits.isLive)
    }
}
