/// The answers to requests with an `Idempotency-Key`, in a table of the same database, so that an answer is stored exactly if its change is.
///
/// Source: the Internet-Draft "The Idempotency-Key HTTP Header Field" (draft-ietf-httpapi-idempotency-key-header).
struct WrittenRequests {
    static let table = "paging_written"
    let connection: DatabaseConnection

    /// The earlier answer to a request, or `nil` if the key is new.
    ///
    /// - Throws: a problem (422) if the key belongs to another request.
    func answer(to request: WriteRequest) throws -> Response? {
        guard let key = request.idempotencyKey else { return nil }
        try reserve(key)
        let oldest = Platform.secondsSince1970 - ServerLimits.idempotencySeconds
        try connection.forEachRow(
            "DELETE FROM \(WrittenRequests.table) WHERE written_at < \(oldest)"
        ) { _ in }
        var answer: Response?
        var isOther = false
        try connection.forEachRow(
            "SELECT request, status, location, tag, body FROM \(WrittenRequests.table) WHERE key = ?1", [text(key)]
        ) { row in
            isOther = row.value(0) != text(request.fingerprint)
            var response = Response(status: Int(row.int64(1)), body: row.value(4).bytes ?? [])
            response.headers = RowAnswer.headers(
                location: row.value(2).bytes.map { String(decoding: $0, as: UTF8.self) },
                tag: row.value(3).bytes.map { String(decoding: $0, as: UTF8.self) })
            response.headers.append(("Idempotency-Replayed", "true"))
            answer = response
        }
        guard !isOther else { throw Problem.otherRequest }
        return answer
    }

    /// Serializes equal requests, so that the second finds the answer of the first, and creates the table if it is missing.
    ///
    /// SQLite has only one writer at a time. On PostgreSQL a lock of the key lasts until the end of the transaction. No other program takes it.
    private func reserve(_ key: String) throws {
        guard case .postgres(let connection) = connection else {
            for statement in WrittenRequests.definition { try self.connection.forEachRow(statement) { _ in } }
            return
        }
        try lock(key, connection)
        let isMissing = "SELECT 1 WHERE to_regclass('\(WrittenRequests.table)') IS NULL"
        guard try connection.value(isMissing) != nil else { return }
        // If two sessions create a table at once, one fails, even with `IF NOT EXISTS`.
        try lock("", connection)
        guard try connection.value(isMissing) != nil else { return }
        do {
            for statement in WrittenRequests.definition { try connection.script(statement) }
        } catch {
            throw error.reason == .notPermitted ? Problem.needsWrittenRequests : error
        }
    }

    private func lock(_ name: String, _ connection: PostgresConnection) throws {
        let sql = "SELECT pg_advisory_xact_lock(hashtextextended('\(WrittenRequests.table) ' || ?1::text, 0))"
        try connection.forEachRow(sql, [text(name)]) { _ in }
    }

    /// The statements that create the table.
    static let definition = [
        """
        CREATE TABLE IF NOT EXISTS \(table) (key TEXT PRIMARY KEY, request TEXT NOT NULL, \
        status BIGINT NOT NULL, location TEXT, tag TEXT, body TEXT NOT NULL, written_at BIGINT NOT NULL)
        """, "CREATE INDEX IF NOT EXISTS \(table)_at ON \(table) (written_at)",
    ]

    /// Stores an answer, in the transaction of its change.
    func keep(_ answer: Response, to request: WriteRequest) throws {
        guard let key = request.idempotencyKey else { return }
        try connection.forEachRow(
            "INSERT INTO \(WrittenRequests.table) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            [
                text(key), text(request.fingerprint), .integer(Int64(answer.status)),
                answer.header("Location").map(text) ?? .null, answer.header("ETag").map(text) ?? .null,
                .text(answer.body), .integer(Platform.secondsSince1970),
            ]
        ) { _ in }
    }

    private func text(_ string: String) -> DatabaseValue { .text(Array(string.utf8)) }
}

extension DatabaseValue {
    /// The bytes of a text, or `nil` for any other value.
    fileprivate var bytes: [UInt8]? {
        if case .text(let bytes) = self { bytes } else { nil }
    }
}
