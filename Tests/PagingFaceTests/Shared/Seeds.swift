import Foundation

/// The seeds of random histories: the one in `PAGING_SEED`, or as many as `PAGING_HISTORIES` says, 500 unless it does.
enum Seeds {
    /// Whether one history is replayed.
    static var isReplay: Bool { ProcessInfo.processInfo.environment["PAGING_SEED"] != nil }
    static var histories: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["PAGING_SEED"].flatMap(UInt64.init) { return [seed] }
        return Array(0..<(environment["PAGING_HISTORIES"].flatMap(UInt64.init) ?? 500))
    }
}
