internal import Foundation

/// Folds the counts of rank indexes, and forgets the oldest changes of logs, beside the requests that found too many of them.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PostgresUpkeep: @unchecked Sendable {
    private let address: PostgresAddress
    private let lock = NSLock()
    private var waiting: Set<PostgresRank> = []
    private var overlong: Set<PostgresLog> = []
    private var isRunning = false

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Folds indexes and shortens logs soon, on a thread and a connection of its own.
    func see(to ranks: Set<PostgresRank>, _ logs: Set<PostgresLog>) {
        guard !ranks.isEmpty || !logs.isEmpty else { return }
        let isFirst = lock.withLock {
            waiting.formUnion(ranks)
            overlong.formUnion(logs)
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        let thread = Thread { [self] in run() }
        thread.name = "upkeep"
        thread.start()
    }

    private func run() {
        let connection = try? PostgresConnection(address)
        while true {
            let next: (rank: PostgresRank?, log: PostgresLog?) = lock.withLock {
                // What cannot be done now is found to be waiting again by the next request.
                if connection == nil { (waiting, overlong) = ([], []) }
                isRunning = !waiting.isEmpty || !overlong.isEmpty
                return (waiting.popFirst(), overlong.popFirst())
            }
            guard let connection, next.rank != nil || next.log != nil else { return }
            if let rank = next.rank { _ = try? connection.fold(rank) }
            if let log = next.log { _ = try? connection.script("SELECT \(log.pruning.name)()") }
        }
    }
}
