/// One column of a key that rows are ordered by, none of which is ever NULL.
struct KeyColumn: Hashable, Sendable {
    /// The column as SQL names it.
    var name: String
    var descends: Bool
}

/// Conditions for the rows after, or before, a key.
///
/// SQL compares several columns at once, `(a, b) > (x, y)`, and uses an index for it, only if all of them have one
/// direction. An order with mixed directions is cut into groups of one direction each, and the rows after a key into
/// segments: first the rows equal in all groups but the last, then the rows equal in all but the last two, and so on. Each
/// segment is a range of the index, and they follow each other as they are listed.
///
/// Source: the SQLite documentation, "Row Values", §3.1 (scrolling window queries).
struct KeySegments {
    let columns: [KeyColumn]

    private var groups: [Range<Int>] {
        var groups: [Range<Int>] = []
        for index in columns.indices {
            if let last = groups.last, columns[last.lowerBound].descends == columns[index].descends {
                groups[groups.count - 1] = last.lowerBound..<index + 1
            } else {
                groups.append(index..<index + 1)
            }
        }
        return groups
    }

    /// The conditions for the rows from a key on, nearest first.
    ///
    /// - Parameters:
    ///   - values: SQL for the key's columns, in order.
    ///   - backwards: `true` if the rows before the key are wanted.
    ///   - includingKey: `true` if the row at the key itself is wanted.
    func conditions(_ values: [String], backwards: Bool = false, includingKey: Bool = true) -> [String] {
        let groups = groups
        return groups.indices.reversed().map { last in
            let equal = groups[..<last].map { compare($0, "=", values) }
            let sign = columns[groups[last].lowerBound].descends != backwards ? "<" : ">"
            let isInclusive = includingKey && last == groups.count - 1
            return (equal + [compare(groups[last], isInclusive ? sign + "=" : sign, values)]).joined(separator: " AND ")
        }
    }

    /// The condition for the one row at a key.
    func equals(_ values: [String]) -> String { compare(columns.indices, "=", values) }

    /// `a, b DESC`, or the same from the end.
    func order(backwards: Bool = false) -> String {
        columns.map { $0.name + ($0.descends != backwards ? " DESC" : "") }.joined(separator: ", ")
    }

    /// `a, b`.
    var list: String { columns.map(\.name).joined(separator: ", ") }

    /// A query for the first rows from a key on, in one statement.
    ///
    /// - Parameters:
    ///   - table: the table of the rows.
    ///   - also: a condition on all rows, ending in ` AND `; or empty.
    ///   - selecting: SQL selected after the key: `, count`; or empty.
    func firstRows(
        from table: String, also: String = "", selecting: String = "", _ values: [String], backwards: Bool = false,
        limit: Int, offset: Int = 0
    ) -> String {
        let arms = conditions(values, backwards: backwards)
        let order = order(backwards: backwards)
        let skip = offset > 0 ? " OFFSET \(offset)" : ""
        if arms.count == 1 {
            return
                "SELECT \(list)\(selecting) FROM \(table) WHERE \(also)\(arms[0]) ORDER BY \(order) LIMIT \(limit)\(skip)"
        }
        // Each arm has a limit of its own, so that only a few hundred rows are sorted.
        let parts = arms.indices.map { index in
            "SELECT * FROM (SELECT \(index) AS arm, \(list)\(selecting) FROM \(table) WHERE \(also)\(arms[index]) "
                + "ORDER BY \(order) LIMIT \(limit + offset))"
        }
        return "SELECT \(list)\(selecting) FROM (\(parts.joined(separator: " UNION ALL "))) "
            + "ORDER BY arm, \(order) LIMIT \(limit)\(skip)"
    }

    private func compare(_ range: Range<Int>, _ sign: String, _ values: [String]) -> String {
        let names = columns[range].map(\.name).joined(separator: ", ")
        let values = values[range].joined(separator: ", ")
        return range.count == 1 ? "\(names) \(sign) \(values)" : "(\(names)) \(sign) (\(values))"
    }
}
