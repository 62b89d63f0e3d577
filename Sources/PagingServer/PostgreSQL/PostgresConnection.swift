internal import CPostgreSQL
internal import Foundation

/// One connection to a PostgreSQL server, with the statements it has prepared. For one thread at a time.
///
/// Statements are written as for SQLite, with `?1` for their first parameter.
final class PostgresConnection {
    let address: PostgresAddress
    private let handle: OpaquePointer
    private var statements: [StatementText: String] = [:]
    private var preparedCount = 0
    /// The objects that need maintenance.
    var due: [PostgresMaintenance.Task] = []
    /// `true` if the server was a standby in the last transaction. Unlogged tables cannot be read there.
    var isStandby = false
    /// The name of the server's history, as this session found it last, or `nil` if it has not looked or is on a standby.
    var history: String?
    /// `true` if the end of a transaction was sent and its result not read yet.
    private var isEnding = false
    /// `true` if it was cancelled. Written and read under the lock of ``WaitingClient``.
    private var isCalledOff = false
    /// The time limit of the body of `within`, in nanoseconds of the monotonic clock.
    private var deadline: UInt64 = .max
    /// The time from which a statement's own limit would end too long after that, and the tolerance.
    private var (shortensAt, slack): (UInt64, UInt64) = (.max, 0)

    /// The settings of sessions, so that values have the same form on every server, and no statement is compiled: that takes half a second for
    /// the catalog of an empty database, and two where there are thousands of tables, for a query that runs for ten milliseconds.
    private static let settings = [
        "DateStyle = 'ISO, YMD'", "IntervalStyle = 'iso_8601'", "TimeZone = 'UTC'", "extra_float_digits = 1",
        "bytea_output = 'hex'", "xmloption = 'content'", "plan_cache_mode = 'force_custom_plan'",
        "client_min_messages = 'warning'", "jit = off",
    ]
    /// `true` if there is a pooler in between, such as pgbouncer. Each transaction may then be in another session: nothing is prepared, set or
    /// locked for longer than one.
    let isPooled: Bool

