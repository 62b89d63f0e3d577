/// The statements that make a rank index. They are compared as text with those in a database.
extension PostgresRank {

    /// The tables, and the rights to read them: those of the table.
    var tables: [String] {
        let definitions = columns.enumerated().map { "c\($0) \($1.type.sql)" }.joined(separator: ", ")
        return [
            "CREATE TABLE \(nodes) (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, level int2 NOT NULL, parent int, "
                + "head int2 NOT NULL, \(definitions), count int8 NOT NULL) WITH (fillfactor = 50)",
            "CREATE INDEX ON \(nodes) (parent)",
            "CREATE TABLE \(deltas) (\(definitions), n int8 NOT NULL)\(vacuuming)",
            "CREATE TABLE \(buffer) (parent int NOT NULL, \(definitions), n int8 NOT NULL)\(vacuuming)",
            "CREATE INDEX ON \(buffer) (parent)",
            "CREATE TABLE \(off) (why text NOT NULL)", "CREATE TABLE \(seen) (marks text NOT NULL)",
            heads,
            PostgresGrants.sql(of: table, on: [nodes, deltas, buffer, off, seen, PostgresRankCatalog.table(schema)]),
        ]
    }

    /// Rows of these tables come and go, so vacuuming must not wait for a share of their greatest size.
    private var vacuuming: String { " WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)" }

    /// The first bucket of each level.
    private var heads: String {
        """
        WITH top AS (INSERT INTO \(nodes) (level, head, count) VALUES (3, 0, 0) RETURNING id), \
        high AS (INSERT INTO \(nodes) (level, parent, head, count) SELECT 2, id, 0, 0 FROM top RETURNING id) \
        INSERT INTO \(nodes) (level, parent, head, count) SELECT 1, id, 0, 0 FROM high
        """
    }

    /// The triggers' names, and the statements that make them.
    var triggers: [(name: String, sql: String)] {
        [
            ("insert", "INSERT", "REFERENCING NEW TABLE AS paging_new"),
            ("update", "UPDATE", "REFERENCING OLD TABLE AS paging_old NEW TABLE AS paging_new"),
            ("delete", "DELETE", "REFERENCING OLD TABLE AS paging_old"), ("truncate", "TRUNCATE", ""),
        ].map { name, event, tables in
            let name = "paging_rank_\(number)_\(name)"
            return (
                name,
                "CREATE TRIGGER \(name) AFTER \(event) ON \(table) \(tables) FOR EACH STATEMENT "
                    + "EXECUTE FUNCTION \(counting.name)(); \(PostgresFunction.always(name, on: table))"
            )
        }
    }

    /// The triggers' function, which notes the rows that came and went.
    var counting: PostgresFunction {
        let came = "SELECT \(values("t")), 1 AS n FROM paging_new AS t"
        let went = "SELECT \(values("t")), -1 AS n FROM paging_old AS t"
        // Most changes leave the order as it is.
        func moved(_ condition: String = "true") -> String {
            "SELECT \(keys), sum(n)::int AS n FROM (\(went) UNION ALL \(came)) AS s (\(keys), n) WHERE \(condition) GROUP BY \(keys) "
                + "HAVING sum(n) <> 0"
        }
        let few = rows
        let areFew = "(SELECT count(*) FROM (SELECT FROM paging_new LIMIT \(few + 1)) AS s) <= \(few)"
        let locks =
            "current_setting('transaction_isolation') = 'read committed' "
            + "AND pg_try_advisory_xact_lock_shared(\(splitLock)) AND to_regclass(\(SQLName.literal(nodes))) IS NOT NULL"
        // The first rows one by one, and any others by the bucket.
        func note(_ source: String) -> String {
            """
                INSERT INTO \(deltas) \(source) LIMIT \(few);
                GET DIAGNOSTICS noted = ROW_COUNT;
                IF noted = \(few) THEN
                  IF \(locks) THEN
                    INSERT INTO \(deltas) \(gathered("\(source) OFFSET \(few)"));
                  ELSE
                    INSERT INTO \(deltas) \(source) OFFSET \(few);
                  END IF;
                END IF;
            """
        }
        let work = """
              -- The buckets that are read here must be those of now, and stay until the transaction ends: so says the lock.
              IF TG_OP = 'INSERT' THEN
            \(note(came))
              ELSIF TG_OP = 'DELETE' THEN
            \(note(went))
              ELSIF TG_OP = 'UPDATE' THEN
                INSERT INTO \(deltas) \(moved(areFew));
                GET DIAGNOSTICS noted = ROW_COUNT;
                IF noted = 0 AND NOT \(areFew) THEN
                  IF \(locks) THEN
                    INSERT INTO \(deltas) \(gathered(moved()));
                  ELSE
                    INSERT INTO \(deltas) \(moved());
                  END IF;
                END IF;
              ELSE
                TRUNCATE \(nodes), \(deltas), \(buffer);
                \(heads);
              END IF;
            """
        let ending = "'paging.off_' || TG_RELID || '_\(number)'"
        let body = PostgresGuard(
            shape: shape, memory: "'paging.rank_' || TG_RELID || '_\(number)'", ours: [nodes, deltas, buffer],
            conditions: [isMarked],
            variables: "  noted bigint;", refusal: refusal, work: work,
            giveUp: PostgresGuard.note(
                "INSERT INTO \(off) VALUES (why)", unless: "SELECT FROM \(off)", setting: ending)
        ).body
        return PostgresFunction(name: name("count"), parameters: "", body: body, result: "trigger")
    }

    /// Many deltas as one for each bucket, with the key of one of its rows.
    private func gathered(_ source: String) -> String {
        """
        SELECT DISTINCT ON (bucket) \(keys), sum(n) OVER (PARTITION BY bucket) FROM (
                    SELECT s.*, count(*) FILTER (WHERE kind = 1) OVER (ORDER BY \(order()), kind ROWS UNBOUNDED PRECEDING) AS bucket
                    FROM (SELECT s.*, 0 AS kind FROM (\(source)) AS s (\(keys), n)
                      UNION ALL SELECT \(keys), 0, 1 FROM \(nodes) WHERE level = 1 AND head = 1) AS s) AS s
                  WHERE kind = 0
        """
    }

    /// All statements that a dry run shows.
    var statements: [String] {
        [PostgresRankCatalog.definition(schema)] + keyFunctions + [tableIndex, marking] + tables + [
            counting.sql, folding.sql, recounted.sql,
        ]
            + triggers.map(\.sql)
    }
}
