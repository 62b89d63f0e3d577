import Foundation
import PagingTesting
import Testing

@testable import PagingServer

/// Seeds for tests that try things at random.
enum Seeds {
    /// A few seeds, or as many as given in `make check`; with `PAGING_SEED=N` in the environment, that one alone, and with `PAGING_SEEDS=N`
    /// so many, after `PAGING_SEEDS_BEFORE=N` others.
    static func some(_ few: Int, of all: Int? = nil) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["PAGING_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["PAGING_SEEDS"].flatMap(Int.init) ?? LongTests.count(few, of: all ?? few)
        let first = environment["PAGING_SEEDS_BEFORE"].flatMap(Int.init) ?? 0
        return (first..<first + count).map { UInt64($0) &* 0x9E37_79B9 &+ 1 }
    }

    /// A failure's message with the command that replays it.
    static func replay(_ seed: UInt64, _ test: String) -> Comment {
        "replay with: PAGING_SEED=\(seed) swift test --filter \(test)"
    }
}

extension SplitMix64 {
    mutating func element<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
