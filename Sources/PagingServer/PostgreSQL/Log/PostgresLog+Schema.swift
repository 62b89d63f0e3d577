/// The statements that make a log. They are compared as text with those in a database.
extension PostgresLog {
    /// The tables, the sequence, and the rights to read them: those of the table.
    var tables: [String] {
        let definitions = types.enumerated().map { "k\($0) \($1.sql) NOT NULL" }.joined(separator: ", ")
        // Empty pages at the end are kept, because autovacuum would block writers for a moment to free them.
        let options = " WITH (vacuum_truncate = off)"
        return [
            "CREATE TABLE \(changes) (e int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int8 NOT NULL, \(definitions), "
                + "existed boolean NOT NULL, columns int8 NOT NULL)\(options)",
            "CREATE INDEX ON \(changes) (n)",
            // `whole`: up to this number, changes are not known row by row. `ended`: the reason why the log ended.
            // `mark`: differs from that of another commit with the same number after a copy of the database was restored.
            "CREATE TABLE \(commits) (n int8 PRIMARY KEY, at int8, life int8, whole boolean NOT NULL DEFAULT false, ended text, "
                + "mark int4 NOT NULL DEFAULT hashtext(gen_random_uuid()::text) & \(Int32.max - 1) | 1)\(options)",
            // One index for both, because every writer locks each index.
            "CREATE INDEX ON \(commits) (n) WHERE whole OR ended IS NOT NULL",
            "CREATE SEQUENCE \(sequence)",
            // `suspects`: the transactions that may have drawn these numbers.
            "CREATE TABLE \(gaps) (first int8 NOT NULL, last int8 NOT NULL, suspects xid8[])\(options)",
            // The numbers that were not checked yet are one gap without an end.
            "INSERT INTO \(gaps) VALUES (1, \(Int64.max), NULL)",
            "CREATE UNLOGGED TABLE \(life) (life int8 NOT NULL)", "INSERT INTO \(life) VALUES (\(newLife))",
            PostgresGrants.sql(of: table, on: [changes, commits, gaps, life, PostgresLogCatalog.table(schema)]),
        ]
    }

    /// The first part of the keys of locks, which names the log.
    private var lockClass: String { "\(SQLName.literal(commits))::regclass::oid::int4" }
    private var newLife: String { "('x' || substr(md5(gen_random_uuid()::text), 1, 15))::bit(60)::int8" }
    private var nextNumber: String { "nextval(\(SQLName.literal(sequence)))" }
    /// The number of the row with the reason why the log ended. It is not from the sequence, which may be gone.
    private var lastNumber: String {
        "coalesce(nextval(to_regclass(\(SQLName.literal(sequence)))), (SELECT max(c.n) + 1 FROM \(commits) AS c), 1)"
    }
    private var clock: String { "extract(epoch FROM clock_timestamp())::int8" }

    /// The triggers' names, and the statements that make them.
    var triggers: [(name: String, sql: String)] {
        let events = [
            ("insert", "INSERT", "REFERENCING NEW TABLE AS paging_new"),
            ("update", "UPDATE", "REFERENCING OLD TABLE AS paging_old NEW TABLE AS paging_new"),
            ("delete", "DELETE", "REFERENCING OLD TABLE AS paging_old"), ("truncate", "TRUNCATE", ""),
        ]
        return events.map { name, event, tables in
            let name = "paging_log_\(number)_\(name)"
            return (
                name,
                "CREATE TRIGGER \(name) AFTER \(event) ON \(table) \(tables) FOR EACH STATEMENT "
                    + "EXECUTE FUNCTION \(noting.name)(); \(PostgresFunction.always(name, on: table))"
            )
        }
    }

    private func key(_ row: String) -> String {
        identity.map { "\(row).\(SQLName.quoted($0))" }.joined(separator: ", ")
    }

