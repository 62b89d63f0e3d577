import Foundation
import PagingCore
import Testing

/// The seeds a property test runs with: the one in `PAGING_SEED`, or a fixed few.
///
/// A failed expectation names its seed. A broken invariant stops the run: the seed is then that of the suite's last case that was
/// started, which is why these suites are serialized.
enum Seeds {
    static let all: [UInt64] = {
        if let text = ProcessInfo.processInfo.environment["PAGING_SEED"], let seed = UInt64(text) {
            return [seed]
        }
        return [1, 2, 3, 4, 5]
    }()
}

/// Chooses the steps of a property test, and says how to take the same ones again.
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private let test: String
    private var random: SplitMix64

    init(seed: UInt64, test: String) {
        self.seed = seed
        self.test = test
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> UInt64 { random.next() }

    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// A range within `0..<count`, mostly short, sometimes empty.
    mutating func range(in count: Int, upTo longest: Int = .max) -> Range<Int> {
        let lower = below(count + 1)
        let room = min(count - lower, longest)
        let length = below(4) == 0 ? below(room + 1) : min(room, below(8))
        return lower..<lower + length
    }

    /// The text of a failure: the step, and the command that replays it.
    func note(_ step: Int) -> Comment {
        "seed \(seed), step \(step); replay: PAGING_SEED=\(seed) swift test --filter \(test)"
    }
}
