/// A counted index of a PostgreSQL table: any row of an order by its position, and any row's position.
///
/// It is made of an ordinary index of the table, and of three ordinary tables beside it, so that each transaction reads counts that fit the
/// rows it sees:
///
/// - `paging_rank_N_node` cuts the order into buckets of some hundred rows (level 1), these into some dozens each (level 2), and those
///   again (level 3). A bucket holds the rows after its key, up to and including the next one's. The first of each level has no key.
/// - `paging_rank_N_delta` has the changes since: the key of a row that came (1) or went (-1).
/// - `paging_rank_N_buffer` has the deltas that levels 3 and 2 count already and level 1 does not yet, by their bucket of level 2.
///
/// A writer's triggers, which run once a statement, only ever insert deltas: there is no count for which writers wait for each other.
/// A bucket of levels 2 and 3 has the rows that its node says, and the deltas whose keys are in it; one of level 1 those of the buffer besides.
///
/// Folding adds deltas to counts and removes them in one transaction: a reader sees both or neither. It
/// walks down the levels, and on each reads only the siblings of the buckets that it counts into. On the way to level 1 deltas
/// stay in the buffer until their bucket of level 2 has many of them. So a fold's cost follows the deltas, not the size of the index.
/// Source: Brodal and Fagerberg, "Lower Bounds for External Memory Dictionaries", 2003 (buffered trees).
///
/// A delta has a row's key and names no bucket of level 1, so a bucket may be split while transactions that wrote into it are open. A statement
/// of many rows writes one delta a bucket, with the key of one of its rows. Until its transaction ends, it then holds a
/// lock that splitting waits for. If it cannot get the lock, it writes a delta for each row.
///
/// Nothing here compares keys one by one: rows, deltas and buckets are sorted together, and sums run over them. So NULLs, collations and
/// mixed directions are the database's.
struct PostgresRank: Hashable, Sendable {
    /// One column of the order.
    struct Column: Hashable, Sendable {
        /// The name of the table's column.
        var source: String
        var type: PostgresColumnType
        /// Other types that PostgreSQL converts to this type implicitly.
        var casts: [String]
        var descends: Bool
        var isNullable: Bool
    }

    /// The number in the names of its tables.
    let number: Int64
    /// The schema of the table and of these tables.
    let schema: String
    /// The table's name.
    let list: String
    let order: RankOrder
    let columns: [Column]
    /// The rows of a new bucket. A bucket with more than twice as many is split.
    let rows: Int
    /// The buckets in a new bucket of level 2.
    let fanOut: Int
    /// The order's columns as the index was made for them.
    let shape: PostgresShape

    /// The name of one of its tables, functions or indexes.
    func name(_ part: String) -> String { "\(SQLName.quoted(schema)).paging_rank_\(number)_\(part)" }

    var table: String { "\(SQLName.quoted(schema)).\(SQLName.quoted(list))" }
    var nodes: String { name("node") }
    var deltas: String { name("delta") }
    var buffer: String { name("buffer") }
    /// The table with a row if a trigger could not count any more, with the reason: from then on the counts are wrong.
    var off: String { name("off") }
    /// `c0, c1`.
    var keys: String { columns.indices.map { "c\($0)" }.joined(separator: ", ") }
    /// `b.c0, b.c1`.
    func keys(of row: String) -> String { columns.indices.map { "\(row).c\($0)" }.joined(separator: ", ") }
    /// The lock that folding holds, and the one that splitting holds, as SQL.
    var foldLock: String { lock("fold") }
    var splitLock: String { lock("split") }

    private func lock(_ what: String) -> String { "hashtextextended(\(SQLName.literal(name(what))), 0)" }

    /// The columns of the order for a row of the table.
    func values(_ row: String) -> String {
        columns.map { "\(row).\(SQLName.quoted($0.source))" }.joined(separator: ", ")
    }

    /// The order, by the index's columns or by those of the table.
    func order(_ name: (Int) -> String = { "c\($0)" }) -> String {
        columns.enumerated().map { place, column in
            name(place) + (column.descends ? " DESC" : "")
                + (column.isNullable ? Dialect.postgres.nulls(descends: column.descends) : "")
        }.joined(separator: ", ")
    }

    /// The order of a table's rows.
    func rowOrder(_ row: String = "") -> String {
        order { (row.isEmpty ? "" : row + ".") + SQLName.quoted(columns[$0].source) }
    }
}

extension PostgresRank {
    /// Makes the plan of an index, without writing anything.
    ///
    /// - Throws: ``RankIndexError`` if the table cannot have one; ``PostgresError``.
    init(
        number: Int64, of list: ListDescription, order: RankOrder, rows: Int = ServerLimits.rankBucketRows,
        fanOut: Int = ServerLimits.rankFanOut, _ connection: PostgresConnection
    ) throws {
        guard !list.isView else { throw RankIndexError.notATable(list: list.name) }
        guard list.declaredKey != nil else { throw RankIndexError.noKey(list: list.name) }
        let kind = try PostgresTableKind(list, connection)
        guard let schema = kind.schema else { throw RankIndexError.notATable(list: list.name) }
        guard kind.isOrdinary else { throw RankIndexError.unfit(list: list.name, .hasParts) }
        guard !kind.hasRowSecurity else { throw RankIndexError.unfit(list: list.name, .rowSecurity) }
        (self.number, self.schema, self.list, self.order) = (number, schema, list.name, order)
        (self.rows, self.fanOut) = (rows, fanOut)
        columns = try order.places.map { place in
            let column = list.columns[place.column]
            let type = try PostgresColumnType(column.name, of: list, connection)
            guard type.isBuiltIn, !column.sql.hasSuffix("::text") else {
                throw RankIndexError.unfit(list: list.name, .unsortable(column: column.name))
            }
            return Column(
                source: column.name, type: type, casts: try type.casts(connection), descends: place.descending,
                isNullable: column.isNullable)
        }
        shape = try PostgresShape(of: list, columns.map(\.source), connection)
    }
}
