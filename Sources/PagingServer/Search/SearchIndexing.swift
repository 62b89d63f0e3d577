internal import PagingWire

/// Builds and drops the full-text indexes of a SQLite file, which may be in use meanwhile.
///
/// ```swift
/// let indexing = try SearchIndexing(path: "library.sqlite")
/// try indexing.build(list: "books", columns: ["title", "author"])
/// ```
///
/// With an index, a list is searched with `search=`. Triggers maintain it for every program that writes to the table. It takes about twice the
/// space of its texts. It is used by one thread at a time.
public final class SearchIndexing {
    private let connection: SQLiteConnection

    /// The number of rows indexed in one transaction.
    private static let chunk = 2_000

    /// Opens a database for writing.
    ///
    /// - Throws: ``SQLiteError`` if the file is missing, is not a database or may not be written to.
    public init(path: String) throws {
        connection = try SQLiteConnection.openForWriting(path: path)
    }

    /// An existing index of a database.
    public struct Description: Hashable, Sendable {
        /// The table's name.
        public var list: String
        /// The searched columns.
        public var columns: [String]
        /// `true` if it can be used. Otherwise it was left incomplete, or the table's definition has changed since.
        public var isUsable: Bool
    }

    /// The indexes of the database.
    public func indexes() throws -> [Description] {
        let catalog = try ListCatalog(connection)
        return try SearchCatalog.entries(connection).map { entry in
            Description(
                list: entry.list, columns: entry.columns,
                isUsable: catalog.list(named: entry.list)?.search?.sqlite?.number == entry.number)
        }
    }

    /// The statements of a build, in order, without the copying of rows. Nothing is written.
    ///
    /// - Throws: ``SearchIndexError``; ``SQLiteError``.
    public func statements(list: String, columns: [String]) throws -> [String] {
        let plan = try plan(list: list, columns: columns)
        return [SearchCatalog.definition, plan.definition] + plan.triggers.map(\.sql)
    }

    /// Builds an index, and replaces an existing one of the list.
    ///
    /// Other programs may read and write meanwhile, because the write lock is held only for short times. If the task is cancelled, or `progress`
    /// throws, the unfinished index is removed.
    ///
    /// - Parameters:
    ///   - list: the table's name.
    ///   - columns: the columns to search, at least one.
    ///   - progress: called at intervals with the number of indexed rows and the number of all rows.
    /// - Returns: the number of indexed rows.
    /// - Throws: ``SearchIndexError``; ``SQLiteError``; `CancellationError`; the errors of `progress`.
    @discardableResult
    public func build(
        list: String, columns: [String], progress: (RankIndexing.Progress) throws -> Void = { _ in }
    ) throws -> Int {
        let plan = try plan(list: list, columns: columns)
        let total = Int(try connection.value("SELECT count(*) FROM \(SQLName.quoted(list))")?.int64 ?? 0)
        let older = try SearchCatalog.entries(connection).filter { $0.list == list }
        try connection.transaction {
            try connection.execute(SearchCatalog.definition)
            // Removes the remains of an earlier build whose process was killed.
            for entry in older where !entry.isBuilt { try remove(entry.number) }
            try connection.execute(plan.definition)
            for trigger in plan.triggers { try connection.execute(trigger.sql) }
            var names = JSONBuffer()
            names.strings(columns)
            try connection.execute(
                "INSERT INTO \(SearchCatalog.table) VALUES (?1, ?2, ?3, 'building')",
                [.integer(plan.number), .text(list), .text(names.bytes)])
        }
        do {
            let count = try fill(plan, total: total, progress)
            try connection.transaction {
                for entry in older where entry.isBuilt { try remove(entry.number) }
                try connection.execute(
                    "UPDATE \(SearchCatalog.table) SET state = 'built' WHERE number = ?1", [.integer(plan.number)])
            }
            return count
        } catch {
            try? connection.transaction { try remove(plan.number) }
            throw error
        }
    }

    private func fill(
        _ plan: SearchIndex, total: Int, _ progress: (RankIndexing.Progress) throws -> Void
    ) throws -> Int {
        var (count, last) = (0, Int64.min)
        while true {
            try progress(RankIndexing.Progress(done: count, total: max(total, count)))
            try Task.checkCancellation()
            let isDone = try connection.transaction {
                let bindings: [DatabaseValue] = [.integer(last), .integer(Int64(Self.chunk))]
                var (rows, next) = (0, Int64.min)
                try connection.forEachRow(plan.chunk, bindings) { row in
                    (rows, next) = (Int(row.int64(0)), row.int64(1))
                }
                if rows == 0 { return true }
                try connection.execute(plan.filling, bindings)
                (count, last) = (count + rows, next)
                return false
            }
            if isDone { return count }
        }
    }

    /// Removes a list's index.
    ///
    /// - Returns: the statements that did it, or would do it.
    /// - Throws: ``SearchIndexError``: `missing` if there is none; ``SQLiteError``.
    @discardableResult
    public func drop(list: String, isDryRun: Bool = false) throws -> [String] {
        let entries = try SearchCatalog.entries(connection)
        let numbers = entries.filter { $0.list == list }.map(\.number)
        guard !numbers.isEmpty else { throw SearchIndexError.missing(list: list) }
        var statements: [String] = []
        for number in numbers { statements += try SearchCatalog.removal(of: number, connection) }
        if numbers.count == entries.count { statements.append("DROP TABLE \(SearchCatalog.table)") }
        if !isDryRun { try connection.run(statements) }
        return statements
    }

    private func remove(_ number: Int64) throws {
        for statement in try SearchCatalog.removal(of: number, connection) { try connection.execute(statement) }
    }

    private func plan(list name: String, columns: [String]) throws -> SearchIndex {
        let catalog = try ListCatalog(connection)
        guard let list = catalog.list(named: name) else {
            throw SearchIndexError.unknownList(name, known: catalog.lists.map(\.name))
        }
        let number = (try SearchCatalog.entries(connection).map(\.number).max() ?? 0) + 1
        return try SearchIndex(number: number, of: list, columns: columns)
    }
}

extension JSONBuffer {
    fileprivate mutating func strings(_ texts: [String]) {
        byte("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { byte(",") }
            string(text)
        }
        byte("]")
    }
}
