internal import Foundation

/// Folds the counts of rank indexes beside the requests that found many of them waiting.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PostgresUpkeep: @unchecked Sendable {
    private let address: PostgresAddress
    private let lock = NSLock()
    private var waiting: Set<PostgresRank> = []
    private var isRunning = false

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Folds indexes soon, on a thread and a connection of its own.
    func fold(_ ranks: Set<PostgresRank>) {
        guard !ranks.isEmpty else { return }
        let isFirst = lock.withLock {
            waiting.formUnion(ranks)
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
            let next: PostgresRank? = lock.withLock {
                // What cannot be done now is found to be waiting again by the next request.
                if connection == nil { waiting = [] }
                isRunning = !waiting.isEmpty
                return waiting.popFirst()
            }
            guard let connection, let next else { return }
            _ = try? connection.fold(next)
        }
    }
}
