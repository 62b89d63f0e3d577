extension PostgresDatabase {
    /// Changes the database in one transaction, which is committed when this returns; an error undoes it.
    ///
    /// - Parameters:
    ///   - milliseconds: how long each statement of `body` may take.
    ///   - list: the list that is written to, which has its share of the connections, or `nil` if there is none.
    ///   - body: the snapshot is the transaction's own state; it must not be kept.
    func write<Result>(
        milliseconds: Int, list: String? = nil, _ body: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        try withShare(of: list) {
            do {
                return try writeOnce(milliseconds: milliseconds, body)
            } catch let error as PostgresError where error.reason == .outdated {
                // A table changed under a prepared statement: nothing was written, and what is kept is of no use.
                forgetPrepared()
                return try writeOnce(milliseconds: milliseconds, body)
            }
        }
    }

    private func writeOnce<Result>(milliseconds: Int, _ body: (DatabaseSnapshot) throws -> Result) throws -> Result {
        // Outside, as what it finds out is kept under the name of a state that others read, too.
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
                // It is written, whatever happens now. Without a position to wait for, replicas are left alone.
                noteWritten(connection)
                return result
            } catch {
                _ = try? connection.script("ROLLBACK")
                throw error
            }
        }
    }

    /// - Throws: a problem where it is not known whether anything was committed; else what the database says against it.
    private func commit(_ connection: PostgresConnection) throws {
        do {
            try connection.script("COMMIT")
        } catch {
            throw connection.isBroken ? Problem.outcomeUnknown : error
        }
    }

    /// Makes sure that the database can be written to.
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
