internal import PagingWire

/// The changes of a list meanwhile, by snapshots of its identifiers and the rows asked for between them.
struct SnapshotComparison {
    private var first: [Row.ID] = []
    private var wasThere: Set<Row.ID> = []
    private var last: [Row.ID] = []
    /// The identifiers whose rows came.
    private var had: Set<Row.ID> = []
    /// The ones among them that the first snapshot did not have, in the order of their coming.
    private var came: [Row.ID] = []
    /// How often each was asked for and did not come.
    private var refusals: [Row.ID: Int] = [:]
    /// `true` if anything came since the last snapshot.
    private var hasNews = false
    /// The snapshots taken.
    private(set) var passes = 0

    /// Identifiers that came since the first snapshot and whose rows could be had: those that are still there in list order,
    /// then those that went again.
    var added: [Row.ID] {
        last.filter { !wasThere.contains($0) && had.contains($0) } + gone(of: came)
    }
    /// Identifiers that went since they were first seen: those of the first snapshot, then rows that had come since.
    var removed: [Row.ID] { gone(of: first + came) }
    /// Identifiers of the last snapshot whose rows did not come, in list order.
    var missing: [Row.ID] { last.filter { !had.contains($0) } }
    /// Identifiers of the last snapshot whose rows will not come: they were asked for again, and nothing else came either, or
    /// many times.
    var stubborn: [Row.ID] {
        missing.filter { refusals[$0, default: 0] >= (hasNews ? Self.refusalsAmongNews : Self.refusalsAlone) }
    }
    /// `true` if only rows are missing that came since the first snapshot, and always others of them.
    var hasOutrun: Bool {
        passes >= ListWalk<Row.ID>.maximumPasses && wasThere.isDisjoint(with: missing)
    }

    private func gone(of ids: [Row.ID]) -> [Row.ID] {
        let now = Set(last)
        return ids.filter { !now.contains($0) }
    }

    /// How often a row is asked for that does not come, while others do and while none does.
    private static var refusalsAmongNews: Int { 5 }
    private static var refusalsAlone: Int { 2 }
    /// How many rows the last snapshot had.
    var count: Int { last.count }

    /// Takes a snapshot in. What is ``missing`` then is to be asked for.
    mutating func take(_ ids: [Row.ID]) {
        if passes == 0 { (first, wasThere) = (ids, Set(ids)) }
        (last, hasNews) = (ids, false)
        passes += 1
    }

    /// Rows came of those that were asked for.
    mutating func arrived(_ ids: [Row.ID], of asked: [Row.ID]) {
        for id in ids where had.insert(id).inserted {
            hasNews = true
            if !wasThere.contains(id) { came.append(id) }
        }
        for id in asked where !had.contains(id) { refusals[id, default: 0] += 1 }
    }
}

/// Rows that are in snapshot after snapshot, and do not come when they are asked for.
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
