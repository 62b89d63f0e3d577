import PagingCore
import PagingTesting
import Testing

/// Short simulations of each combination that the machine is put to the test with.
@Suite struct FeedSimulationTests {
    private static let combinations = FeedCombination.all

    @Test(arguments: combinations)
    func lawsHold(of combination: FeedCombination) {
        for seed in 1...20 as ClosedRange<UInt64> {
            let outcome = FeedTrial(combination, seed: seed, events: 200).run()
            #expect(outcome.violation == nil, "\(combination.name), seed \(seed)")
            #expect(outcome.measures.events >= 200 || outcome.violation != nil)
        }
    }

    @Test(arguments: [ListBehavior(membership: .changes), ListBehavior(membership: .changes, ranking: .rebuilt)])
    func lawsHoldWhereSnapshotsCanBeChecked(of behavior: ListBehavior) {
        let faces: FeedFaces = [.positions, .total, .versions, .checks, .snapshots, .identifiers]
        for seed in 1...100 as ClosedRange<UInt64> {
            let outcome = FeedTrial(FeedCombination(behavior, faces), seed: seed, events: 200).run()
            #expect(outcome.violation == nil, "\(behavior), seed \(seed)")
        }
    }

    @Test func theSameSeedIsTheSameRun() {
        let trial = FeedTrial(FeedCombination(.fixed, [.positions, .total]), seed: 3, events: 500)
        #expect(trial == FeedTrial(FeedCombination(.fixed, [.positions, .total]), seed: 3, events: 500))
        #expect(trial.run().measures == trial.run().measures)
    }
}
