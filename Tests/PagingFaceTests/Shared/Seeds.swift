import Foundation
import PagingTesting

/// The seeds of random histories: the one in `PAGING_SEED`, or as many as `PAGING_HISTORIES` says: unless it does 150, and 500 in
/// `make check`.
enum Seeds {
    /// Whether one history is replayed.
    static var isReplay: Bool { ProcessInfo.processInfo.environment["PAGING_SEED"] != nil }
    static var histories: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["PAGING_SEED"].flatMap(UInt64.init) { return [seed] }
        return (0..<(environment["PAGING_HISTORIES"].flatMap(Int.init) ?? LongTests.count(150, of: 500))).map(
            UInt64.init)
    }
}
