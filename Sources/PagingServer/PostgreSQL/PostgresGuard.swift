/// The body of a trigger that never makes the statement fail which fires it.
///
/// A block with an exception handler is a subtransaction, with a number of its own, of which PostgreSQL remembers 64 for each transaction
/// before all readers become slower. So the work is done without one where nothing can fail: the table and what is ours are as they
/// were, and the transaction sees the catalog of now. A transaction of one state (`REPEATABLE READ`) may see an older one.
struct PostgresGuard {
    /// The columns that the table had, see ``PostgresTableKind/shape(of:_:)``.
    let shape: String
    /// The columns that matter; `nil` for all.
    var columns: [String]?
    /// The tables that the work writes to.
    let ours: [String]
    /// Further conditions for the work, in SQL.
    var conditions: [String] = []
    /// Variables, as PL/pgSQL declares them.
    var variables = ""
    /// Statements that find that the work cannot be done: they set `is_known` to false, and `why`.
    var refusal = ""
    /// The task.
    let work: String
    /// The last resort: it says so, with the reason in `why`.
    let giveUp: String

    /// Statements that note the end of what a trigger keeps, in a table that may have such a note already.
    ///
    /// Once a session: to look whether it is noted would be a conflict of serializable transactions. Others look as well, as some
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

    var body: String {
        let areThere = ours.map { "to_regclass(\(SQLName.literal($0))) IS NOT NULL" }
        let isKnown = (areThere + conditions).joined(separator: " AND ")
        return """

            #variable_conflict use_variable
            DECLARE
              is_latest boolean := current_setting('transaction_isolation') LIKE 'read%';
              is_known boolean := \(isKnown) AND coalesce(\(PostgresTableKind.shape(of: "TG_RELID", columns)) = \(SQLName.literal(shape)), false);
              why text := 'the columns of the table have changed';
            \(variables)
            BEGIN
              IF is_latest THEN
            \(refusal)
                NULL;
              END IF;
              IF is_known AND is_latest THEN
            \(work)
                RETURN NULL;
              END IF;
              BEGIN
            \(refusal)
                IF is_known THEN
            \(work)
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
