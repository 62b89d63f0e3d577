internal import PagingWire

/// Answers with the keys of all rows of a list, in its order: a snapshot.
struct IdentifiersReader {
    static let parameters = [
        QueryName.offset, QueryName.limit, QueryName.sort, ListRequest.Name.filter, ListRequest.Name.search,
        "version",
    ]

    let snapshot: DatabaseSnapshot
    let list: ListDescription
    let rows: RowSelection
    private let key: [Int]
    private let offset: Int
    private let limit: Int?
    /// The version that it is to be of; `nil` for whichever it is.
    private let wanted: String?

    /// Reads a query.
    ///
    /// - Throws: a problem where rows have no key, or a parameter cannot be read.
    init(_ query: String?, of list: ListDescription, _ snapshot: DatabaseSnapshot) throws(Problem) {
        let parameters = try QueryParameters(query, known: IdentifiersReader.parameters)
        (self.snapshot, self.list, key) = (snapshot, list, try list.keyOfIDs())
        rows = try RowSelection.part(parameters, list)
        offset = try parameters.count(QueryName.offset) ?? 0
        limit = try parameters.count(QueryName.limit)
        wanted = try parameters.text("version")
    }

    /// `{"paging": {"offset", "totalCount", "version"}, "ids": […]}`.
    ///
    /// - Throws: a problem (409) where the list is at another version than was asked for.
    /// - Complexity: O(*rows*), and that of sorting them where no index has them in this order.
    func identifiers(version: String?, total: Int) throws -> Response {
        if let wanted, wanted != version { throw Problem.otherVersion(list) }
        let sql = SelectionSQL(rows, of: list)
        var buffer = JSONBuffer()
        buffer.raw(#"{"paging":{"offset":"#)
        buffer.integer(offset)
        buffer.raw(#","totalCount":"#)
        buffer.integer(total)
        buffer.raw(#","version":"#)
        buffer.string(orNull: version)
        buffer.raw(#"},"ids":["#)
        var isFirst = true
        let columns = key.map { list.columns[$0].sql }.joined(separator: ", ")
        try snapshot.connection.readRows(
            "SELECT \(columns) FROM \(list.sql)\(sql.filter)\(sql.order(backwards: false)) "
                + "LIMIT ?\(sql.bindings.count + 1) OFFSET ?\(sql.bindings.count + 2)",
            sql.bindings + [.integer(Int64(limit ?? .max)), .integer(Int64(offset))]
        ) { row in
            if !isFirst { buffer.byte(",") }
            isFirst = false
            if key.count == 1 { buffer.column(0, of: row) } else { buffer.id(key.indices.map { row.value($0) }) }
            guard buffer.count <= ServerLimits.maximumBodyBytes else { throw Problem.pageTooLarge }
            return true
        }
        buffer.raw("]}")
        var response = Response.json(buffer)
        response.headers.append((HeaderName.totalCount, String(total)))
        return response
    }
}
