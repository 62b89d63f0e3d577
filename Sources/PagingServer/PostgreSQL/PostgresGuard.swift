/// The body of a trigger that never makes its statement fail.
///
/// A block with an exception handler is a subtransaction with a number of its own. PostgreSQL remembers 64 of these for each transaction
/// before all readers become slower. So the work is done without one if nothing can fail: the table and our objects are as they
/// were, and the transaction sees the current catalog. A transaction of one state (`REPEATABLE READ`) may see an older one.
///
/// Reading the catalog costs as much as the work, and each expression costs more the first time in a transaction. A transaction that has
/// written holds locks on the table and on our objects until it ends, so only it can alter them. PostgreSQL counts what a transaction does to
/// each table: it has altered nothing if there is nothing more for the catalog since the last look.
struct PostgresGuard {
    /// The columns that the table had.
    let shape: PostgresShape
    /// The setting, in SQL, that remembers the last look until the transaction ends, and `number` with it.
    let memory: String
    /// The tables that the work writes to.
    let ours: [String]
    /// Further conditions for the work, in SQL.
    var conditions: [String] = []
    /// Variables, as PL/pgSQL declares them.
    var variables = ""
    /// Statements that check if the work can be done. If not, they set `is_known` to false, and `why`.
    var refusal = ""
    /// The work itself.
    let work: String
    /// The statements if the work cannot be done; the reason is in `why`.
    let giveUp: String

    /// Statements that note the end of a log or an index, in a table that may have such a note already.
    ///
    /// Once a session, because reading the note would be a conflict of serializable transactions. Other transactions read it, because some
    /// programs have a session for each statement.
    static func note(_ statement: String, unless isNoted: String, setting: String) -> String {
        """
                IF coalesce(current_setting(\(setting), true), '') = '' THEN
                  IF current_setting('transaction_isolation') = 'serializable' OR NOT EXISTS (\(isNoted)) THEN
                    \(statement);
                  END IF;
                  PERFORM set_config(\(setting), 'yes', false);
                END IF;
        """
    }

    /// The transaction, and the number of catalog rows that it has changed: names of schemas, tables and columns, and types.
    private static let look =
        "concat(pg_current_xact_id_if_assigned(), ' ', "
        + [
            "pg_stat_get_xact_tuples_updated('pg_namespace'::regclass)",
            "pg_stat_get_xact_tuples_updated('pg_class'::regclass)",
            "pg_stat_get_xact_tuples_deleted('pg_class'::regclass)",
            "pg_stat_get_xact_tuples_updated('pg_attribute'::regclass)",
        ].joined(separator: " + ") + ", ' ')"

    /// The work. Afterwards the look at the catalog is remembered.
    private var remembered: String {
        """
        \(work)
                IF looked IS NULL OR mark <> concat(looked, number) THEN
                  mark := set_config(\(memory), concat(\(PostgresGuard.look), number), true);
                END IF;
        """
    }

    var body: String {
        let areThere = ours.map { "to_regclass(\(SQLName.literal($0))) IS NOT NULL" }
        let isKnown = (areThere + conditions + [shape.isUnchanged(of: "TG_RELID")]).joined(separator: " AND ")
        return """

            #variable_conflict use_variable
            DECLARE
              is_latest boolean := current_setting('transaction_isolation') LIKE 'read%';
              -- No table is read for it: that would be a conflict of serializable transactions. A savepoint that is rolled back takes it along.
              mark text := coalesce(current_setting(\(memory), true), '');
              looked text;
              number int8;
              is_known boolean;
              why text := 'the columns of the table have changed';
            \(variables)
            BEGIN
              IF mark <> '' THEN
                looked := \(PostgresGuard.look);
                number := CASE WHEN starts_with(mark, split_part(looked, ' ', 1) || ' ') AND mark ~ '^[0-9]+ [0-9]+ [0-9]{1,18}$'
                  THEN split_part(mark, ' ', 3)::int8 END;
                is_known := is_latest AND TG_OP <> 'TRUNCATE' AND current_setting('track_counts') = 'on' AND starts_with(mark, looked);
              END IF;
              IF is_known IS NOT TRUE THEN
                is_known := \(isKnown);
              END IF;
            \(refusal.isEmpty ? "" : "IF is_latest THEN \(refusal) END IF;")
              IF is_known AND is_latest THEN
            \(remembered)
                RETURN NULL;
              END IF;
              BEGIN
            \(refusal)
                IF is_known THEN
            \(remembered)
                ELSE
            \(giveUp)
                END IF;
              EXCEPTION WHEN OTHERS THEN
                why := SQLERRM;
                BEGIN
            \(giveUp)
                EXCEPTION WHEN OTHERS THEN
                  -- What is ours is gone. What is theirs goes on.
                  NULL;
                END;
              END;
              RETURN NULL;
            END
            """
    }
}
