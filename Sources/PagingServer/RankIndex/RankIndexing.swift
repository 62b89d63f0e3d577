/// Makes, checks and drops the rank indexes of a SQLite file, which may be in use meanwhile.
///
/// ```swift
/// let indexing = try RankIndexing(path: "library.sqlite")
/// try indexing.build(list: "books", order: "year desc") { print($0.done, $0.total) }
/// ```
///
/// A rank index finds any row of an ordered table by its position, and any row's position, in logarithmic time. Triggers keep
/// it for every program that writes to the table. It costs storage like an ordinary index, and each insert some
/// microseconds. For one thread at a time.
public final class RankIndexing {
    private let connection: SQLiteConnection
    private let fanOut: Int

    /// Opens a database for writing.
    ///
    /// - Throws: ``SQLiteError`` if the file is missing, is no database or may not be written to.
    public convenience init(path: String) throws {
        try self.init(path: path, fanOut: ServerLimits.rankFanOut)
    }

    convenience init(path: String, fanOut: Int) throws {
        self.init(try SQLiteConnection.openForWriting(path: path), fanOut: fanOut)
    }

    init(_ connection: SQLiteConnection, fanOut: Int = ServerLimits.rankFanOut) {
        (self.connection, self.fanOut) = (connection, fanOut)
    }

    /// The progress of a build.
    public struct Progress: Hashable, Sendable {
        /// The indexed rows.
        public var done: Int
        /// All rows, or `nil` while they are being sorted.
        public var total: Int?
    }

    /// An index that a database has.
    public struct Description: Hashable, Sendable {
        /// The table's name.
        public var list: String
        /// The order, with its key: `kind desc, id`.
        public var order: String
        /// `true` if it can be used. If not, it is incomplete, or the table's schema has changed since.
        public var isUsable: Bool
        /// The reason why it has ended or waits to be counted again, or `nil` if there is none.
        public var ending: String?
    }

    /// The indexes that the database has.
    public func indexes() throws -> [Description] {
        let catalog = try ListCatalog(connection)
        return try RankCatalog.entries(connection).map { entry in
            let usable = catalog.list(named: entry.list)?.ranks.contains { $0.sqlite?.number == entry.number } ?? false
            return Description(list: entry.list, order: entry.order, isUsable: usable)
        }
    }

    /// `true` if the list has an index that can be used and has its rows in an order, or in the opposite one.
    ///
    /// - Throws: ``RankIndexError``; ``SQLiteError``.
    public func isIndexed(list: String, order: String) throws -> Bool {
        let wanted = try plan(list: list, order: order).index.order
        return try ListCatalog(connection).list(named: list)?.ranks.contains { $0.order.places == wanted.places }
            ?? false
    }

    /// The statements that a build runs, in order, without the copying of rows. Nothing is written.
    ///
    /// - Throws: ``RankIndexError``; ``SQLiteError``.
    public func statements(list: String, order: String) throws -> [String] {
        let plan = try plan(list: list, order: order).index
        return [RankCatalog.definition] + plan.tables + (plan.tableTriggers + plan.countTriggers).map(\.sql)
    }

    /// Removes an index.
    ///
    /// - Returns: the statements that did it, or would do it.
    /// - Throws: ``RankIndexError``: `missing` if there is none; ``SQLiteError``.
    @discardableResult
    public func drop(list: String, order: String, isDryRun: Bool = false) throws -> [String] {
        // The table or a column of the order may be gone: then the text in the catalog still names the index.
        let text = try? plan(list: list, order: order).text
        let all = try RankCatalog.entries(connection).filter { $0.list == list }
        let meant = text == nil ? RankOrderText.entry(meant: order, of: all) { $0.order } : nil
        let numbers = all.filter { $0.order == text || $0.order == meant?.order }.map(\.number)
        guard !numbers.isEmpty else { throw RankIndexError.missing(list: list, order: order) }
        var statements: [String] = []
        for number in numbers { statements += try RankCatalog.removal(of: number, connection) }
        if isDryRun { return statements }
        try connection.transaction {
            for statement in statements { try connection.execute(statement) }
            try RankCatalog.removeIfEmpty(connection)
        }
        return statements
    }

    /// Compares an index with its table, row by row.
    ///
    /// - Returns: the defects in words, or none.
    /// - Complexity: that of sorting the table.
    public func check(list: String, order: String) throws -> [String] {
        let plan = try plan(list: list, order: order)
        guard
            let index = try ListCatalog(connection).list(named: list)?.ranks.compactMap(\.sqlite).first(where: {
                $0.order.places == plan.index.order.places
            })
        else { throw RankIndexError.missing(list: list, order: order) }
        try connection.execute("BEGIN")
        defer { try? connection.execute("ROLLBACK") }
        return try RankCheck(connection: connection, index: index).faults()
    }

    /// Builds an index, and replaces one of the same order.
    ///
    /// Other programs may read and write meanwhile. The write lock is held for a moment at a time, and once, at the end, for
    /// about half a second per million rows. The rows are sorted in a temporary file of about the index's size. Cancelling the
    /// task, or throwing from `progress`, removes what was begun.
    ///
    /// - Returns: the number of indexed rows.
    /// - Throws: ``RankIndexError``; ``SQLiteError``; `CancellationError`; what `progress` throws.
    @discardableResult
    public func build(list: String, order: String, progress: (Progress) throws -> Void = { _ in }) throws -> Int {
        let (plan, text) = try plan(list: list, order: order)
        var build = RankBuild(connection: connection, index: plan, text: text)
        connection.stopsWhenCancelled = true
        defer { connection.stopsWhenCancelled = false }
        do {
            try progress(Progress(done: 0, total: nil))
            return try build.run(progress)
        } catch {
            connection.stopsWhenCancelled = false
            try? build.undo()
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }

    private func plan(list name: String, order: String) throws -> (index: RankIndex, text: String) {
        let catalog = try ListCatalog(connection)
        guard let list = catalog.list(named: name) else {
            throw RankIndexError.unknownList(name, known: catalog.lists.map(\.name))
        }
        let terms = try RankOrderText.read(order, of: list)
        guard !list.isView, list.key != .wholeRow else { throw RankIndexError.notATable(list: name) }
        guard let order = RankOrder(terms, of: list) else { throw RankIndexError.noKey(list: name) }
        let count = Int(try connection.value("SELECT count(*) FROM \(list.sql)")?.int64 ?? 0)
        // The catalog has the order whose last column ascends, which is not mirrored.
        let index = try RankIndex(
            number: try RankCatalog.nextNumber(connection), of: list, order: order.unmirrored,
            levels: RankIndex.levels(forRows: count, fanOut: fanOut), fanOut: fanOut, connection)
        return (index, order.text(of: list))
    }
}
