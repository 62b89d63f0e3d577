extension PostgresRank {
    /// Adds deltas to the counts, and where it may, splits buckets that are too large and removes empty ones.
    ///
    /// It is called in a transaction that sees one state of everything (`REPEATABLE READ`), begun after its locks were had: see
    /// ``PostgresConnection/fold(_:)``.
    var folding: PostgresFunction {
        let body = """

            #variable_conflict use_column
            DECLARE
              folded bigint;
              bucket \(nodes)%ROWTYPE;
              part record;
              made int;
              -- Of the columns of the order: their names, which descend, and which have no value in a bucket's key.
              names text[] := ARRAY[\(columns.map { SQLName.literal("t." + SQLName.quoted($0.source)) }.joined(separator: ", "))];
              descends boolean[] := ARRAY[\(columns.map { "\($0.descends)" }.joined(separator: ", "))];
              nullable boolean[] := ARRAY[\(columns.map { "\($0.isNullable)" }.joined(separator: ", "))];
              nulls boolean[];
              same text;
              arms text[];
            BEGIN
              WITH gone AS (DELETE FROM \(deltas) RETURNING \(keys), n),
              sums AS (
                SELECT max(id) AS id, sum(n) AS n FROM (
                  SELECT id, n, count(id) OVER (ORDER BY head, \(order()), kind ROWS UNBOUNDED PRECEDING) AS place FROM (
                    SELECT id, head, \(keys), 1 AS kind, NULL::int8 AS n FROM \(nodes) WHERE level = 1
                    UNION ALL SELECT NULL, 1, \(keys), 0, n FROM gone) AS s) AS s
                GROUP BY place HAVING sum(n) <> 0),
              low AS (
                UPDATE \(nodes) AS t SET count = t.count + s.n FROM sums AS s WHERE t.id = s.id RETURNING t.parent, s.n),
              high AS (
                UPDATE \(nodes) AS t SET count = t.count + s.n
                FROM (SELECT parent, sum(n) AS n FROM low GROUP BY parent) AS s WHERE t.id = s.parent)
              SELECT count(*) INTO folded FROM gone;
              IF NOT splits THEN
                RETURN folded;
              END IF;
              FOR bucket IN SELECT * FROM \(nodes) WHERE level = 1 AND count > \(2 * rows) LOOP
                nulls := ARRAY[\(columns.indices.map { "bucket.c\($0) IS NULL" }.joined(separator: ", "))];
                arms := '{}';
                -- The rows after the key, as ranges that the index has.
                FOR depth IN REVERSE \(columns.count)..1 LOOP
                  same := '';
                  FOR i IN 1..depth - 1 LOOP
                    same := same || names[i] || CASE WHEN nulls[i] THEN ' IS NULL' ELSE ' = ($1).c' || i - 1 END || ' AND ';
                  END LOOP;
                  IF nulls[depth] AND NOT descends[depth] THEN
                    arms := arms || (same || names[depth] || ' IS NOT NULL');
                  ELSIF NOT nulls[depth] THEN
                    arms := arms || (same || names[depth] || CASE WHEN descends[depth] THEN ' < ' ELSE ' > ' END || '($1).c' || depth - 1);
                    IF descends[depth] AND nullable[depth] THEN
                      arms := arms || (same || names[depth] || ' IS NULL');
                    END IF;
                  END IF;
                END LOOP;
                IF bucket.head = 0 THEN
                  arms := '{true}';
                END IF;
                SELECT string_agg(format('(SELECT %s AS arm, \(literal(values("t"))) FROM \(literal(table)) AS t WHERE %s '
                    'ORDER BY \(literal(rowOrder("t"))) LIMIT %s)', number, arm, bucket.count), ' UNION ALL ')
                  INTO same FROM unnest(arms) WITH ORDINALITY AS s (arm, number);
                EXECUTE format('INSERT INTO \(literal(nodes)) (level, parent, head, \(keys), count) '
                    'SELECT 1, ($1).parent, 1, \(keys), least(\(rows), ($1).count - place) FROM ('
                    'SELECT s.*, row_number() OVER (ORDER BY arm, \(order())) AS place FROM (%s) AS s (arm, \(keys))) AS s '
                    'WHERE place %% \(rows) = 0 AND place < ($1).count', same) USING bucket;
                UPDATE \(nodes) SET count = \(rows) WHERE id = bucket.id;
              END LOOP;
              IF EXISTS (SELECT FROM \(nodes) WHERE count = 0 AND head = 1) THEN
                DELETE FROM \(nodes) WHERE level = 2 AND count = 0 AND head = 1;
                DELETE FROM \(nodes) AS t WHERE level = 1 AND NOT EXISTS (SELECT FROM \(nodes) AS s WHERE s.id = t.parent);
                -- A bucket stays where one of level 2 begins.
                DELETE FROM \(nodes) AS t USING (
                  SELECT id, row_number() OVER (PARTITION BY parent ORDER BY head, \(order())) AS place
                  FROM \(nodes) WHERE level = 1) AS s
                WHERE t.id = s.id AND s.place > 1 AND t.count = 0;
              END IF;
              FOR bucket IN SELECT * FROM \(nodes) AS t WHERE level = 2
                AND (SELECT count(*) FROM \(nodes) AS s WHERE s.parent = t.id) > \(2 * fanOut)
              LOOP
                FOR part IN SELECT (place - 1) / \(fanOut) AS number, array_agg(id ORDER BY place) AS ids, sum(count) AS total
                  FROM (SELECT id, count, row_number() OVER (ORDER BY head, \(order())) AS place
                    FROM \(nodes) WHERE parent = bucket.id) AS s GROUP BY 1
                LOOP
                  IF part.number = 0 THEN
                    UPDATE \(nodes) SET count = part.total WHERE id = bucket.id;
                  ELSE
                    INSERT INTO \(nodes) (level, head, \(keys), count)
                      SELECT 2, 1, \(keys), part.total FROM \(nodes) WHERE id = part.ids[1] RETURNING id INTO made;
                    UPDATE \(nodes) SET parent = made WHERE id = ANY (part.ids);
                  END IF;
                END LOOP;
              END LOOP;
              RETURN folded;
            END
            """
        return PostgresFunction(name: name("fold"), parameters: "splits boolean", body: body, result: "bigint")
    }

    /// SQL inside of a literal of a format.
    private func literal(_ sql: String) -> String {
        SQLName.literal(sql).dropFirst().dropLast().split(separator: "%", omittingEmptySubsequences: false)
            .joined(separator: "%%")
    }
}

