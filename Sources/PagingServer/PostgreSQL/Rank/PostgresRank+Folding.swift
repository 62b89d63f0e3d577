extension PostgresRank {
    /// Adds deltas to the counts and, if permitted, splits large buckets and removes empty ones.
    ///
    /// It is called in a transaction of one state (`REPEATABLE READ`) that began after its locks were taken: see
    /// ``PostgresConnection/fold(_:leaving:)``.
    ///
    /// Its parameters: the permission to split and remove buckets, and the number of deltas of one bucket of level 2 that are moved from the buffer
    /// to level 1; 0 does that for every bucket, even without deltas.
    var folding: PostgresFunction {
        let body = """

            #variable_conflict use_column
            DECLARE
              folded bigint;
              pushed int[];
              tops int[];
              empty int[];
              bucket \(nodes)%ROWTYPE;
              part record;
              made int;
            \(cuttingVariables)
            BEGIN
              WITH gone AS (DELETE FROM \(deltas) RETURNING \(keys), n),
              top AS (\(routed("SELECT 0 AS parent, \(keys), n FROM gone", into: "parent IS NULL", as: "0"))),
              high AS (\(routed("SELECT bucket AS parent, \(keys), n FROM top", into: "parent IN (SELECT bucket FROM top)"))),
              put AS (INSERT INTO \(buffer) (parent, \(keys), n) SELECT bucket, \(keys), n FROM high),
              counted AS (\(counted("high"))), summed AS (\(counted("top")))
              SELECT count(*) INTO folded FROM gone;
              pushed := ARRAY(SELECT id FROM \(nodes) WHERE level = 2 AND many = 0
                UNION ALL SELECT parent FROM \(buffer) WHERE many > 0 GROUP BY parent HAVING count(*) >= many);
              WITH gone AS (DELETE FROM \(buffer) WHERE parent = ANY (pushed) RETURNING parent, \(keys), n),
              low AS (\(routed("SELECT * FROM gone", into: "parent = ANY (pushed)")))
              \(counted("low"));
              IF splits THEN
                FOR bucket IN SELECT * FROM \(nodes) WHERE parent = ANY (pushed) AND count > \(2 * rows) AND level = 1 LOOP
            \(cutting)
                END LOOP;
            \(removing)
            \(splitting)
              END IF;
              RETURN folded;
            END
            """
        return PostgresFunction(
            name: name("fold"), parameters: "splits boolean, many int", body: body, result: "bigint")
    }

    /// SQL that finds the bucket of each delta: `bucket, c0, …, n`.
    ///
    /// - Parameters:
    ///   - deltas: SQL for deltas and the buckets of the level above that they are in: `parent, c0, …, n`.
    ///   - nodes: the condition for the buckets they may be in: those in the buckets of `deltas`.
    ///   - parent: the bucket above as `deltas` names it.
    private func routed(_ deltas: String, into nodes: String, as parent: String = "parent") -> String {
        """
        SELECT bucket, \(keys), n FROM (
          SELECT max(id) OVER (PARTITION BY parent, place) AS bucket, kind, \(keys), n FROM (
            SELECT *, count(id) OVER (PARTITION BY parent ORDER BY head, \(order()), kind ROWS UNBOUNDED PRECEDING) AS place FROM (
              SELECT \(parent) AS parent, id, head, \(keys), 1 AS kind, NULL::int8 AS n FROM \(self.nodes) WHERE \(nodes)
              UNION ALL SELECT parent, NULL, 1, \(keys), 0, n FROM (\(deltas)) AS s) AS s) AS s) AS s WHERE kind = 0
        """
    }

    /// SQL that adds deltas to the counts of their buckets.
    private func counted(_ routed: String) -> String {
        "UPDATE \(nodes) AS t SET count = t.count + s.n FROM (SELECT bucket, sum(n) AS n FROM \(routed) GROUP BY bucket "
            + "HAVING sum(n) <> 0) AS s WHERE t.id = s.bucket"
    }
}

extension PostgresConnection {
    /// Folds the deltas of an index into its counts.
    ///
    /// The locks are taken before the transaction begins, so that it sees the deltas of all statements that held them.
    ///
    /// - Parameter least: the number of deltas of one bucket of level 2 that are also counted on level 1; fewer stay in the buffer.
    /// - Returns: the number of folded deltas, or `nil` if another process is folding.
    /// - Throws: ``PostgresError``.
    @discardableResult
    func fold(_ rank: PostgresRank, leaving least: Int = ServerLimits.bufferedCounts) throws -> Int? {
        let locks = try script(
            "SELECT pg_try_advisory_lock(\(rank.foldLock)), pg_try_advisory_lock(\(rank.splitLock))")
        defer {
            for (lock, isHeld) in zip([rank.foldLock, rank.splitLock], locks) where isHeld == "t" {
                _ = try? script("SELECT pg_advisory_unlock(\(lock))")
            }
        }
        guard locks.first == "t" else { return nil }
        do {
            // Not at the same time as a TRUNCATE, which also empties the counts, and not behind one that waits.
            try script(
                "BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = 1000; "
                    + "LOCK TABLE \(rank.table) IN ACCESS SHARE MODE")
            let folded = try script("SELECT \(rank.name("fold"))(\(locks.last == "t"), \(least))").first.flatMap {
                Int($0)
            }
            try script("COMMIT")
            if let folded, folded >= ServerLimits.unfoldedCounts { try clearAway(rank) }
            return folded
        } catch {
            _ = try? script("ROLLBACK")
            throw error
        }
    }

    /// Frees the space of folded rows. Autovacuum runs once a minute, and in that time busy writers leave
    /// a million dead rows for each reader to skip.
    private func clearAway(_ rank: PostgresRank) throws {
        // Only the owner of the tables may do that.
        let isOwner = try script(
            "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass(\(SQLName.literal(rank.deltas)))"
        )
        guard isOwner == ["t"] else { return }
        for table in [rank.deltas, rank.buffer] { try script("VACUUM (SKIP_LOCKED) \(table)") }
    }

    /// The first column of a statement's rows as texts.
    func column(_ sql: String, _ bindings: [DatabaseValue]) throws -> [String] {
        var texts: [String] = []
        try forEachRow(sql, bindings) { texts.append($0.string(0)) }
        return texts
    }

    /// The first row of a statement as texts.
    func text(_ sql: String, _ bindings: [DatabaseValue]) throws -> [String] {
        var texts: [String] = []
        try forEachRow(sql, bindings) { row in
            if texts.isEmpty { texts = (0..<row.count).map(row.string) }
        }
        return texts
    }
}
