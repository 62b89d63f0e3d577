internal import PagingWire

/// A request for one list, checked against its columns.
struct ListRequest {
    /// The parameters in addition to those of ``QueryName``.
    enum Name {
        /// With `groupBy`, the value of the requested section.
        static let group = "group"
        /// The type of `group` if it is not text.
        static let groupType = "groupType"
        /// Conditions that the rows meet: see ``RowFilter``.
        static let filter = "where"
        /// Words that the rows contain: see ``SearchText``.
        static let search = "search"
        /// The cursor before the requested rows, empty for the first rows.
        static let after = "after"
        /// The cursor after the requested rows, empty for the last rows.
        static let before = "before"
        /// The key of the row in the middle of the requested rows.
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
    /// The cursor of the requested rows, or `nil` if rows are requested by position.
    var cursor: CursorReader.Place?
    /// The preference for counting, or `nil` if the client has none.
    var count: CountPreference? { asked ?? preferred }
    /// The preference in the query. The addresses of other pages repeat it.
    var asked: CountPreference?
    /// The preference in the header `Prefer`. The answer confirms it.
    var preferred: CountPreference?

    /// Reads a query.
    ///
    /// - Throws: a problem that names the wrong parameter, and a correct value.
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

    /// The searched words, or `nil` if the text has no words.
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
        // A page without rows would be its own next page.
        return min(max(try parameters.count(name) ?? ServerLimits.defaultPageRows, 1), ServerLimits.maximumPageRows)
    }

    static func sort(
        _ parameters: QueryParameters, _ list: ListDescription
    ) throws(Problem) -> [RowSelection.Term] {
        var terms: [RowSelection.Term] = []
        for part in (parameters.encoded(QueryName.sort) ?? "").split(separator: ",") {
            // A comma in a name is encoded, but a comma between names need not be. A text that is not a name may be several names.
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
        // Sorting by a column again has no effect.
        var seen: Set<Int> = []
        terms = terms.filter { seen.insert($0.column).inserted }
        guard terms.count <= ServerLimits.maximumSortTerms else {
            throw .badParameter(QueryName.sort, "'sort' takes at most \(ServerLimits.maximumSortTerms) columns.")
        }
        return terms
    }
}

extension RowSelection.Term {
    /// Reads `column`, or `-column` for descending. It returns `nil` if there is no such column.
    ///
    /// If a column's own name begins with `-`, and no other column has the rest as its name, the text means that column, ascending.
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
