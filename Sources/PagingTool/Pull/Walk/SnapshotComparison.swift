/// What two snapshots of a list's identifiers, and the rows asked for between them, say of what happened meanwhile.
struct SnapshotComparison {
    /// Identifiers that came between the two and whose rows could be had, in list order.
    var added: [Row.ID] { new.filter { !gone.contains($0) } }
    /// Identifiers that went: between the two, or before their rows could be had.
    private(set) var removed: [Row.ID] = []
    /// How many rows the last snapshot had.
    private(set) var count = 0

    private var known: [Row.ID] = []
    private var new: [Row.ID] = []
    private var gone: Set<Row.ID> = []

    /// Takes a snapshot in.
    ///
    /// - Returns: what is to be asked for.
    mutating func take(_ ids: [Row.ID], isFirst: Bool) -> [Row.ID] {
        count = ids.count
        if isFirst {
            known = ids
            return ids
        }
        let (before, now) = (Set(known), Set(ids))
        new = ids.filter { !before.contains($0) }
        removed = known.filter { !now.contains($0) }
        // A row that was not there when it was asked for, and is there again.
        return new + ids.filter { gone.contains($0) }
    }

    /// Rows came for identifiers that were asked for.
    mutating func arrived(_ ids: [Row.ID], of asked: [Row.ID]) {
        gone.formUnion(Set(asked).subtracting(ids))
        gone.subtract(ids)
    }
}
