/// A selection of a list's rows, and their order.
///
/// The order is always total, because pages of a partial order repeat and skip rows. The requested columns are followed by the list's key, in
/// the direction of the last of them. Therefore `-x` is exactly the reverse of `x`, and an index on `x` serves both. NULLs come first, then
/// numbers, texts, blobs, as in SQLite.
struct RowSelection {
    /// One column of an order.
    struct Term: Hashable, Sendable {
        var column: Int
        var descending: Bool
    }

    /// The requested columns.
    var sort: [Term]
    /// The column of the sections, which precedes the others in the order.
    var groupBy: Int?
    /// The requested section, or `nil` for all rows.
    var group: DatabaseValue?
    /// A further condition for the rows, or `nil` for all rows.
    var filter: RowFilter?
    /// Words in the rows, or `nil` for all rows.
    var search: String?
    /// `true` if the selection contains all rows of the list: no section, filter or search.
    var isUnfiltered: Bool { group == nil && filter == nil && search == nil }

    /// The direction of the sections: that of their column in the requested order, otherwise ascending.
    var groupsDescend: Bool { sort.first { $0.column == groupBy }?.descending ?? false }

    /// The requested columns, with the section's first.
    var terms: [Term] {
        guard let groupBy else { return sort }
        return [Term(column: groupBy, descending: groupsDescend)] + sort.filter { $0.column != groupBy }
    }

    /// `true` if no index has this order.
    func mustBeSorted(in list: ListDescription) -> Bool {
        let terms = group == nil ? terms : terms.filter { $0.column != groupBy }
        return switch terms.count {
        case 0: false
        case 1: !list.isIndexed(terms[0].column)
        default: true
        }
    }

    /// The columns that determine if a row is in the selection, one bit each as in a log of changes.
    func membershipColumns(in list: ListDescription) -> Int64 {
        let searched = search == nil ? [] : list.search?.columns.compactMap(list.column(named:)) ?? []
        let columns =
            (filter?.conditions.map(\.column) ?? []) + searched + (group == nil ? [] : [groupBy].compactMap { $0 })
        return columns.reduce(0) { $0 | ChangeLog.bit(ofColumn: $1) }
    }

    /// The columns that order the rows, without the key, one bit each.
    var orderColumns: Int64 { terms.reduce(0) { $0 | ChangeLog.bit(ofColumn: $1.column) } }

    /// The direction of the key, which breaks ties.
    var tieDescends: Bool { terms.last?.descending ?? false }
}

/// The SQL of a selection.
struct SelectionSQL {
    /// An element of ORDER BY.
    struct Place {
        var sql: String
        var descends: Bool
        /// The column, or `nil` for a hidden key.
        var column: ListDescription.Column?
        /// `true` if an index finds rows by it.
        var isIndexed = false
        /// The index of the selected column with its value in comparable form, or `nil` if there is none.
        var selected: Int?
        /// `true` if it may be NULL.
        var isNullable: Bool { column?.isNullable ?? false }

        /// `true` if it is the same SQL, byte by byte, as names are compared.
        func isBy(_ other: String) -> Bool { sql.utf8.elementsEqual(other.utf8) }
    }

    /// The selected columns, followed by the hidden key if objects need it.
    let columns: String
    /// ` WHERE …`, or empty.
    let filter: String
    /// The filter for rows read in order, including conditions that an index of PostgreSQL has for all rows.
    let orderedFilter: String
    /// The condition for rows, or `nil` if there is none.
    var condition: String? { filter.isEmpty ? nil : String(filter.dropFirst(" WHERE ".count)) }
    let bindings: [DatabaseValue]
    let places: [Place]
    private let dialect: Dialect
    /// `true` if an index has NULLs where the order has them. PostgreSQL's rank indexes do, and its other indexes have them at their end.
    private let ordersNulls: Bool

    /// `true` if a hidden key follows the columns: the row number, or the number among equal rows.
    let hasHiddenKey: Bool
    /// The columns, followed by the other values that order the rows, so that each row has its place.
    let placedColumns: String
    /// The indices in ``placedColumns`` of the values that order a row. It is empty if rows have no key, and therefore no place.
    let keyIndices: [Int]

