/// The statements that make a log. Verified as text when a database is looked at.
extension PostgresLog {
    /// The tables, the sequence, and who may read them: whoever may read the table.
    var tables: [String] {
        let definitions = types.enumerated().map { "k\($0) \($1) NOT NULL" }.joined(separator: ", ")
        return [
            "CREATE TABLE \(changes) (n int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, txid xid8 NOT NULL, \(definitions), "
                + "existed boolean NOT NULL, columns int8 NOT NULL)",
            "CREATE INDEX ON \(changes) (txid, n)",
            // `whole`: what happened up to this number is not known row by row.
            "CREATE TABLE \(commits) (txid xid8 PRIMARY KEY, seq int8 UNIQUE, at int8, whole boolean NOT NULL DEFAULT false)",
            "CREATE SEQUENCE \(name("number"))",
            PostgresGrants.sql(of: table, on: [changes, commits, PostgresLogCatalog.table(schema)]),
        ]
    }

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
                    + "EXECUTE FUNCTION \(noting.name)()"
            )
        }
    }

    /// What gives a transaction its number.
    var commitTrigger: String {
        "CREATE CONSTRAINT TRIGGER paging_log_\(number)_commit AFTER INSERT ON \(commits) DEFERRABLE INITIALLY DEFERRED "
            + "FOR EACH ROW EXECUTE FUNCTION \(numbering.name)()"
    }

    private func key(_ row: String) -> String {
        identity.map { "\(row).\(SQLName.quoted($0))" }.joined(separator: ", ")
    }

    /// What the triggers run: it notes what happened to which rows.
    var noting: PostgresFunction {
        // Equal by the column's own measure, for the join, and the same to the last byte, as clients compare keys.
        let isSame =
            identity.map { "o.\(SQLName.quoted($0)) = n.\(SQLName.quoted($0))" }.joined(separator: " AND ")
            + " AND record_image_eq(ROW(\(key("o"))), ROW(\(key("n"))))"
        let mask = columns.enumerated().map { place, column in
            "CASE WHEN record_image_ne(ROW(o.\(SQLName.quoted(column))), ROW(n.\(SQLName.quoted(column)))) "
                + "THEN \(ChangeLog.bit(ofColumn: place)) ELSE 0 END::int8"
        }.joined(separator: " | ")
        let into = "INSERT INTO \(changes) (txid, \(keys), existed, columns)"
        let body = """

            DECLARE
              me xid8 := pg_current_xact_id();
            BEGIN
              IF TG_OP = 'INSERT' THEN
                \(into) SELECT me, \(key("n")), false, -1 FROM paging_new AS n;
              ELSIF TG_OP = 'DELETE' THEN
                \(into) SELECT me, \(key("o")), true, -1 FROM paging_old AS o;
              ELSIF TG_OP = 'UPDATE' THEN
                \(into)
                  SELECT me, s.* FROM (
                    SELECT \(key("o")), true, \(mask) AS paging_mask FROM paging_old AS o JOIN paging_new AS n ON \(isSame)) AS s
                    WHERE s.paging_mask <> 0
                  UNION ALL SELECT me, \(key("o")), true, -1 FROM paging_old AS o
                    WHERE NOT EXISTS (SELECT FROM paging_new AS n WHERE \(isSame))
                  UNION ALL SELECT me, \(key("n")), false, -1 FROM paging_new AS n
                    WHERE NOT EXISTS (SELECT FROM paging_old AS o WHERE \(isSame));
              ELSE
                INSERT INTO \(commits) (txid, whole) VALUES (me, true) ON CONFLICT (txid) DO UPDATE SET whole = true;
                RETURN NULL;
              END IF;
              IF FOUND THEN
                INSERT INTO \(commits) (txid) VALUES (me) ON CONFLICT DO NOTHING;
              END IF;
              RETURN NULL;
            END
            """
        return PostgresFunction(name: name("note"), parameters: "", body: body, result: "trigger")
    }

    /// What numbers transactions.
    var numbering: PostgresFunction {
        let body = """

            BEGIN
              PERFORM pg_advisory_xact_lock(\(PostgresLog.commitLock));
              UPDATE \(commits) SET seq = nextval(\(SQLName.literal(name("number")))), at = extract(epoch FROM clock_timestamp())::int8
                WHERE txid = NEW.txid;
              PERFORM pg_notify('\(PostgresLog.channel)', '');
              RETURN NULL;
            END
            """
        return PostgresFunction(name: name("number_commit"), parameters: "", body: body, result: "trigger")
    }

    /// What forgets the oldest changes.
    var pruning: PostgresFunction {
        let body = """

            DECLARE
              floor int8;
            BEGIN
              IF NOT pg_try_advisory_xact_lock(hashtextextended(\(SQLName.literal(name("prune"))), 0)) THEN
                RETURN 0;
              END IF;
              SELECT c.seq INTO floor FROM \(commits) AS c WHERE c.txid = (
                SELECT s.txid FROM \(changes) AS s WHERE s.n <= (SELECT max(n) FROM \(changes)) - \(keep) ORDER BY s.n DESC LIMIT 1);
              IF floor IS NULL THEN
                RETURN 0;
              END IF;
              DELETE FROM \(changes) AS s USING \(commits) AS c WHERE s.txid = c.txid AND c.seq <= floor;
              UPDATE \(commits) SET whole = true WHERE seq = floor;
              DELETE FROM \(commits) WHERE seq < floor;
              RETURN floor;
            END
            """
        return PostgresFunction(name: name("prune"), parameters: "", body: body, result: "bigint")
    }

    /// All statements, in order.
    var statements: [String] {
        tables + [noting.sql, numbering.sql, pruning.sql, commitTrigger] + triggers.map(\.sql)
    }
}
