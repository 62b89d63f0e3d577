extension SelectionSQL {
    /// One range of rows, in the list's order.
    struct Segment {
        /// ` WHERE …`, or empty.
        var filter: String
        /// The values of its parameters, which follow those of the selection.
        var bindings: [DatabaseValue]
        /// ` ORDER BY …`, without the first columns that are equal in all of its rows.
        var order: String
    }

    /// The rows on one side of a key, as ranges of an index, the nearest first.
    ///
    /// NULLs come before all other values, and no comparison finds them, so each range specifies if it includes them.
    func segments(from key: [DatabaseValue]?, backwards: Bool) -> [Segment] {
        guard let key else { return ranges(backwards: backwards) }
        let start = orderedFilter.isEmpty ? " WHERE " : orderedFilter + " AND "
        var segments: [Segment] = []
        var end = key.count
        while end > 0 {
            let last = end - 1
            // Columns with the same direction that are never NULL are compared at once: `(a, b) > (x, y)` is one range of an index.
            var first = last
            func isComparable(_ place: Int) -> Bool { !mayBeNull(at: place) && key[place] != .null }
            while first > 0, isComparable(first - 1), isComparable(last), descends(at: first - 1) == descends(at: last)
            {
                first -= 1
            }
            end = first
            var values: [DatabaseValue] = []
            func parameter(_ place: Int) -> String {
                values.append(key[place])
                let number = bindings.count + values.count
                return places[place].column?.parameter(number, key[place]) ?? "?\(number)"
            }
            // A comparison with a value or with NULL. NULL must not be a parameter, because no index would be used.
            func compare(_ place: Int, _ sign: String) -> String {
                if key[place] == .null { return "\(places[place].sql) IS NULL" }
                return "\(places[place].sql) \(sign) \(parameter(place))"
            }
            let equal = (0..<first).map { compare($0, "=") }
            let beforeLast = values
            func add(_ condition: String, _ values: [DatabaseValue]) {
                segments.append(
                    Segment(
                        filter: start + (equal + [condition]).joined(separator: " AND "), bindings: values,
                        order: order(backwards: backwards, from: first, hasNulls: false)))
            }
            let column = places[last].sql
            let descends = descends(at: last) != backwards
            if first < last {
                let names = places[first...last].map(\.sql).joined(separator: ", ")
                let parameters = (first...last).map(parameter).joined(separator: ", ")
                add("(\(names)) \(descends ? "<" : ">") (\(parameters))", values)
                continue
            }
            switch (descends, key[last] == .null) {
            case (false, true): add("\(column) IS NOT NULL", values)
            case (false, false): add(compare(last, ">"), values)
            case (true, true): break
            case (true, false):
                add(compare(last, "<"), values)
                if mayBeNull(at: last) { add("\(column) IS NULL", beforeLast) }
            }
        }
        return segments
    }
}
