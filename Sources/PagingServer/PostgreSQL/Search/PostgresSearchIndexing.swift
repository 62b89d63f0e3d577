/// Makes and drops the full-text indexes of a PostgreSQL database, which may be in use meanwhile.
///
/// ```swift
/// let indexing = try PostgresSearchIndexing(address: "postgres://owner@localhost/library")
/// try indexing.build(list: "books", columns: ["title", "author"])
/// ```
///
/// A list with an index is searched with `search=`. PostgreSQL maintains it like any other index. For one thread at a time.
public final class PostgresSearchIndexing: SearchIndexKeeping {
    private let connection: PostgresConnection

    /// Connects to a database, as a user who owns the tables to be searched.
    ///
    /// - Throws: ``PostgresError``.
    public init(address: String) throws {
        connection = try PostgresConnection(PostgresAddress(address), needsSession: true)
    }

    /// The indexes of the tables that are served.
    public func indexes() throws -> [SearchIndexing.Description] {
        try PostgresSearchCatalog.entries(connection).map { entry in
            SearchIndexing.Description(list: entry.list, columns: entry.columns, isUsable: entry.search != nil)
        }
    }

    /// The statements that a build runs. Nothing is written.
    ///
    /// - Throws: ``SearchIndexError``; ``PostgresError``.
    public func statements(list: String, columns: [String]) throws -> [String] {
        try plan(list: list, columns: columns).statements
    }

    /// Builds an index, in place of any that the list has.
    ///
    /// Other programs may read and write meanwhile; it waits for the transactions that are open. Cancelling the task, or throwing
    /// from `progress`, removes what was begun.
    ///
    /// - Throws: ``SearchIndexError``; ``PostgresError``; `CancellationError`; what `progress` throws.
    @discardableResult
    public func build(
        list: String, columns: [String], progress: (RankIndexing.Progress) throws -> Void = { _ in }
    ) throws -> Int {
        let first = try plan(list: list, columns: columns)
        // One build at a time in a schema. The lock is not waited for: a build waits for every transaction that sees the table, including one that waits for the lock.
        let lock = "hashtextextended(\(SQLName.literal("\(first.schema) paging_search")), 0)"
        guard try connection.script("SELECT pg_try_advisory_lock(\(lock))") == ["t"] else {
            throw SearchIndexError.takenOver(list: list)
        }
        defer { _ = try? connection.script("SELECT pg_advisory_unlock(\(lock))") }
        // Remains of an earlier build whose process was killed.
        try remove(entries(of: list).filter { !$0.isBuilt })
        let older = try entries(of: list)
        let plan = try plan(list: list, columns: columns)
        do {
            try progress(RankIndexing.Progress(done: 0, total: nil))
            for statement in plan.statements { try connection.work(statement) }
            let count = try connection.script("SELECT count(*) FROM \(plan.table)").first.flatMap { Int($0) } ?? 0
            try progress(RankIndexing.Progress(done: count, total: count))
            try remove(older)
            return count
        } catch {
            do {
                try remove(entries(of: list).filter { $0.name.hasSuffix("." + plan.name) })
            } catch {
                throw LeftoverIndex(list: list, options: "--search=", reason: "\(error)")
            }
            // The index was not even begun.
            for function in plan.missing { _ = try? connection.script("DROP FUNCTION \(function.signature)") }
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }

    /// Removes a list's index.
    ///
    /// - Throws: ``SearchIndexError``: `missing` if there is none; ``PostgresError``.
    @discardableResult
    public func drop(list: String, isDryRun: Bool = false) throws -> [String] {
        let entries = try entries(of: list)
        // Dropping a table removes its index, but not the functions.
        let statements = try PostgresSearchCatalog.removal(of: entries, connection)
        guard !statements.isEmpty else { throw SearchIndexError.missing(list: list) }
        if !isDryRun { for statement in statements { try connection.script(statement) } }
        return statements
    }

    private func entries(of list: String) throws -> [PostgresSearchCatalog.Entry] {
        try PostgresSearchCatalog.entries(connection).filter { $0.list.utf8.elementsEqual(list.utf8) }
    }

    private func remove(_ entries: [PostgresSearchCatalog.Entry]) throws {
        guard !entries.isEmpty else { return }
        for statement in try PostgresSearchCatalog.removal(of: entries, connection) { try connection.script(statement) }
    }

    private func plan(list name: String, columns: [String]) throws -> PostgresSearchPlan {
        let lists = try PostgresCatalog(connection).lists()
        guard let list = lists.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw SearchIndexError.unknownList(name, known: lists.map(\.name))
        }
        return try PostgresSearchPlan(of: list, columns: columns, connection)
    }
}
