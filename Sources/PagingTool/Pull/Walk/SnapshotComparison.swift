internal import PagingWire

/// Finds the changes of a list during a pull, by snapshots of its identifiers and the rows requested between them.
struct SnapshotComparison {
    private var first: [Row.ID] = []
    private var wasThere: Set<Row.ID> = []
    private var last: [Row.ID] = []
    /// The identifiers of received rows.
    private var had: Set<Row.ID> = []
    /// The ones among them that the first snapshot did not contain, in order of arrival.
    private var came: [Row.ID] = []
    /// The number of times that each row was requested and not returned.
    private var refusals: [Row.ID: Int] = [:]
    /// `true` if any row arrived since the last snapshot.
    private var hasNews = false
    /// The number of snapshots.
    private(set) var passes = 0

    /// Identifiers that were added since the first snapshot and whose rows were received: first those that still exist in list order, then those
    /// that were removed again.
    var added: [Row.ID] {
        last.filter { !wasThere.contains($0) && had.contains($0) } + gone(of: came)
    }
    /// Identifiers that were removed since they were first seen: those of the first snapshot, then rows that had been added since.
    var removed: [Row.ID] { gone(of: first + came) }
    /// Identifiers of the last snapshot whose rows have not been received, in list order.
    var missing: [Row.ID] { last.filter { !had.contains($0) } }
    /// Identifiers of the last snapshot whose rows will not be returned: they were requested again when no other row arrived, or many times.
    var stubborn: [Row.ID] {
        missing.filter { refusals[$0, default: 0] >= (hasNews ? Self.refusalsAmongNews : Self.refusalsAlone) }
    }
    /// `true` if only rows are missing that were added since the first snapshot, and each time other ones.
    var hasOutrun: Bool {
        passes >= ListWalk<Row.ID>.maximumPasses && wasThere.isDisjoint(with: missing)
    }

    private func gone(of ids: [Row.ID]) -> [Row.ID] {
        let now = Set(last)
        return ids.filter { !now.contains($0) }
    }

    /// The most requests for a row that is not returned, while other rows are returned, and while none is.
    private static var refusalsAmongNews: Int { 5 }
    private static var refusalsAlone: Int { 2 }
    /// The number of rows in the last snapshot.
    var count: Int { last.count }

    /// Processes a snapshot. The rows that are ``missing`` then have to be requested.
    mutating func take(_ ids: [Row.ID]) {
        if passes == 0 { (first, wasThere) = (ids, Set(ids)) }
        (last, hasNews) = (ids, false)
        passes += 1
    }

    /// Records the rows received in answer to a request.
    mutating func arrived(_ ids: [Row.ID], of asked: [Row.ID]) {
        for id in ids where had.insert(id).inserted {
            hasNews = true
            if !wasThere.contains(id) { came.append(id) }
        }
        for id in asked where !had.contains(id) { refusals[id, default: 0] += 1 }
    }
}

/// Rows that are in each snapshot, but are not returned when they are requested.
struct RowsNotGiven: Error, CustomStringConvertible {
    let ids: [Row.ID]

    var description: String {
        let some = ids.prefix(3).compactMap { $0.json?.json }.joined(separator: ", ")
        return
            "\(ids.count) \(ids.count == 1 ? "row is" : "rows are") in the snapshot and \(ids.count == 1 ? "does" : "do") "
            + "not come when asked for by identifier: \(some)\(ids.count > 3 ? ", …" : ""). Check --lookup, and whether the server "
            + "answers with fewer rows than it is asked for"
    }
}