    /// The triggers' function, which notes the changes of rows.
    var noting: PostgresFunction {
        let ending = "'paging.ended_' || TG_RELID || '_\(number)'"
        let body = PostgresGuard(
            shape: shape, memory: "'paging.log_' || TG_RELID || '_\(number)'",
            ours: [changes, commits, life, sequence],
            variables: """
                  noted int8;
                  alive int8;
                  is_held boolean;
                """,
            work: work,
            giveUp: PostgresGuard.note(
                "INSERT INTO \(commits) (n, at, ended) VALUES (\(lastNumber), \(clock), why)",
                unless: "SELECT FROM \(commits) WHERE ended IS NOT NULL", setting: ending)
        ).body
        return PostgresFunction(name: name("note"), parameters: "", body: body, result: "trigger")
    }

    /// Notes the changes of a statement, and draws a number for the transaction at its first change.
    private var work: String {
        // A statement locks its table before it computes anything, so a transaction with a number has the lock on one of both tables.
        // The number is drawn with the first row, so statements that change nothing draw none.
        let into =
            "INSERT INTO \(changes) (n, \(keys), existed, columns) SELECT coalesce(number, (SELECT \(nextNumber)))"
        return """
                IF TG_OP = 'UPDATE' THEN
                  \(into), \(updated);
                ELSIF TG_OP = 'INSERT' THEN
                  \(into), \(key("n")), false, -1 FROM paging_new AS n;
                ELSIF TG_OP = 'DELETE' THEN
                  \(into), \(key("o")), true, -1 FROM paging_old AS o;
                ELSIF number IS NOT NULL THEN
                  UPDATE \(commits) AS c SET whole = true WHERE c.n = number;
                END IF;
                GET DIAGNOSTICS noted = ROW_COUNT;
                IF number IS NULL AND (noted > 0 OR TG_OP = 'TRUNCATE') THEN
                  INSERT INTO \(commits) (n, at, life, whole)
                    SELECT CASE TG_OP WHEN 'TRUNCATE' THEN \(nextNumber) ELSE currval(\(SQLName.literal(sequence))) END, \(clock),
                      (SELECT l.life FROM \(life) AS l LIMIT 1), TG_OP = 'TRUNCATE'
                    RETURNING n, life INTO number, alive;
                  IF alive IS NULL AND is_latest THEN
                    INSERT INTO \(life) VALUES (\(newLife)) RETURNING life INTO alive;
                    UPDATE \(commits) AS c SET life = alive WHERE c.n = number;
                  END IF;
                  -- Of this number nobody else ever takes a lock. It tells which one is whose.
                  is_held := pg_try_advisory_xact_lock_shared(\(lockClass), (number % \(PostgresLog.lockCycle))::int4);
                END IF;
            """
    }

    /// SQL for the entries of an `UPDATE`, in one walk over its rows: `k0, …, existed, columns FROM …`. A row whose key changed counts as removed, and as inserted.
    private var updated: String {
        let isExact = identity.allSatisfy(shape.isExact)
        // Equal by the column's operator, for the join, and by all bytes, as clients compare keys.
        // Operators of extensions are not used: values of their types are compared by bytes.
        let isSame =
            zip(identity, types).filter(\.1.isBuiltIn).map { "o.\(SQLName.quoted($0.0)) = n.\(SQLName.quoted($0.0))" }
            + (isExact ? [] : ["ROW(\(key("o")))::record *= ROW(\(key("n")))::record"])
        let isAlone = ["o", "n"].map { "\($0).\(SQLName.quoted(identity[0])) IS NULL" }.joined(separator: " OR ")
        let others = columns.enumerated().filter { !identity.contains($0.element) }
            .map { (bit: ChangeLog.bit(ofColumn: $0.offset), isChanged: isChanged($0.element)) }
        let mask = others.map { "CASE WHEN \($0.isChanged) THEN int8 '\($0.bit)' ELSE int8 '0' END" }
        let keys = identity.map(SQLName.quoted).map { "coalesce(o.\($0), n.\($0))" }.joined(separator: ", ")
        return """
            \(keys), o.\(SQLName.quoted(identity[0])) IS NOT NULL,
                    CASE WHEN \(isAlone) THEN int8 '-1' ELSE \(mask.isEmpty ? "0" : mask.joined(separator: " | ")) END
                    FROM paging_old AS o FULL JOIN paging_new AS n ON \(isSame.joined(separator: " AND "))
                    WHERE \(([isAlone] + others.map(\.isChanged)).joined(separator: " OR "))
            """
    }

