internal import Foundation

/// The tables, triggers and indexes that this project adds to a database: created in advance, rebuilt when outdated, and removed.
///
/// ```swift
/// let maintenance = DatabaseMaintenance("postgres://owner@localhost/library")
/// for step in try maintenance.migration() { print(step.what) }
/// ```
///
/// It is used by one thread at a time.
public struct DatabaseMaintenance {
    /// The path of a SQLite file, or the address of a PostgreSQL database.
    let place: String

    /// Makes the maintenance of a database. Nothing is opened yet.
    public init(_ place: String) { self.place = place }

    /// One step of maintenance.
    public struct Step {
        /// The step's effect, as text.
        public let what: String
        /// The statements, without the copying of rows.
        public let statements: [String]
        private let body: () throws -> Void

        init(_ what: String, _ statements: [String], _ body: @escaping () throws -> Void) {
            (self.what, self.statements, self.body) = (what, statements, body)
        }

        /// Runs the step.
        ///
        /// - Throws: the errors of the database; ``RankIndexError``, ``SearchIndexError`` or ``ChangeLogError``.
        public func run() throws { try body() }
    }

    /// The steps that prepare a database for a server whose role may not create anything: the table of answers to requests with an
    /// `Idempotency-Key`, and everything that is outdated.
    ///
    /// - Throws: ``SQLiteError`` or ``PostgresError``.
    public func migration() throws -> [Step] {
        var steps: [Step] = []
        if try isWrittenRequestsMissing() {
            steps.append(
                Step("make the table '\(WrittenRequests.table)', for Idempotency-Key", WrittenRequests.definition) {
                    try execute(WrittenRequests.definition)
                })
        }
        let logs = try ChangeLogs.open(place)
        for log in try logs.logs() where !log.isUsable {
            let why = log.ending ?? "it no longer fits its table"
            try add(
                "log of '\(log.list)'", why, to: &steps,
                make: { try logs.start(list: log.list, keep: log.keep, isDryRun: $0) },
                remove: { try logs.drop(list: log.list, isDryRun: $0) })
        }
        let ranks = try RankIndexes.open(place)
        for index in try ranks.indexes() where !index.isUsable {
            try add(
                "rank index of '\(index.list)' by \(index.order)", "it no longer fits its table", to: &steps,
                make: { isDryRun in
                    guard !isDryRun else { return try ranks.statements(list: index.list, order: index.order) }
                    try ranks.build(list: index.list, order: index.order) { _ in }
                    return []
                },
                remove: { try ranks.drop(list: index.list, order: index.order, isDryRun: $0) })
        }
        let searches = try SearchIndexes.open(place)
        for index in try searches.indexes() where !index.isUsable {
            try add(
                "full-text index of '\(index.list)'", "it no longer fits its table", to: &steps,
                make: { isDryRun in
                    guard !isDryRun else { return try searches.statements(list: index.list, columns: index.columns) }
                    try searches.build(list: index.list, columns: index.columns) { _ in }
                    return []
                },
                remove: { try searches.drop(list: index.list, isDryRun: $0) })
        }
        return steps
    }

    /// The steps that remove everything.
    ///
    /// - Throws: ``SQLiteError`` or ``PostgresError``.
    public func removal() throws -> [Step] {
        var steps: [Step] = []
        let logs = try ChangeLogs.open(place)
        for log in try logs.logs() {
            steps.append(
                Step("remove the log of '\(log.list)'", try logs.drop(list: log.list, isDryRun: true)) {
                    try logs.drop(list: log.list, isDryRun: false)
                })
        }
        let ranks = try RankIndexes.open(place)
        for index in try ranks.indexes() {
            let statements = try ranks.drop(list: index.list, order: index.order, isDryRun: true)
            steps.append(
                Step("remove the rank index of '\(index.list)' by \(index.order)", statements) {
                    try ranks.drop(list: index.list, order: index.order, isDryRun: false)
                })
        }
        let searches = try SearchIndexes.open(place)
        for list in Set(try searches.indexes().map(\.list)).sorted() {
            steps.append(
                Step("remove the full-text index of '\(list)'", try searches.drop(list: list, isDryRun: true)) {
                    try searches.drop(list: list, isDryRun: false)
                })
        }
        if try !isWrittenRequestsMissing() {
            let statement = "DROP TABLE \(WrittenRequests.table)"
            steps.append(Step("remove the table '\(WrittenRequests.table)'", [statement]) { try execute([statement]) })
        }
        return steps
    }

    /// Adds the step that rebuilds an object, or removes it if its table is gone or unsuitable.
    ///
    /// - Parameters:
    ///   - make: creates it, or returns the statements for that.
    ///   - remove: removes it, or returns the statements for that.
    private func add(
        _ what: String, _ why: String, to steps: inout [Step], make: @escaping (_ isDryRun: Bool) throws -> [String],
        remove: @escaping (_ isDryRun: Bool) throws -> [String]
    ) throws {
        do {
            steps.append(Step("make the \(what) anew: \(why)", try make(true)) { _ = try make(false) })
        } catch  where error is ChangeLogError || error is RankIndexError || error is SearchIndexError {
            let statements = try remove(true)
            steps.append(Step("remove what is left of the \(what): \(error)", statements) { _ = try remove(false) })
        }
    }

    private func isWrittenRequestsMissing() throws -> Bool {
        if Database.isAddress(place) {
            let connection = try PostgresConnection(PostgresAddress(place), needsSession: true)
            return try connection.script("SELECT to_regclass('\(WrittenRequests.table)') IS NULL") == ["t"]
        }
        let connection = try SQLiteConnection(path: place, mode: .readOnly)
        return try connection.value(
            "SELECT 1 FROM sqlite_schema WHERE name = ?1", [.text(WrittenRequests.table)]) == nil
    }

    private func execute(_ statements: [String]) throws {
        if Database.isAddress(place) {
            try PostgresConnection(PostgresAddress(place), needsSession: true).transaction(statements)
        } else {
            let connection = try SQLiteConnection(path: place, mode: .create)
            for statement in statements { try connection.execute(statement) }
        }
    }
}
