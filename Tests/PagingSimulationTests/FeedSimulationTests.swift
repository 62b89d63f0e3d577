import PagingCore
import PagingSimulation
import Testing

/// Short simulations of each combination that the machine is put to the test with, where each event is followed by a check of what
/// the machine knows. `FeedLab` runs many more, optimized, and holds the seeds that broke a law.
@Suite struct FeedSimulationTests {
    private static let combinations = FeedCombination.all

    @Test(arguments: combinations)
    func `The laws hold`(of combination: FeedCombination) {
        for seed in 1...2 as ClosedRange<UInt64> {
            let trial = FeedTrial(combination, seed: seed, events: 200)
            let outcome = trial.run()
            #expect(outcome.violation == nil, "\(combination.name), seed \(seed)")
            // Frames come on top of what is drawn; a host that does not scroll has none.
            if trial.setting.host == .scrolling {
                #expect(outcome.measures.events >= 200 || outcome.violation != nil)
            }
        }
    }

    @Test(arguments: [ListBehavior(membership: .changes), ListBehavior(membership: .changes, ranking: .rebuilt)])
    func `Laws hold where snapshots can be checked`(of behavior: ListBehavior) {
        let features: FeedFeatures = [.positions, .total, .versions, .checks, .snapshots, .identifiers]
        for seed in 1...10 as ClosedRange<UInt64> {
            let outcome = FeedTrial(FeedCombination(behavior, features), seed: seed, events: 200).run()
            #expect(outcome.violation == nil, "\(behavior), seed \(seed)")
        }
    }

    @Test func `Every kind of host is drawn, and list views most often`() {
        let hosts = (0..<1_000 as Range<UInt64>).map { FeedSetting(FeedCombination.all[0], seed: $0).host }
        for host in FeedHost.allCases { #expect(hosts.count { $0 == host } > 20, "\(host)") }
        #expect(hosts.count { $0 == .scrolling } > 650)
    }

    @Test func `A host that reloads on a timer does so more than a hundred times, of a list that differs each time`() {
        let setting = FeedSetting(
            FeedCombination(ListBehavior(membership: .changes), [.positions]), seed: 1, host: .reloading)
        let kinds = FeedHistory(for: setting, events: 1_000).actions.map(\.kind)
        #expect(kinds.count { $0 == .reload } > 100)
        #expect(kinds.count(where: \.isChange) > 100)
    }

    @Test func `The same seed is the same run`() {
        let trial = FeedTrial(FeedCombination(.fixed, [.positions, .total]), seed: 3, events: 500)
        #expect(trial == FeedTrial(FeedCombination(.fixed, [.positions, .total]), seed: 3, events: 500))
        #expect(trial.run().measures == trial.run().measures)
    }
}
