import PagingCore
import PagingTesting
import Testing

/// The checker itself, put to the test: each law is broken on purpose, and the simulator has to find it.
@Suite struct SabotageTests {
    private static let combination = FeedCombination(.fixed, [.positions, .total])

    /// The first of 1,000 seeds with which one of these laws is found broken.
    private func seed(breaking laws: [Law], of combination: FeedCombination, _ change: (inout FeedTrial) -> Void)
        -> UInt64?
    {
        (1...1_000 as ClosedRange<UInt64>).first { seed in
            var trial = FeedTrial(combination, seed: seed, events: 400)
            change(&trial)
            return trial.run().violation.map { laws.contains($0.law) } ?? false
        }
    }

    @Test(arguments: Law.allCases)
    func eachLawThatIsBrokenIsFound(_ law: Law) {
        #expect(seed(breaking: [law], of: Self.combination) { $0.sabotage = law } != nil)
    }

    @Test("A machine that takes a changing list for a fixed one is found out")
    func wrongDeclaration() {
        let changing = FeedCombination(ListBehavior(membership: .changes), [.positions, .total])
        #expect(seed(breaking: [.keepsPlace], of: changing) { $0.declaredBehavior = .fixed } != nil)
    }

    @Test func aFailingHistoryIsCutDown() throws {
        var trial = FeedTrial(Self.combination, seed: 4, events: 400)
        trial.sabotage = .updatesAreTrue
        let violation = try #require(trial.run().violation)
        let shrunk = try #require(trial.shrunk())
        #expect(shrunk.violation.law == violation.law)
        #expect(shrunk.kept.count < 20)
        #expect(trial.keeping(shrunk.kept, hazards: shrunk.trial.setting.hazards).run().violation == shrunk.violation)
    }
}