    /// An SQL condition: a column of a row has other bytes now.
    private func isChanged(_ column: String) -> String {
        let name = SQLName.quoted(column)
        return shape.isExact(column)
            ? "o.\(name) IS DISTINCT FROM n.\(name)" : "record_image_ne(ROW(o.\(name)), ROW(n.\(name)))"
    }

    /// SQL for the gaps below the highest number that is seen: `first, last, suspects`, without `suspects` if they were not checked yet.
    ///
    /// - Parameter isStandby: `true` for a standby, which does not know the open transactions, but the age of the oldest one.
    func openGaps(isStandby: Bool) -> String {
        let isOpen =
            isStandby
            ? "x >= pg_snapshot_xmin(pg_current_snapshot())" : "NOT pg_visible_in_snapshot(x, pg_current_snapshot())"
        return """
            SELECT s.previous + 1 AS first, s.n - 1 AS last, s.suspects FROM (
              SELECT u.n, u.suspects, lag(u.n, 1, u.first - 1) OVER (PARTITION BY u.first ORDER BY u.n) AS previous FROM (
                SELECT g.first, g.suspects, c.n FROM \(gaps) AS g JOIN \(commits) AS c ON c.n BETWEEN g.first AND g.last
                UNION ALL SELECT g.first, g.suspects, g.last + 1 FROM \(gaps) AS g WHERE g.last < \(Int64.max)) AS u) AS s
            WHERE s.n > s.previous + 1 AND (s.suspects IS NULL OR EXISTS (SELECT FROM unnest(s.suspects) AS x WHERE \(isOpen)))
            """
    }