    /// Connects.
    ///
    /// - Parameter needsSession: `true` if the connection cannot be used behind a pooler.
    /// - Throws: `unreachable`, `notPermitted`, `unknownDatabase`, `busy`, or the server's error.
    init(_ address: PostgresAddress, needsSession: Bool = false) throws(PostgresError) {
        let options: [(String, String)] = [
            ("connect_timeout", "\(ServerLimits.connectSeconds)"), ("fallback_application_name", "paging"),
            // Keepalives notice a server that disappeared without closing its connections.
            ("keepalives_idle", "\(ServerLimits.keepaliveSeconds)"),
            ("keepalives_interval", "\(ServerLimits.keepaliveSeconds / 3)"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "\(ServerLimits.unansweredMilliseconds)"),
            // Options behind the address override those in it.
            ("dbname", address.text), ("client_encoding", "UTF8"),
        ]
        let keywords = CStrings(options.map { Array($0.0.utf8) })
        let values = CStrings(options.map { Array($0.1.utf8) })
        let opened = keywords.withPointers { keywords in
            values.withPointers { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let opened else { throw address.error(.other, "open", "there is no memory left") }
        guard PQstatus(opened) == CONNECTION_OK else {
            defer { PQfinish(opened) }
            throw PostgresConnection.refusal(opened, address)
        }
        self.address = address
        handle = opened
        isPooled = PostgresConnection.isPooled(opened)
        if isPooled, needsSession {
            throw address.error(
                .other, "open",
                "a pooler such as pgbouncer is in between, and this takes locks for longer than a transaction; name the server itself"
            )
        }
        guard !isPooled else { return }
        let settings = PostgresConnection.settings.map { "SET " + $0 }.joined(separator: "; ")
        do { _ = try script(settings) } catch {
            throw address.error(error.reason, "open", error.message)
        }
    }

    deinit { PQfinish(handle) }

    /// The settings that are sent after each `BEGIN`; empty if the session has them.
    var transactionSettings: String {
        isPooled ? PostgresConnection.settings.map { "SET LOCAL \($0); " }.joined() : ""
    }

    /// A pooler gives numbers of its own sessions, not of PostgreSQL's.
    private static func isPooled(_ handle: OpaquePointer) -> Bool {
        let result = PQexec(handle, "SELECT pg_backend_pid()")
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK, let value = PQgetvalue(result, 0, 0) else { return false }
        return String(cString: value) != String(PQbackendPID(handle))
    }

    /// The reason why a connection failed. Its code is only known from a second attempt that asks for it.
    private static func refusal(_ handle: OpaquePointer, _ address: PostgresAddress) -> PostgresError {
        let message = String(cString: PQerrorMessage(handle)).trimmed
        if PQconnectionNeedsPassword(handle) == 1 {
            return address.error(.notPermitted, "open", "a password is needed")
        }
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        PQreset(handle)
        let words = String(cString: PQerrorMessage(handle)).split { " \n".contains($0) }
        let state = words.first { word in
            word.count == 6 && word.hasSuffix(":") && word.dropLast().allSatisfy { $0.isUppercase || $0.isNumber }
                && word.contains(where: \.isNumber)
        }
        let reason = state.map { PostgresError.Reason(state: String($0.dropLast())) } ?? .unreachable
        // `connection to server at "h", port 5432 failed: FATAL:  …` says the address, which ours says too.
        let short = message.split(separator: "FATAL:").last.map { String($0).trimmed } ?? message
        return address.error(reason, "open", short.split(separator: "\n").joined(separator: " "))
    }

    /// `true` if the connection can be used again: it is open, and not in a transaction.
    var isReusable: Bool {
        !isCalledOff && PQstatus(handle) == CONNECTION_OK
            && (isEnding || PQtransactionStatus(handle) == PQTRANS_IDLE)
    }

    /// Ends a transaction that only read, without waiting for the confirmation: ``hasEnded()`` does that before the next one.
    func endReading() {
        guard PQtransactionStatus(handle) == PQTRANS_INTRANS else {
            _ = try? script("ROLLBACK")
            return
        }
        isEnding = PQsendQuery(handle, "ROLLBACK") == 1
    }

    /// Waits for the end of the transaction that ``endReading()`` ended.
    ///
    /// - Returns: `true` if the connection can be used.
    func hasEnded() -> Bool {
        guard isEnding else { return true }
        isEnding = false
        while let result = PQgetResult(handle) { PQclear(result) }
        return isReusable
    }

    /// Cancels the statement of this connection, from another thread.
    ///
    /// The connection is not used again, because the cancelled statement may be its next one.
    func callOff() {
        isCalledOff = true
        guard let cancel = PQgetCancel(handle) else { return }
        PQcancel(cancel, nil, 0)
        PQfreeCancel(cancel)
    }

    /// `true` if the connection is closed.
    var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }

    /// Runs a transaction whose statements have a limit each; together they may take a tenth longer.
    func within<Result>(milliseconds: Int, _ body: () throws -> Result) rethrows -> Result {
        let (now, time) = (Platform.monotonicNanoseconds, UInt64(max(0, milliseconds)) * 1_000_000)
        (deadline, slack) = (now + time, time / 10)
        shortensAt = now + slack
        defer { (deadline, shortensAt) = (.max, .max) }
        return try body()
    }

    /// Limits a statement to the remaining time of its transaction, if earlier statements took long.
    private func shorten() throws(PostgresError) {
        guard shortensAt != .max, PQtransactionStatus(handle) == PQTRANS_INTRANS else { return }
        let now = Platform.monotonicNanoseconds
        guard now >= shortensAt else { return }
        guard now < deadline else { throw address.error(.tooSlow, "read", "the time for the answer is over") }
        shortensAt = now + slack
        try script("SET LOCAL statement_timeout = \(max(1, (deadline - now) / 1_000_000))")
    }

    /// `true` if the time limit of `within` has passed.
    var isOutOfTime: Bool { Platform.monotonicNanoseconds >= deadline }

    /// Runs statements without parameters in one round trip, and returns the first row of the last.
    @discardableResult
    func script(_ sql: String) throws(PostgresError) -> [String] {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        guard let result = try checked(result), PQntuples(result) > 0 else { return [] }
        let row = PostgresRow(result: result, row: 0)
        return (0..<Int(PQnfields(result))).map(row.string)
    }

    /// Runs a statement that may take long. Cancelling the task cancels it.
    ///
    /// - Throws: `CancellationError`; what the server says.
    func work(_ sql: String) throws {
        guard PQsendQuery(handle, sql) == 1 else { throw failure() }
        var isCalledOff = false
        while PQisBusy(handle) == 1 {
            _ = hasNews(within: PostgresConnection.patience)
            guard PQconsumeInput(handle) == 1 else { throw failure() }
            if Task.isCancelled, !isCalledOff, let cancel = PQgetCancel(handle) {
                isCalledOff = true
                PQcancel(cancel, nil, 0)
                PQfreeCancel(cancel)
            }
        }
        var failure: PostgresError?
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            do { _ = try checked(result) } catch { failure = error }
        }
        if isCalledOff { throw CancellationError() }
        if let failure { throw failure }
    }

