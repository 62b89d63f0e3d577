internal import PagingWire

/// A request for one list, checked against its columns.
struct ListRequest {
    /// The parameters that this server adds to those of ``QueryName``.
    enum Name {
        /// With `groupBy`: the section whose rows are asked for, by the value its rows have in common.
        static let group = "group"
        /// How `group` is to be read where it is not text.
        static let groupType = "groupType"
        /// Conditions that rows meet: see ``RowFilter``.
        static let filter = "where"
        /// Words that rows have: see ``SearchText``.
        static let search = "search"
        /// The cursor after which rows are asked for; empty for the first rows.
        static let after = "after"
        /// The cursor before which rows are asked for; empty for the last rows.
        static let before = "before"
        /// The key of the row around which rows are asked for.
        static let around = "around"
    }

    static let parameters = [
        QueryName.offset, Name.after, Name.before, Name.around, QueryName.limit, QueryName.pageSize,
        QueryName.sort, QueryName.groupBy, Name.group, Name.groupType, QueryName.metadataOnly, Name.filter,
        Name.search, CountPreference.name,
    ]

    var list: ListDescription
    var rows: RowSelection
    var offset: Int
    var limit: Int
    var metadataOnly: Bool
    /// The cursor whose neighbors are asked for, or `nil` if rows are asked for by position.
    var cursor: CursorReader.Place?
    /// How the rows are to be counted, or `nil` if the client does not say.
    var count: CountPreference? { asked ?? preferred }
    /// The query's value for it; later pages are asked for in the same way.
    var asked: CountPreference?
    /// The value in the header `Prefer`, which the answer confirms.
    var preferred: CountPreference?

    /// Reads a query.
    ///
    /// - Throws: a problem that says which parameter is wrong, and what would be right.
    init(_ query: String?, of list: ListDescription, preferring: CountPreference? = nil) throws(Problem) {
        let parameters = try QueryParameters(query, known: ListRequest.parameters)
        self.list = list
        preferred = preferring
        asked = try CountPreference.read(parameters)
        offset = try parameters.count(QueryName.offset) ?? 0
        limit = try ListRequest.limit(parameters)
        metadataOnly = try parameters.flag(QueryName.metadataOnly)
        cursor = try ListRequest.cursor(parameters, list)

        var groupBy: Int?
        if let name = try parameters.text(QueryName.groupBy) {
            guard let column = list.column(named: name) else {
                throw .unknown("column", name, of: list.columns.map(\.name), status: 400)
            }
            groupBy = column
        }
        let group = try GroupValue.read(parameters)
        for (name, isGiven) in [
            (Name.group, group != nil), (Name.groupType, parameters.has(Name.groupType)),
            (QueryName.metadataOnly, metadataOnly),
        ] where isGiven && groupBy == nil {
            throw .badParameter(name, "'\(name)' needs '\(QueryName.groupBy)' with the name of a column.")
        }
        if metadataOnly, group != nil {
            throw .badParameter(
                QueryName.metadataOnly,
                "A section has no sections: '\(QueryName.metadataOnly)' and '\(Name.group)' exclude each other.")
        }
        rows = RowSelection(
            sort: try ListRequest.sort(parameters, list), groupBy: groupBy, group: group,
            filter: try ListRequest.filter(parameters, list),
            search: try ListRequest.search(parameters, list))
    }

    static func filter(_ parameters: QueryParameters, _ list: ListDescription) throws(Problem) -> RowFilter? {
        guard let text = try parameters.text(Name.filter) else { return nil }
        return try RowFilter(text, of: list)
    }

    /// The words that are searched for; a text without any is no search.
    static func search(_ parameters: QueryParameters, _ list: ListDescription) throws(Problem) -> String? {
        guard let text = try parameters.text(Name.search) else { return nil }
        guard list.search != nil else { throw .needsSearchIndex(list) }
        return SearchText(text) == nil ? nil : text
    }

    private static func cursor(
        _ parameters: QueryParameters, _ list: ListDescription
    ) throws(Problem) -> CursorReader.Place? {
        let cursors = [Name.after, Name.before, Name.around]
        let given = ([QueryName.offset] + cursors + [QueryName.metadataOnly]).filter(parameters.has)
        guard let name = given.first(where: cursors.contains) else { return nil }
        guard given.count == 1 else {
            throw .badParameter(name, "'\(given[0])' and '\(given[1])' exclude each other.")
        }
        let text = try parameters.text(name) ?? ""
        if name == Name.around { return .around(try list.identity(text, parameter: name)) }
        return name == Name.after ? .after(text.isEmpty ? nil : text) : .before(text.isEmpty ? nil : text)
    }

    private static func limit(_ parameters: QueryParameters) throws(Problem) -> Int {
        if parameters.has(QueryName.limit), parameters.has(QueryName.pageSize) {
            throw .badParameter(
                QueryName.pageSize,
                "'\(QueryName.pageSize)' is another name of '\(QueryName.limit)': give one of them.")
        }
        let name = parameters.has(QueryName.pageSize) ? QueryName.pageSize : QueryName.limit
        // A page without rows would lead on to itself.
        return min(max(try parameters.count(name) ?? ServerLimits.defaultPageRows, 1), ServerLimits.maximumPageRows)
    }

    static func sort(
        _ parameters: QueryParameters, _ list: ListDescription
    ) throws(Problem) -> [RowSelection.Term] {
        var terms: [RowSelection.Term] = []
        for part in (parameters.encoded(QueryName.sort) ?? "").split(separator: ",") {
            // A comma in a name is encoded, one between names need not be: what is no name as a whole may be several.
            let name = try parameters.decode(part, of: QueryName.sort)
            if let term = RowSelection.Term(name, in: list) {
                terms.append(term)
                continue
            }
            for name in name.split(separator: ",") {
                guard let term = RowSelection.Term(String(name), in: list) else {
                    let column = name.hasPrefix("-") ? name.dropFirst() : name
                    throw .unknown("column", String(column), of: list.columns.map(\.name), status: 400)
                }
                terms.append(term)
            }
        }
        // Sorting by a column again changes nothing.
        var seen: Set<Int> = []
        terms = terms.filter { seen.insert($0.column).inserted }
        guard terms.count <= ServerLimits.maximumSortTerms else {
            throw .badParameter(QueryName.sort, "'sort' takes at most \(ServerLimits.maximumSortTerms) columns.")
        }
        return terms
    }
}

extension RowSelection.Term {
    /// Reads `column`, or `-column` for descending. `nil` if there is no such column.
    ///
    /// If a column's own name begins with `-`, and no other column has the rest of its name, the text means that column, ascending.
    init?(_ text: String, in list: ListDescription) {
        if text.hasPrefix("-"), let column = list.column(named: String(text.dropFirst())) {
            self.init(column: column, descending: true)
        } else if let column = list.column(named: text) {
            self.init(column: column, descending: false)
        } else {
            return nil
        }
    }
}