    /// The function that keeps a log short: it finds the gaps that are closed for good, and removes the oldest changes.
    ///
    /// The transaction that drew a gap's number did so before the gap was seen. Since then it has held a lock of the table of commits, and one of that number
    /// from a moment later on. So it has ended, or is one of those that hold such locks afterwards: the suspects. If the number is still missing in a
    /// state after all suspects have ended, it was rolled back.
    var keeping: PostgresFunction {
        let body = """

            DECLARE
              alive int8;
              firsts int8[];
              lasts int8[];
              me int8;
              holders xid8[];
              numbers int8[];
              top int8;
              floor int8;
            BEGIN
              IF NOT pg_try_advisory_xact_lock(hashtextextended(\(SQLName.literal(name("keep"))), 0)) THEN
                RETURN 0;
              END IF;
              -- After a crash or on a new primary: the versions that were told before are over, which standbys hear by this row.
              IF EXISTS (SELECT FROM \(commits))
                  AND NOT EXISTS (SELECT FROM \(life) AS l WHERE l.life = (SELECT c.life FROM \(commits) AS c ORDER BY c.n DESC LIMIT 1)) THEN
                alive := (SELECT l.life FROM \(life) AS l ORDER BY l.life LIMIT 1);
                IF alive IS NULL THEN
                  INSERT INTO \(life) VALUES (\(newLife)) RETURNING life INTO alive;
                END IF;
                INSERT INTO \(commits) (n, at, life) VALUES (\(nextNumber), \(clock), alive);
              END IF;
              -- All of one state: what is missing in it, and which transactions are over in it.
              SELECT array_agg(g.first), array_agg(g.last), max(s.top) INTO firsts, lasts, top
                FROM (SELECT max(n) AS top FROM \(commits)) AS s LEFT JOIN (\(openGaps(isStandby: false))) AS g ON true;
              -- After that state. The lock tells a transaction's number without its epoch: the one that is nearest to this transaction's own.
              me := pg_current_xact_id()::text::int8;
              WITH l AS MATERIALIZED (SELECT * FROM pg_locks), t AS (
                SELECT virtualtransaction, (me + (transactionid::text::int8 - me % 4294967296 + 6442450944) % 4294967296 - 2147483648)
                  ::text::xid8 AS xid FROM l WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock'),
              own AS (SELECT virtualtransaction, top - (top - objid::int8) % \(PostgresLog.lockCycle) AS n FROM l
                WHERE locktype = 'advisory' AND objsubid = 2 AND classid = \(lockClass)::oid
                AND database = (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database()))
              SELECT coalesce(array_agg(t.xid), '{}'), coalesce(array_agg(own.n), '{}') INTO holders, numbers
                FROM (SELECT DISTINCT virtualtransaction FROM l WHERE locktype = 'relation'
                  AND relation IN (\(SQLName.literal(commits))::regclass, \(SQLName.literal(changes))::regclass)
                  AND mode = 'RowExclusiveLock' AND pid IS DISTINCT FROM pg_backend_pid()) AS h
                LEFT JOIN t USING (virtualtransaction) LEFT JOIN own USING (virtualtransaction);
              IF array_position(holders, NULL) IS NOT NULL THEN
                -- One whose locks are just being handed over, to be prepared: another time.
                RETURN 0;
              END IF;
              DELETE FROM \(gaps) AS g WHERE g.last = \(Int64.max) OR NOT EXISTS (SELECT FROM unnest(firsts) AS f WHERE f BETWEEN g.first AND g.last);
              INSERT INTO \(gaps) SELECT f.first, f.last, ARRAY(SELECT h.xid FROM unnest(holders, numbers) AS h (xid, n)
                  WHERE h.n IS NULL OR h.n BETWEEN f.first AND f.last) FROM unnest(firsts, lasts) AS f (first, last)
                WHERE f.first IS NOT NULL AND NOT EXISTS (SELECT FROM \(gaps) AS g WHERE f.first BETWEEN g.first AND g.last);
              INSERT INTO \(gaps) VALUES (coalesce(top, 0) + 1, \(Int64.max), NULL);
              floor := (SELECT s.n FROM \(changes) AS s WHERE s.e <= (SELECT max(e) FROM \(changes)) - \(keep) ORDER BY s.e DESC LIMIT 1);
              IF floor <= top THEN
                DELETE FROM \(changes) WHERE n <= floor;
                UPDATE \(commits) SET whole = true WHERE n = floor;
                DELETE FROM \(commits) WHERE n < floor AND ended IS NULL;
              END IF;
              RETURN coalesce(floor, 0);
            END
            """
        return PostgresFunction(name: name("keep"), parameters: "", body: body, result: "bigint")
    }

    /// The function that ends a log whose triggers no longer see everything. It checks that itself, so that every role may call it.
    var ending: PostgresFunction {
        let names = triggers.map { SQLName.literal($0.name) }.joined(separator: ", ")
        let body = """

            DECLARE
              relation oid := to_regclass(\(SQLName.literal(table)));
            BEGIN
              IF (SELECT count(*) FROM pg_trigger AS t WHERE t.tgrelid = relation AND t.tgname IN (\(names)) AND t.tgenabled = 'A')
                  < \(triggers.count) OR EXISTS (SELECT FROM pg_inherits AS i WHERE relation IN (i.inhrelid, i.inhparent))
                  OR EXISTS (SELECT FROM pg_subscription_rel AS s WHERE s.srrelid = relation) THEN
                INSERT INTO \(commits) (n, at, ended)
                  SELECT \(lastNumber), \(clock), 'statements were not seen by its triggers: they are or were disabled, or the table is a part of another one, or a subscriber''s'
                  WHERE NOT EXISTS (SELECT FROM \(commits) WHERE ended IS NOT NULL);
              END IF;
            END
            """
        return PostgresFunction(name: name("end"), parameters: "", body: body, result: "void")
    }

    /// All statements, in order. The triggers are last, because only they lock the table.
    var statements: [String] { foundation + triggers.map(\.sql) }

    /// The statements before the triggers.
    var foundation: [String] { tables + [noting.sql, keeping.sql, ending.sql] }
}
