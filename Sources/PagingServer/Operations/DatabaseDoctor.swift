internal import Foundation

/// Finds problems that keep a database from being served well, with advice.
public enum DatabaseDoctor {
    /// A problem that was found.
    public struct Finding: Hashable, Sendable {
        /// The severity of a problem.
        public enum Weight: String, Sendable {
            /// The server does not work, or not for all lists.
            case fault
            /// The server works, but slower or with fewer features than possible.
            case advice
        }

        /// The severity.
        public let weight: Weight
        /// The finding.
        public let what: String
        /// The remedy.
        public let advice: String
    }

    /// Examines a database.
    ///
    /// - Parameters:
    ///   - place: the path of a SQLite file, or the address of a PostgreSQL database.
    ///   - isWritable: `true` if rows are written over HTTP.
    /// - Returns: the problems, or none if all is well.
    /// - Throws: ``SQLiteError`` or ``PostgresError`` if it cannot be read at all.
    public static func findings(_ place: String, isWritable: Bool = false) throws -> [Finding] {
        var findings: [Finding] = []
        func find(_ weight: Finding.Weight, _ what: String, _ advice: String) {
            findings.append(Finding(weight: weight, what: what, advice: advice))
        }
        let (lists, reader): ([ListDescription], DatabaseConnection)
        if Database.isAddress(place) {
            let connection = try PostgresConnection(PostgresAddress(place))
            // A table that is being altered is reported, without waiting for it.
            try connection.script("SET lock_timeout = \(ServerLimits.busyMilliseconds)")
            (lists, reader) = (try PostgresCatalog(connection).lists(), .postgres(connection))
            findings += try PostgresExamination(connection).findings(isWritable: isWritable)
            if connection.isPooled {
                find(
                    .advice, "A pooler is in between.",
                    "It works; statements are not prepared, and rank indexes are not folded: run 'paging index --fold' from cron at the server's own address."
                )
                return findings
            }
        } else {
            let connection = try SQLiteConnection(path: place, mode: .readOnly)
            (lists, reader) = (try ListCatalog(connection).lists, .sqlite(connection))
        }
        if lists.isEmpty {
            find(.fault, "There is nothing to serve.", "Grant SELECT on tables, and USAGE on their schema.")
        }
        for list in lists where !list.isView && list.declaredKey == nil {
            find(
                .advice, "Rows of '\(list.name)' have no key.",
                "With a primary key they can be asked for, kept right and written to.")
        }
        let (logs, ranks) = (try ChangeLogs.open(place).logs(), try RankIndexes.open(place).indexes())
        findings += try ListExamination(
            connection: reader, lists: lists, logged: Set(logs.map(\.list)), ranked: Set(ranks.map(\.list))
        ).findings()
        for log in logs where !log.isUsable {
            find(
                .fault, "The log of '\(log.list)' cannot be used: \(log.ending ?? "the table has changed").",
                "Make it anew: paging migrate DATABASE")
        }
        for index in ranks where !index.isUsable {
            find(
                .fault,
                "The rank index of '\(index.list)' by \(index.order) cannot be used"
                    + (index.ending.map { ": \($0)." } ?? "."),
                "Make it anew: paging migrate DATABASE")
        }
        for index in try SearchIndexes.open(place).indexes() where !index.isUsable {
            find(
                .fault, "The full-text index of '\(index.list)' cannot be used.",
                "Make it anew: paging migrate DATABASE")
        }
        return findings
    }
}

