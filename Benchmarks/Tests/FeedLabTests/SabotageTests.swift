@testable import PagingCore
@testable import PagingSimulation
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
    func `Each law that is broken is found`(_ law: Law) {
        // Where content never changes, none can go back.
        let list =
            law == .contentNeverGoesBack
            ? FeedCombination(ListBehavior(ranking: .rebuilt, content: .changes), [.positions, .total])
            : Self.combination
        #expect(seed(breaking: [law], of: list) { $0.sabotage = law } != nil)
    }

    /// A law, and lists that change in which it is broken on purpose. In the last of law 6 the rows that moved show what they
    /// were, since no update tells that their content changed.
    private static let changing: [(law: Law, lists: [String])] = [
        (.noDuplicates, ["changes/offsets", "changes/changes"]),
        (.becomesRight, ["changes/offsets", "changes/snapshots"]),
        (.noHoles, ["changes/offsets", "changes/versions"]),
        (.keepsPlace, ["changes/offsets", "changes/changes"]),
        (.fallsSilent, ["changes/offsets", "changes/snapshots"]),
        (.updatesAreTrue, ["changes/offsets", "changes+rebuilt+content/everything"]),
        (.keepsBudget, ["changes/offsets", "changes/changes"]),
        (.lateChangesNothing, ["changes/offsets", "grows/cursors"]),
        (.jobsEnd, ["changes/offsets", "grows/cursors"]),
        (.walkedPastIsSeen, ["changes/offsets", "grows/offsets"]),
        (.contentNeverGoesBack, ["changes+content/offsets", "grows+rebuilt+content/offsets"]),
        (.stillScreenFallsSilent, ["changes/offsets", "changes/snapshots"]),
    ]

    @Test(arguments: changing)
    func `Each law that is broken in a list that changes is found`(_ law: Law, in lists: [String]) throws {
        for name in lists {
            let list = try #require(FeedCombination.all.first { $0.name == name })
            let seed = seed(breaking: [law], of: list) { $0.sabotage = law }
            let found = try #require(seed, "\(name): law \(law.rawValue)")
            #expect(FeedTrial(list, seed: found, events: 400).run().violation == nil, "\(name), seed \(found)")
        }
    }

    @Test func `All laws are broken on purpose in lists that change`() {
        #expect(Self.changing.map(\.law) == Law.allCases)
    }

    @Test func `A machine that takes a changing list for a fixed one is found out`() {
        let changing = FeedCombination(ListBehavior(membership: .changes), [.positions, .total])
        #expect(seed(breaking: [.keepsPlace], of: changing) { $0.declaredBehavior = .fixed } != nil)
    }

    @Test func `A failing history is cut down`() throws {
        let trials = (1...50 as ClosedRange<UInt64>).lazy.map { seed in
            var trial = FeedTrial(Self.combination, seed: seed, events: 400, host: .scrolling)
            trial.sabotage = .updatesAreTrue
            return trial
        }
        let trial = try #require(trials.first { $0.run().violation != nil })
        let violation = try #require(trial.run().violation)
        let shrunk = try #require(trial.shrunk())
        #expect(shrunk.violation.law == violation.law)
        #expect(shrunk.kept.count < 20)
        #expect(trial.keeping(shrunk.kept, hazards: shrunk.trial.setting.hazards).run().violation == shrunk.violation)
    }
}