    /// Waits for a message of the server, with a time limit.
    ///
    /// - Returns: `true` if there is one.
    func hasNews(within milliseconds: Int32) -> Bool {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&socket, 1, milliseconds) > 0
    }

    /// Waits for a notification, with a time limit.
    ///
    /// - Returns: `true` if there was one.
    func hears(within milliseconds: Int32) throws -> Bool {
        guard hasNews(within: milliseconds) else { return false }
        guard PQconsumeInput(handle) == 1 else { throw failure() }
        var hasHeard = false
        while let told = PQnotifies(handle) {
            hasHeard = true
            PQfreemem(told)
        }
        return hasHeard
    }

    /// Milliseconds between two checks if a long statement is still wanted.
    private static let patience: Int32 = 50

    /// Runs a statement, and hands out the rows once all have arrived.
    func forEachRow(_ sql: String, _ bindings: [DatabaseValue] = [], _ body: (PostgresRow) throws -> Void) throws {
        try shorten()
        let name = isPooled ? nil : try prepare(sql)
        let parameters = CStrings(try bindings.map(text))
        let result = parameters.withPointers { parameters in
            if let name { return PQexecPrepared(handle, name, Int32(bindings.count), parameters, nil, nil, 0) }
            let text = PostgresConnection.numbered(sql)
            return PQexecParams(handle, text, Int32(bindings.count), nil, parameters, nil, nil, 0)
        }
        defer { PQclear(result) }
        guard let result = try checked(result) else { return }
        for row in 0..<PQntuples(result) { try body(PostgresRow(result: result, row: row)) }
    }

    /// Runs a statement that is planned once, because planning takes longer than running it.
    ///
    /// The settings before and after it are sent with it, so that all three take one round trip.
    func withoutReplanning(_ sql: String, _ bindings: [DatabaseValue], _ body: (PostgresRow) throws -> Void) throws {
        if isPooled { return try forEachRow(sql, bindings, body) }
        try shorten()
        let name = try prepare(sql)
        let parameters = CStrings(try bindings.map(text))
        func send(_ sql: String) -> Bool { PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 0) == 1 }
        guard PQenterPipelineMode(handle) == 1 else { throw failure() }
        defer { PQexitPipelineMode(handle) }
        let isSent = parameters.withPointers {
            send("SET plan_cache_mode = 'force_generic_plan'")
                && PQsendQueryPrepared(handle, name, Int32(bindings.count), $0, nil, nil, 0) == 1
                && send("SET plan_cache_mode = 'force_custom_plan'") && PQpipelineSync(handle) == 1
        }
        guard isSent else { throw failure() }
        // Every result is read, even after an error, because the connection is unusable until then.
        var thrown: (any Error)?
        while !isBroken {
            // A null pointer ends the results of each statement.
            guard let result = PQgetResult(handle) else { continue }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                if let thrown { throw thrown }
                return
            case PGRES_PIPELINE_ABORTED: break
            default:
                do {
                    _ = try checked(result)
                    for row in 0..<PQntuples(result) { try body(PostgresRow(result: result, row: row)) }
                } catch { thrown = thrown ?? error }
            }
        }
        throw thrown ?? failure()
    }

    /// Runs a statement, and hands out each row as it arrives while `body` returns `true`. The rest is discarded.
    func readRows(_ sql: String, _ bindings: [DatabaseValue] = [], while body: (PostgresRow) throws -> Bool) throws {
        try shorten()
        let name = isPooled ? nil : try prepare(sql)
        let parameters = CStrings(try bindings.map(text))
        let isSent = parameters.withPointers { parameters in
            if let name { return PQsendQueryPrepared(handle, name, Int32(bindings.count), parameters, nil, nil, 0) }
            let text = PostgresConnection.numbered(sql)
            return PQsendQueryParams(handle, text, Int32(bindings.count), nil, parameters, nil, nil, 0)
        }
        guard isSent == 1 else { throw failure() }
        PQsetSingleRowMode(handle)
        var isWanted = true
        // All results are read, because the connection is unusable until then.
        defer { while let rest = PQgetResult(handle) { PQclear(rest) } }
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            guard let result = try checked(result) else { continue }
            for row in 0..<PQntuples(result) where isWanted {
                isWanted = try body(PostgresRow(result: result, row: row))
            }
        }
    }

    /// Runs a statement in a transaction, and hands out its rows by a cursor, so that only some of them are in memory at a time.
    func forEachRowInParts(_ sql: String, _ bindings: [DatabaseValue] = [], _ body: (PostgresRow) throws -> Void) throws
    {
        // All rows are read, so the first ones need not come soon.
        try script("SET LOCAL cursor_tuple_fraction = 1")
        try forEachRow("DECLARE paging_rows NO SCROLL CURSOR FOR \(sql)", bindings) { _ in }
        var count = 0
        repeat {
            count = 0
            try forEachRow("FETCH FORWARD \(ServerLimits.streamedRows) FROM paging_rows") { row in
                count += 1
                try body(row)
            }
        } while count == ServerLimits.streamedRows
        try script("CLOSE paging_rows")
    }

    /// The first column of the first row, or `nil` if there is no row.
    func value(_ sql: String, _ bindings: [DatabaseValue] = []) throws -> DatabaseValue? {
        var result: DatabaseValue?
        try forEachRow(sql, bindings) { row in
            if result == nil { result = row.value(0) }
        }
        return result
    }

    /// Runs a body whose failure does not end the transaction. Returns `nil` if it failed.
    func attempt<Result>(lockMilliseconds: Int? = nil, _ body: () throws -> Result) throws -> Result? {
        try script("SAVEPOINT paging" + (lockMilliseconds.map { "; SET LOCAL lock_timeout = \($0)" } ?? ""))
        do {
            let result = try body()
            try script("RELEASE paging")
            return result
        } catch {
            try script("ROLLBACK TO paging; RELEASE paging")
            return nil
        }
    }

    /// Runs a body outside of a transaction. Returns `nil` if it waited for a lock for too long.
    func unlessLocked<Result>(_ body: () throws -> Result?) throws -> Result? {
        do {
            return try body()
        } catch let error as PostgresError where error.reason == .busy {
            return nil
        }
    }

    /// The name of a statement, which is prepared if necessary.
    func prepare(_ sql: String) throws(PostgresError) -> String {
        let key = StatementText(sql)
        if let name = statements[key] { return name }
        if statements.count >= ServerLimits.cachedStatements {
            try script("DEALLOCATE ALL")
            statements = [:]
        }
        preparedCount += 1
        let name = "p\(preparedCount)"
        let result = PQprepare(handle, name, PostgresConnection.numbered(sql), 0, nil)
        defer { PQclear(result) }
        _ = try checked(result)
        statements[key] = name
        return name
    }

    /// A statement with PostgreSQL's parameters: `$1` for `?1`. Text in quotes is unchanged.
    static func numbered(_ sql: String) -> String {
        var bytes = Array(sql.utf8)
        var quote: UInt8?
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "?") where quote == nil: bytes[index] = UInt8(ascii: "$")
            case let byte where byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\""):
                // A doubled quote closes and opens again.
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            default: break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A value as PostgreSQL reads it.
    private func text(_ value: DatabaseValue) throws(PostgresError) -> [UInt8]? {
        switch value {
        case .null: return nil
        case .integer(let number): return Array(String(number).utf8)
        case .real(let number): return Array(number.description.utf8)
        case .blob(let bytes): return Array("\\x\(Hexadecimal.encode(bytes))".utf8)
        case .text(let bytes), .json(let bytes):
            guard !bytes.contains(0) else {
                throw address.error(.badValue, "read", "a text with the character U+0000 is in no table")
            }
            return bytes
        }
    }

    /// Returns a result, or throws if it is a failure.
    private func checked(_ result: OpaquePointer?) throws(PostgresError) -> OpaquePointer? {
        guard let result else { throw failure() }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return result
        default:
            guard let state = cpostgresql_sqlstate(result), let message = cpostgresql_message(result) else {
                throw failure()
            }
            throw address.error(
                PostgresError.Reason(state: String(cString: state)), "read", String(cString: message).trimmed)
        }
    }

    /// A failure of the connection itself.
    private func failure() -> PostgresError {
        // A message of the library itself, without a code of the server, means that the server is gone, even if the connection still seems open.
        address.error(.unreachable, "read", String(cString: PQerrorMessage(handle)).trimmed)
    }
}

/// Texts in C's form: each ends with a zero, and the list of them with a null pointer.
private struct CStrings {
    private var bytes: [CChar] = []
    private var starts: [Int?] = []

    /// - Parameter texts: texts without a zero; `nil` becomes a null pointer.
    init(_ texts: [[UInt8]?]) {
        for text in texts {
            starts.append(text == nil ? nil : bytes.count)
            guard let text else { continue }
            bytes.append(contentsOf: text.lazy.map { CChar(bitPattern: $0) })
            bytes.append(0)
        }
    }

    func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            let pointers = starts.map { start in start.flatMap { bytes.baseAddress?.advanced(by: $0) } } + [nil]
            return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
        }
    }
}