/// Checks of a PostgreSQL server. Each is a query with at most one row.
struct PostgresExamination {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// The query, and the message if it returns a row. The row's first column replaces `%`.
    private static let questions: [(weight: DatabaseDoctor.Finding.Weight, sql: String, what: String, advice: String)] =
        [
            (
                .fault,
                "SELECT current_setting('server_version') WHERE current_setting('server_version_num')::int < 130000",
                "PostgreSQL % is older than 13.", "Logs and full-text indexes need PostgreSQL 13 or later."
            ),
            (
                .fault,
                "SELECT current_setting('max_connections') WHERE current_setting('max_connections')::int < \(ServerLimits.allConnections)",
                "max_connections is %.",
                "A server takes up to \(ServerLimits.allConnections) connections: raise it, or put a pooler in between."
            ),
            (
                .advice, "SELECT 1 WHERE current_setting('autovacuum') = 'off'", "autovacuum is off.",
                "Turn it on: the planner's estimates, and so totals and costs, are of old."
            ),
            (
                .advice,
                "SELECT string_agg(quote_ident(c.relname), ', ') FROM pg_class c WHERE c.relkind = 'r' AND c.reltuples < 0 AND c.relnamespace = ANY (current_schemas(false)::regnamespace[]::oid[]) AND pg_relation_size(c.oid) > 0 AND c.relname !~ '^paging_' HAVING count(*) > 0",
                "Never analyzed: %.", "Estimated totals and costs are guesses: ANALYZE."
            ),
            (
                .advice,
                "SELECT string_agg(quote_ident(relname), ', ') FROM pg_stat_user_tables WHERE schemaname = ANY (current_schemas(false)) AND n_dead_tup > 10000 AND n_dead_tup > n_live_tup HAVING count(*) > 0",
                "More dead rows than others: %.", "VACUUM, and look for what keeps autovacuum from them."
            ),
            (
                .advice,
                "SELECT max(extract(epoch FROM now() - xact_start))::int8 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() HAVING max(now() - xact_start) > '5 minutes'",
                "A transaction has been open for % seconds.",
                "It keeps dead rows, and indexes from being made: end it, and set idle_in_transaction_session_timeout."
            ),
            (
                .advice,
                "SELECT string_agg(quote_ident(c.relname), ', ') FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT i.indisvalid AND c.relnamespace = ANY (current_schemas(false)::regnamespace[]::oid[]) HAVING count(*) > 0",
                "Indexes that are not valid: %.", "Drop them, or REINDEX INDEX CONCURRENTLY."
            ),
            (
                .advice,
                "SELECT string_agg(quote_ident(c.relname), ', ') FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY (current_schemas(false)::regnamespace[]::oid[]) AND c.relname !~ '^paging_' AND NOT has_table_privilege(c.oid, 'SELECT') HAVING count(*) > 0",
                "This role may not read: %.", "GRANT SELECT where they are to be served."
            ),
            (
                .advice, "SELECT 1 WHERE current_setting('synchronous_commit') = 'off'", "synchronous_commit is off.",
                "After a crash the last commits may be missing; clients then load anew."
            ),
            (
                .advice, "SELECT 1 WHERE pg_is_in_recovery()", "This is a standby.",
                "Name the primary, and this one with --replica: streams and logs are the primary's."
            ),
        ]

    /// Checks if rows are written over HTTP.
    private static let ofWriters: [(weight: DatabaseDoctor.Finding.Weight, sql: String, what: String, advice: String)] =
        [
            (
                .advice, "SELECT 1 WHERE to_regclass('\(WrittenRequests.table)') IS NULL AND NOT pg_is_in_recovery()",
                "There is no table for Idempotency-Key.", "Make it: paging migrate DATABASE"
            ),
            (
                .advice,
                "SELECT string_agg(quote_ident(c.relname), ', ') FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ANY (current_schemas(false)::regnamespace[]::oid[]) AND c.relname !~ '^paging_' AND has_table_privilege(c.oid, 'SELECT') AND NOT (has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')) HAVING count(*) > 0",
                "This role may not write to: %.", "GRANT INSERT, UPDATE, DELETE where they are to be written to."
            ),
        ]

    func findings(isWritable: Bool) throws -> [DatabaseDoctor.Finding] {
        let questions = PostgresExamination.questions + (isWritable ? PostgresExamination.ofWriters : [])
        return try questions.compactMap { question in
            // A table that is being altered is skipped.
            guard let answer = try connection.unlessLocked({ try connection.script(question.sql).first }) else {
                return nil
            }
            return DatabaseDoctor.Finding(
                weight: question.weight, what: question.what.replacing("%", with: answer), advice: question.advice)
        }
    }
}
