internal import PagingWire

extension ResponderCache {
    /// The number of rows in a selection, as exact as is possible fast.
    ///
    /// SQLite counts. On PostgreSQL a count reads every row, again after each commit to the database. Therefore a rank index, a log or an
    /// earlier count is used if possible. Otherwise the planner estimates the cost of counting, and the number of rows.
    ///
    /// - Parameter preference: the client's preference.
    /// - Throws: a problem if the selection cannot be read within the cost limit; the errors of the database.
    func rowCount(
        of rows: RowSelection, in list: ListDescription, _ snapshot: DatabaseSnapshot, _ preference: CountPreference?
    ) throws -> RowCount {
        guard preference != .exact, case .postgres(let connection) = snapshot.connection else {
            var total = RowCount.exact(try total(of: rows, in: list, snapshot))
            total.isTold = preference != CountPreference.none
            return total
        }
        try check(rows, in: list, snapshot)
        var counted = try quickCount(
            of: rows, in: list, snapshot, connection, counts: preference != CountPreference.none)
        counted.isTold = preference != CountPreference.none
        return counted
    }

    /// The approximate number of rows in a selection, to estimate costs.
    func size(of rows: RowSelection, in list: ListDescription, _ snapshot: DatabaseSnapshot) throws -> Int {
        guard case .postgres(let connection) = snapshot.connection else {
            return try total(of: rows, in: list, snapshot)
        }
        return try quickCount(of: rows, in: list, snapshot, connection, counts: false).rows
    }

    /// - Parameter counts: `false` if rows must not be counted for it.
    private func quickCount(
        of rows: RowSelection, in list: ListDescription, _ snapshot: DatabaseSnapshot,
        _ connection: PostgresConnection, counts: Bool
    ) throws -> RowCount {
        let key = Key(list, rows)
        let hasRank = rows.isUnfiltered ? !list.ranks.isEmpty : rows.countingRank(in: list) != nil
        let isCounted = hasRank || counts && rows.isUnfiltered && list.log != nil
        func exact() throws -> RowCount { .exact(try total(of: rows, in: list, snapshot)) }
        if try isCounted || knowsCount(key, of: list, snapshot) { return try exact() }
        let estimate = try estimate(key, of: list, snapshot) {
            let plan = try connection.plan(rows, of: list)
            return PlannedRows(rows: plan.rows, isQuick: plan.cost <= ServerLimits.quickCountCost)
        }
        return counts && estimate.isQuick ? try exact() : RowCount(rows: estimate.rows, isExact: false)
    }

    /// The count of a list with a log, computed from an earlier count and the changes since, or `nil` if that is unknown or not faster than
    /// counting.
    func count(following earlier: EarlierCount, of list: ListDescription, _ snapshot: DatabaseSnapshot) throws -> Int? {
        guard let log = list.log, let version = ListVersion(earlier.state), case .postgres = snapshot.connection,
            Platform.monotonicNanoseconds < earlier.countedAt + UInt64(ServerLimits.followedCountSeconds)
                * 1_000_000_000
        else { return nil }
        let reader = snapshot.reader(of: log)
        guard let touched = try reader.touched(since: version, in: try reader.state()),
            touched.count <= ServerLimits.keysLookedUp
        else { return nil }
        let finder = try RowFinder(snapshot.connection, list)
        let found = try finder.memberships(of: touched.map(\.identity), in: RowSelection(sort: []))
        return touched.reduce(earlier.rows) { count, row in
            count + (found[row.identity] == nil ? 0 : 1) - (row.existed ? 1 : 0)
        }
    }
}

/// The planner's estimate of a selection.
struct PlannedRows: Sendable {
    var rows: Int
    /// `true` if counting the rows is fast.
    var isQuick: Bool
}

/// A count of a list's rows in an earlier version of its log.
struct EarlierCount {
    var rows: Int
    var state: String
    /// The time of the last real count, in nanoseconds of the monotonic clock.
    var countedAt: UInt64
}

extension PostgresConnection {
    /// The planner's estimate of the number of rows in a selection, and of the cost of reading them in its own units.
    ///
    /// For a whole table it is `reltuples`, scaled by the table's growth since then.
    func plan(_ rows: RowSelection, of list: ListDescription) throws -> (rows: Int, cost: Double) {
        let sql = SelectionSQL(rows, of: list)
        let query = "EXPLAIN (FORMAT JSON) SELECT FROM \(list.sql)\(sql.filter)"
        var text = ""
        try forEachRow(query, sql.bindings) { text = $0.string(0) }
        let plan = try? JSONValue(parsing: Array(text.utf8)).value(at: "0/Plan")
        return (plan?["Plan Rows"]?.int ?? 0, plan?["Total Cost"].flatMap { Double($0.json) } ?? 0)
    }
}
