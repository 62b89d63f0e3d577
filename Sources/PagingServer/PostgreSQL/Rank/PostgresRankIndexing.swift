/// Makes, checks and drops the rank indexes of a PostgreSQL database, which may be in use meanwhile.
///
/// ```swift
/// let indexing = try PostgresRankIndexing(address: "postgres://owner@localhost/library")
/// try indexing.build(list: "books", order: "year desc") { _ in }
/// ```
///
/// Triggers keep an index for every program that writes to the table. For one thread at a time.
public final class PostgresRankIndexing: RankIndexKeeping {
    private let connection: PostgresConnection
    private let rows: Int
    private let fanOut: Int

    /// Connects to a database, as a user who owns the tables to be indexed.
    ///
    /// - Throws: ``PostgresError``.
    public convenience init(address: String) throws {
        try self.init(address: address, rows: ServerLimits.rankBucketRows, fanOut: ServerLimits.rankFanOut)
    }

    init(address: String, rows: Int, fanOut: Int) throws {
        (self.rows, self.fanOut) = (rows, fanOut)
        connection = try PostgresConnection(PostgresAddress(address), needsSession: true)
    }

    /// The indexes of the tables that are served.
    public func indexes() throws -> [RankIndexing.Description] {
        let lists = try PostgresCatalog(connection).lists()
        return try PostgresRankCatalog.entries(connection).map { entry in
            let list = lists.first { $0.name == entry.list }
            let ranks = list?.ranks.compactMap(\.postgres) ?? []
            let isUsable = ranks.contains { $0.number == entry.number && $0.schema == entry.schema }
            let ending = isUsable ? nil : try PostgresRankCatalog.ending(of: entry, list: list, connection)
            return RankIndexing.Description(list: entry.list, order: entry.order, isUsable: isUsable, ending: ending)
        }
    }

    /// `true` if the list has an index that can be used and has its rows in an order, or in the opposite one.
    ///
    /// - Throws: ``RankIndexError``; ``PostgresError``.
    public func isIndexed(list: String, order: String) throws -> Bool {
        let wanted = try plan(list: list, order: order).index.order
        let ranks = try PostgresCatalog(connection).lists().first { $0.name == list }?.ranks ?? []
        return ranks.contains { $0.order.places == wanted.places }
    }

    /// The statements that a build runs, without the copying of rows. Nothing is written.
    ///
    /// - Throws: ``RankIndexError``; ``PostgresError``.
    public func statements(list: String, order: String) throws -> [String] {
        try plan(list: list, order: order).index.statements
    }

    /// Removes an index.
    ///
    /// - Throws: ``RankIndexError``: `missing` if there is none; ``PostgresError``.
    @discardableResult
    public func drop(list: String, order: String, isDryRun: Bool = false) throws -> [String] {
        // The table or a column of the order may be gone: then the text in the catalog still names the index.
        let text = try? plan(list: list, order: order).text
        let all = try PostgresRankCatalog.entries(connection).filter { $0.list == list }
        let meant = text == nil ? RankOrderText.entry(meant: order, of: all) { $0.order } : nil
        let entries = all.filter { $0.order == text || $0.order == meant?.order }
        guard !entries.isEmpty else { throw RankIndexError.missing(list: list, order: order) }
        let statements = try PostgresRankCatalog.removal(of: entries, connection)
        if !isDryRun { try connection.patiently { try connection.transaction(statements) } }
        return statements
    }

    /// Compares an index with its table, in one state of both. If the table was altered since, the index is used again, or has ended.
    ///
    /// - Throws: ``RankIndexError``: `missing` if there is none that can be used; ``PostgresError``.
    public func check(list: String, order: String) throws -> [String] {
        let wanted = try plan(list: list, order: order)
        let description = try PostgresCatalog(connection).lists().first { $0.name == list }
        let entries = try PostgresRankCatalog.entries(connection).filter { $0.list == list && $0.order == wanted.text }
        guard let description,
            let index = try entries.compactMap({ try PostgresRankCatalog.whole($0, of: description, connection) }).last
        else { throw RankIndexError.missing(list: list, order: order) }
        let marks = try index.alteration(connection)
        let faults = try PostgresRankCheck(connection: connection, index: index).faults()
        if let marks {
            try connection.script(
                "SELECT \(index.recounted.name)(\(SQLName.literal(marks)), \(faults.isEmpty))")
        }
        return faults
    }

    /// Adds the deltas of writers to the counts. Other programs may write meanwhile. If two processes fold at once, one does nothing.
    ///
    /// - Throws: ``RankIndexError``: `unknownList`; ``PostgresError``.
    @discardableResult
    public func fold(list: String? = nil) throws -> Int {
        try fold(list: list, leaving: ServerLimits.bufferedCounts)
    }

    func fold(list: String? = nil, leaving least: Int) throws -> Int {
        let lists = try PostgresCatalog(connection).lists()
        if let list, !lists.contains(where: { $0.name == list }) {
            throw RankIndexError.unknownList(list, known: lists.map(\.name))
        }
        let ranks = lists.filter { list == nil || $0.name == list }.flatMap(\.ranks).compactMap(\.postgres)
        return try ranks.reduce(0) { $0 + (try connection.fold($1, leaving: least) ?? 0) }
    }

    /// Builds an index, and replaces one of the same order.
    ///
    /// Other programs may read and write meanwhile. It needs one moment without an open transaction that has written to the table, and
    /// tries that for about a minute; statements that come meanwhile wait behind it for 50 milliseconds at most. Cancelling the task, or throwing from `progress`, removes what was begun.
    ///
    /// - Throws: ``RankIndexError``; ``PostgresError``; `CancellationError`; what `progress` throws.
    @discardableResult
    public func build(
        list: String, order: String, progress: (RankIndexing.Progress) throws -> Void = { _ in }
    ) throws -> Int {
        let (plan, text) = try plan(list: list, order: order)
        var build = PostgresRankBuild(connection: connection, index: plan, text: text)
        do {
            try progress(RankIndexing.Progress(done: 0, total: nil))
            let count = try build.run()
            try progress(RankIndexing.Progress(done: count, total: count))
            return count
        } catch {
            try build.undo()
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }

    private func plan(list name: String, order: String) throws -> (index: PostgresRank, text: String) {
        let lists = try PostgresCatalog(connection).lists()
        guard let list = lists.first(where: { $0.name == name }) else {
            throw RankIndexError.unknownList(name, known: lists.map(\.name))
        }
        let terms = try RankOrderText.read(order, of: list)
        guard !list.isView else { throw RankIndexError.notATable(list: name) }
        guard let order = RankOrder(terms, of: list) else { throw RankIndexError.noKey(list: name) }
        let number = (try PostgresRankCatalog.entries(connection).map(\.number).max() ?? 0) + 1
        let index = try PostgresRank(
            number: number, of: list, order: order.unmirrored, rows: rows, fanOut: fanOut, connection)
        return (index, order.text(of: list))
    }
}
