@testable import PagingSimulation
import Testing

/// Runs in which a law was once broken, or that never ended. What was wrong has a test of its own where it could be drawn; these hold whatever
/// else led there.
@Suite struct FoundSeedsTests {
    @Test(arguments: [
        ("changes", "changes", UInt64(1841)), ("changes", "changes", 20116), ("changes", "changes", 20936),
        ("changes", "changes", 5_000_052), ("changes", "changes", 5_000_080), ("changes+content", "changes", 5315),
        ("changes+rebuilt", "changes", 3528), ("changes", "checks", 101_013), ("changes+content", "changes", 700_444),
        ("changes+content", "changes", 701_982), ("grows+content", "cursors", 300_179),
        ("grows+content", "cursors", 300_808), ("changes", "checks", 4817), ("fixed+rebuilt", "checks", 1566),
        ("changes+rebuilt+content", "checks", 2566), ("fixed+rebuilt+content", "changes", 5577),
        ("grows", "offsets", 4053), ("changes", "cursors", 2839), ("grows", "cursors", 2037),
        ("changes", "cursors", 7483), ("changes", "cursors", 7583), ("changes+content", "cursors", 1949),
        ("grows+rebuilt+content", "cursors", 2527), ("grows+content", "offsets-without-total", 5807),
        ("grows+content", "offsets-without-total", 1822), ("grows+rebuilt+content", "changes", 6519),
        ("grows+rebuilt+content", "everything", 6519), ("fixed+content", "identifiers", 2_001_683),
        ("fixed+rebuilt+content", "changes", 2_001_569), ("changes", "checks", 2_001_611),
        ("grows+rebuilt", "cursors", 4_200_206),
    ])
    func `No law is broken any more`(behavior: String, server: String, seed: UInt64) throws {
        let combination = try #require(FeedCombination.all.first { $0.name == "\(behavior)/\(server)" })
        #expect(FeedTrial(combination, seed: seed, events: 1000, host: .scrolling).run().violation == nil)
    }

    /// The app that shows the list is drawn, too.
    @Test(arguments: [
        ("grows", "offsets-without-total", UInt64(4_200_179)), ("changes", "cursors", 4_200_251),
        ("fixed+rebuilt", "live-versions", 4_200_159), ("grows+rebuilt", "identifiers", 4_200_120),
        ("grows+content", "offsets-without-total", 4_200_059), ("changes+content", "cursors", 4_200_197),
        ("changes+content", "live", 4_200_252), ("grows+rebuilt+content", "offsets", 4_200_119),
        ("changes+rebuilt", "live", 4_200_198),
    ])
    func `No law is broken any more, whatever shows the list`(behavior: String, server: String, seed: UInt64) throws {
        let combination = try #require(FeedCombination.all.first { $0.name == "\(behavior)/\(server)" })
        #expect(FeedTrial(combination, seed: seed, events: 1000).run().violation == nil)
    }
}