extension PostgresConnection {
    /// Folds the deltas of an index into its counts.
    ///
    /// The locks are had before the transaction begins: it then sees every delta of statements that held them.
    ///
    /// - Returns: how many deltas were folded; `nil` where another process is at it.
    /// - Throws: ``PostgresError``.
    @discardableResult
    func fold(_ rank: PostgresRank) throws -> Int? {
        let locks = try script(
            "SELECT pg_try_advisory_lock(\(rank.foldLock)), pg_try_advisory_lock(\(rank.splitLock))")
        defer {
            for (lock, isHeld) in zip([rank.foldLock, rank.splitLock], locks) where isHeld == "t" {
                _ = try? script("SELECT pg_advisory_unlock(\(lock))")
            }
        }
        guard locks.first == "t" else { return nil }
        do {
            // Not beside a TRUNCATE, which empties the counts as well; and not behind one that waits.
            try script(
                "BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = 1000; "
                    + "LOCK TABLE \(rank.table) IN ACCESS SHARE MODE")
            let folded = try script("SELECT \(rank.name("fold"))(\(locks.last == "t"))")
            try script("COMMIT")
            return folded.first.flatMap { Int($0) }
        } catch {
            _ = try? script("ROLLBACK")
            throw error
        }
    }

    /// The first row of a statement as texts.
    func text(_ sql: String, _ bindings: [SQLiteValue]) throws -> [String] {
        var texts: [String] = []
        try forEachRow(sql, bindings) { row in
            if texts.isEmpty { texts = (0..<row.count).map(row.string) }
        }
        return texts
    }
}
