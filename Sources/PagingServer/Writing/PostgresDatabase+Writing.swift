extension PostgresDatabase {
    /// Changes the database in one transaction, which is committed when this returns. An error rolls it back.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit of each statement in `body`.
    ///   - list: the changed list, which has its share of the connections, or `nil` if there is none.
    ///   - body: makes the changes. The snapshot is the transaction's own state, and must not be stored.
    func write<Result>(
        milliseconds: Int, list: String? = nil, _ body: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        try withShare(of: list) {
            do {
                return try writeOnce(milliseconds: milliseconds, body)
            } catch let error as PostgresError where error.reason == .outdated {
                // A table changed under a prepared statement. Nothing was written, and the cached statements and catalog are useless.
                forgetPrepared()
                return try writeOnce(milliseconds: milliseconds, body)
            }
        }
    }

    private func writeOnce<Result>(milliseconds: Int, _ body: (DatabaseSnapshot) throws -> Result) throws -> Result {
        // Outside the transaction, because the results are cached for a state that other requests read too.
        let (epoch, schema) = try read(milliseconds: milliseconds, isLatest: true) { ($0.epoch, $0.schema) }
        let connection = try take()
        defer { putBack(connection) }
        return try connection.within(milliseconds: milliseconds) {
            try connection.script(
                "BEGIN; \(connection.transactionSettings)SET LOCAL statement_timeout = \(max(1, milliseconds))")
            do {
                let result = try body(
                    DatabaseSnapshot(connection: .postgres(connection), version: nil, epoch: epoch, schema: schema))
                try commit(connection)
                // The write is committed, whatever happens now. Without a position to wait for, replicas are not used.
                noteWritten(connection)
                return result
            } catch {
                _ = try? connection.script("ROLLBACK")
                throw error
            }
        }
    }

    /// - Throws: a problem if it is unknown if the commit succeeded; otherwise the database's error.
    private func commit(_ connection: PostgresConnection) throws {
        do {
            try connection.script("COMMIT")
        } catch {
            throw connection.isBroken ? Problem.outcomeUnknown : error
        }
    }

    /// Checks that the database can be written to.
    public func checkWriting() throws {
        try write(milliseconds: ServerLimits.defaultQueryMilliseconds, list: nil) { snapshot in
            guard try snapshot.connection.value("SELECT pg_is_in_recovery()::int")?.int64 == 0 else {
                throw PostgresError(
                    .notPermitted, address: name, operation: "write",
                    message: "it is a standby, which follows a primary")
            }
        }
    }
}