    init(_ rows: RowSelection, of list: ListDescription) {
        let tieDescends = rows.tieDescends
        var terms = rows.terms
        var (conditions, bindings): ([String], [DatabaseValue])
        switch (rows.groupBy, rows.group) {
        case (let column?, .null?):
            (conditions, bindings) = (["\(list.columns[column].sql) IS NULL"], [])
        case (let column?, let value?):
            (conditions, bindings) = (
                ["\(list.columns[column].sql) = \(list.columns[column].parameter(1, value))"], [value]
            )
        default: (conditions, bindings) = ([], [])
        }
        if let filter = rows.filter {
            let sql = filter.sql(list, from: bindings.count + 1)
            conditions.append(sql.text)
            bindings += sql.bindings
        }
        if let text = rows.search.flatMap(SearchText.init), let search = list.search {
            let condition = search.condition(text, of: list, parameter: bindings.count + 1)
            bindings.append(condition.value)
            conditions.append(condition.sql)
        }
        func filter(_ conditions: [String]) -> String {
            conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        }
        let rank = (rows.rank(in: list) ?? rows.sectionRank(in: list))?.index.postgres
        let fits = rank?.fits { "\(list.sql).\(SQLName.quoted($0.source))" }
        (self.filter, orderedFilter) = (filter(conditions), filter(conditions + [fits].compactMap { $0 }))
        self.bindings = bindings
        if rows.group != nil { terms.removeAll { $0.column == rows.groupBy } }

        var places = terms.map { term in
            let column = list.columns[term.column]
            return Place(
                sql: column.sql, descends: term.descending, column: column, isIndexed: list.isIndexed(term.column),
                selected: column.selected == nil ? term.column : nil)
        }
        func breakTies(_ sql: String, _ column: Int? = nil) {
            guard !places.contains(where: { $0.isBy(sql) }) else { return }
            let selected = column.flatMap { list.columns[$0].selected == nil ? $0 : nil }
            places.append(
                Place(sql: sql, descends: tieDescends, column: column.map { list.columns[$0] }, selected: selected))
        }
        var columns = list.columns.map { $0.selected ?? $0.sql }
        let needsID = list.idColumn == nil
        switch list.key {
        case .integer(let column): breakTies(list.columns[column].sql, column)
        case .columns(let key): for column in key { breakTies(list.columns[column].sql, column) }
        case .rowid(let alias):
            breakTies("\(list.sql).\(alias)")
            if needsID { columns.append("\(list.sql).\(alias)") }
        case .wholeRow:
            // Text is compared byte by byte here, because under another collation two different rows could have the same place.
            let row = list.dialect.wholeRow(list.columns.map(\.sql))
            if let id = list.idColumn { breakTies(list.columns[id].sql, id) }
            for column in row { breakTies(column) }
            if needsID {
                columns.append("row_number() OVER (PARTITION BY \(row.joined(separator: ", ")))")
                breakTies(String(columns.count))
            }
        }
        self.places = places
        dialect = list.dialect
        ordersNulls = rows.rank(in: list)?.index.postgres != nil
        self.columns = columns.joined(separator: ", ")
        hasHiddenKey = columns.count > list.columns.count
        var keyIndices: [Int] = []
        for place in list.key == .wholeRow ? [] : places {
            if place.selected == nil { columns.append(place.sql) }
            keyIndices.append(place.selected ?? columns.count - 1)
        }
        self.keyIndices = keyIndices
        placedColumns = columns.joined(separator: ", ")
    }

    /// `ORDER BY …`, forwards or from the end.
    ///
    /// - Parameters:
    ///   - first: the first element in which the rows may differ.
    ///   - hasNulls: `true` if that element is NULL in any of the rows.
    func order(backwards: Bool, from first: Int = 0, hasNulls: Bool = true) -> String {
        let terms = places.indices.dropFirst(first).map { index in
            let place = places[index]
            let descends = place.descends != backwards
            let nulls =
                place.isNullable && (ordersNulls || index > first || hasNulls) ? dialect.nulls(descends: descends) : ""
            return place.sql + (descends ? " DESC" : "") + nulls
        }
        return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
    }

    /// All rows as ranges of an index, the nearest first.
    ///
    /// PostgreSQL's indexes have NULLs at their end, so rows with NULL in the first column are a separate range. Their order still contains that
    /// column, so that the planner recognizes the index.
    func ranges(backwards: Bool) -> [Segment] {
        let whole = Segment(filter: orderedFilter, bindings: [], order: order(backwards: backwards))
        guard dialect == .postgres, !ordersNulls, let first = places.first, first.isNullable, first.isIndexed else {
            return [whole]
        }
        let start = filter.isEmpty ? " WHERE " : filter + " AND "
        let ranges = [
            Segment(
                filter: "\(start)\(first.sql) IS NULL", bindings: [],
                order: order(backwards: backwards, hasNulls: false)),
            Segment(
                filter: "\(start)\(first.sql) IS NOT NULL", bindings: [],
                order: order(backwards: backwards, hasNulls: false)),
        ]
        return first.descends != backwards ? ranges.reversed() : ranges
    }

    /// `true` if the order has only one element, with this SQL.
    func isOrderedOnly(by sql: String) -> Bool { places.count == 1 && places[0].isBy(sql) }

    /// The columns that order the rows, in SQL.
    var orderSQL: [String] { places.map(\.sql) }

    func descends(at place: Int) -> Bool { places[place].descends }

    /// `true` if an element of the order may be NULL. SQLite allows that in any column, PostgreSQL only if declared.
    func mayBeNull(at place: Int) -> Bool { dialect == .sqlite || places[place].isNullable }

    /// The direction of the first element.
    var descends: Bool { places.first?.descends ?? false }
}
