internal import Foundation

/// Changes of the schema while programs use the database.
extension PostgresConnection {
    /// Runs statements in one transaction.
    func transaction(_ statements: [String]) throws(PostgresError) {
        try script("BEGIN")
        do {
            for statement in statements { try script(statement) }
            try script("COMMIT")
        } catch {
            _ = try? script("ROLLBACK")
            throw error
        }
    }

    /// Runs a body whose statements lock tables that others use, until it gets the locks.
    ///
    /// All statements behind one that waits for a lock wait too. So it waits for ``ServerLimits/lockMilliseconds``, and then
    /// lets the others pass.
    ///
    /// - Parameter isCancellable: `true` if cancelling the task ends it; cleaning up afterwards cannot be cancelled.
    /// - Throws: what the body throws; `busy` after ``ServerLimits/lockAttempts``; `CancellationError`.
    func patiently(isCancellable: Bool = true, _ body: () throws -> Void) throws {
        try script("SET lock_timeout = \(ServerLimits.lockMilliseconds)")
        defer { _ = try? script("RESET lock_timeout") }
        for attempt in 1... {
            do {
                return try body()
            } catch let error as PostgresError where error.reason == .busy {
                guard attempt < ServerLimits.lockAttempts else {
                    throw address.error(
                        .busy, "change",
                        "its tables were in use by open transactions at each of \(ServerLimits.lockAttempts) attempts: \(error.message)"
                    )
                }
                if isCancellable { try Task.checkCancellation() }
                Thread.sleep(forTimeInterval: Double(ServerLimits.lockPauseMilliseconds) / 1000)
            }
        }
    }
}
