/// A counted index: any row of an ordered table by its position, and any row's position, in logarithmic time.
///
/// It is made of ordinary tables, so that each transaction reads counts that fit the rows it sees, and is kept by ordinary
/// triggers, so that any program may write to the table:
///
/// - `paging_rank_N_row` holds the key of every row, in order.
/// - `paging_rank_N_node` cuts that order into buckets, on a few levels. A bucket is named by the key that it begins with and
///   holds the count of its rows. On level 1 it has up to 128 rows, on each next one up to 64 times as many. The first
///   bucket of each level begins before any key.
/// - `paging_rank_N_old` remembers rows that a statement may be about to replace, as `REPLACE` fires no trigger for them.
///
/// A bucket that is full is cut in half, one that is empty is removed. The triggers of the table read the row from the table
/// instead of trusting NEW: a program's own triggers may change the row again, in any order, and the last trigger to run still
/// leaves the index right.
struct RankIndex: Hashable, Sendable {
    /// The number in the names of its tables.
    var number: Int64
    /// The table's name.
    let list: String
    let order: RankOrder
    /// The number of levels of buckets.
    let levels: Int
    /// The rows of half a bucket on level 1, and the factor for each next level.
    let fanOut: Int
    let columns: [RankColumn]
    /// The columns of each further unique index, by which statements may replace rows.
    let uniqueKeys: [[String]]
    /// The primary key's columns.
    let identity: [String]

    var rows: String { "paging_rank_\(number)_row" }
    var nodes: String { "paging_rank_\(number)_node" }
    var replaced: String { "paging_rank_\(number)_old" }
    var key: KeySegments { KeySegments(columns: columns.map { KeyColumn(name: $0.name, descends: $0.descends) }) }

    /// The indices in the key of the row's identity, in the order of ``identity``.
    var identityPlaces: [Int] {
        identity.compactMap { name in
            columns.firstIndex { !$0.isFlag && $0.source?.utf8.elementsEqual(name.utf8) == true }
        }
    }

    /// The rows of half a bucket.
    func half(level: Int) -> Int { RankIndex.half(level: level, fanOut) }

    private static func half(level: Int, _ fanOut: Int) -> Int { (0..<level).reduce(1) { size, _ in size * fanOut } }

    /// Enough levels for a short top one.
    static func levels(forRows count: Int, fanOut: Int) -> Int {
        var levels = 3
        while half(level: levels + 1, fanOut) < count { levels += 1 }
        return levels
    }
}

/// One column of a rank index: a value of the table, or a flag for NOT NULL.
struct RankColumn: Hashable, Sendable {
    var name: String
    /// The table's column, or `nil` for a column that is always 1.
    var source: String?
    /// `true` if the column says that the next one is not NULL. NULL comes first, as SQLite has it.
    var isFlag: Bool
    var canBeNull: Bool
    var collation: String
    var descends: Bool

    /// The column's value for a row of the table.
    ///
    /// - Parameter row: the name of the row: `NEW`, `OLD`, or an alias.
    func value(of row: String) -> String {
        guard let source else { return "1" }
        let column = "\(row).\(SQLName.quoted(source))"
        if isFlag { return "(\(column) IS NOT NULL)" }
        // Comparing a plain column applies its type's conversions, for which SQLite cannot use the index; an
        // expression has none.
        return canBeNull ? "ifnull(\(column), 0)" : "+\(column)"
    }

    /// A value of the first column that comes before that of every row.
    var sentinel: String { descends ? "2" : "-1" }
}

extension RankIndex {
    /// Makes the plan of an index, without writing anything.
    ///
    /// - Throws: ``RankIndexError`` if the table cannot have one; `SQLiteError`.
    init(
        number: Int64, of list: ListDescription, order: RankOrder, levels: Int, fanOut: Int = ServerLimits.rankFanOut,
        _ connection: SQLiteConnection
    ) throws {
        guard !list.isView else { throw RankIndexError.notATable(list: list.name) }
        guard let key = list.declaredKey else { throw RankIndexError.noKey(list: list.name) }
        self.number = number
        self.list = list.name
        self.order = order
        self.levels = levels
        self.fanOut = fanOut
        identity = key.map { list.columns[$0].name }
        var columns: [RankColumn] = []
        func append(_ source: String?, isFlag: Bool, canBeNull: Bool, _ collation: String, _ descends: Bool) {
            columns.append(
                RankColumn(
                    name: "c\(columns.count)", source: source, isFlag: isFlag, canBeNull: canBeNull,
                    collation: collation,
                    descends: descends))
        }
        for (index, place) in order.places.enumerated() {
            let name = list.columns[place.column].name
            let isKey = key.contains(place.column)
            // The first bucket is recognized by the first column, which therefore is always a flag.
            if !isKey || index == 0 {
                append(isKey ? nil : name, isFlag: true, canBeNull: false, "BINARY", place.descending)
            }
            let collation = try connection.collation(of: name, in: list.name)
            append(name, isFlag: false, canBeNull: !isKey, collation, place.descending)
        }
        self.columns = columns
        switch try connection.uniqueKeys(of: list.name) {
        case .columns(let keys): uniqueKeys = keys
        case .expression(let index): throw RankIndexError.uniqueExpression(list: list.name, index: index)
        }
        try checkCollations(connection)
    }

    private func checkCollations(_ connection: SQLiteConnection) throws {
        try connection.forEachRow(
            """
            SELECT info.name, info.coll FROM pragma_index_list(?1) AS list, pragma_index_xinfo(list.name) AS info
            WHERE list.origin = 'pk' AND info.key
            """, [.text(list)]
        ) { row in
            let (name, collation) = (row.string(0), row.string(1))
            for column in columns where column.source == name && !column.isFlag && column.collation != collation {
                throw RankIndexError.unlikeCollations(list: list, column: name)
            }
        }
    }
}
