internal import PagingWire

/// What snapshots of a list's identifiers, and the rows asked for between them, say of what happened meanwhile.
struct SnapshotComparison {
    private var first: [Row.ID]?
    private var last: [Row.ID] = []
    private var had: Set<Row.ID> = []

    /// Identifiers that came since the first snapshot and whose rows could be had, in list order.
    var added: [Row.ID] {
        let before = Set(first ?? [])
        return last.filter { !before.contains($0) && had.contains($0) }
    }
    /// Identifiers that went since the first snapshot.
    var removed: [Row.ID] {
        let now = Set(last)
        return (first ?? []).filter { !now.contains($0) }
    }
    /// Identifiers of the last snapshot whose rows did not come, in list order.
    var missing: [Row.ID] { last.filter { !had.contains($0) } }
    /// How many rows the last snapshot had.
    var count: Int { last.count }

    /// Takes a snapshot in. What is ``missing`` then is to be asked for.
    mutating func take(_ ids: [Row.ID]) {
        first = first ?? ids
        last = ids
    }

    /// Rows came.
    mutating func arrived(_ ids: [Row.ID]) { had.formUnion(ids) }
}

/// Rows that stand in snapshot after snapshot, and do not come when they are asked for.
struct RowsNotGiven: Error, CustomStringConvertible {
    let ids: [Row.ID]

    var description: String {
        let some = ids.prefix(3).compactMap { $0.json?.json }.joined(separator: ", ")
        return
            "\(ids.count) \(ids.count == 1 ? "row stands" : "rows stand") in the snapshot and \(ids.count == 1 ? "does" : "do") "
            + "not come when asked for by identifier: \(some)\(ids.count > 3 ? ", …" : ""). Check --lookup, and whether the server "
            + "answers with fewer rows than it is asked for"
    }
}
