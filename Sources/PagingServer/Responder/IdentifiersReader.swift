internal import PagingWire

/// Answers with the keys of all rows of a list in order: a snapshot.
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
    /// The requested version, or `nil` for any.
    private let wanted: String?
    /// `true` if keys are written in binary format.
    private let isCompact: Bool

    /// Reads a query.
    ///
    /// - Throws: a problem if rows have no key, or a parameter cannot be read.
    init(_ request: Request, of list: ListDescription, _ snapshot: DatabaseSnapshot) throws(Problem) {
        let parameters = try QueryParameters(request.query, known: IdentifiersReader.parameters)
        (self.snapshot, self.list, key) = (snapshot, list, try list.keyOfIDs())
        rows = try RowSelection.part(parameters, list)
        offset = try parameters.count(QueryName.offset) ?? 0
        limit = try parameters.count(QueryName.limit)
        wanted = try parameters.text("version")
        if case .integer = list.key { isCompact = request.prefersCompactKeys } else { isCompact = false }
    }

    /// The number of requested keys in a list with a number of rows.
    func count(of total: Int) -> Int { max(0, min(limit ?? .max, total - offset)) }

    /// The answer without its keys.
    ///
    /// - Throws: a problem (409) if the list has another version than the requested one.
    func head(version: String?, total: Int) throws(Problem) -> Response {
        if let wanted, wanted != version { throw .otherVersion(list) }
        return Response(
            status: 200,
            headers: [
                (HeaderName.contentType, isCompact ? MediaType.keys : MediaType.json),
                (HeaderName.totalCount, String(total)), ("Vary", "Accept"),
            ])
    }

    /// `{"paging": {"offset", "totalCount", "version"}, "ids": […]}`, or the same in binary format.
    ///
    /// - Complexity: O(*rows*), and sorting them if no index has this order.
    func identifiers(version: String?, total: Int) throws -> Response {
        var response = try head(version: version, total: total)
        try write(version: version, total: total, isLong: false) {
            guard response.body.isEmpty else { throw Problem.pageTooLarge }
            response.body = $0
        }
        response.contentLength = response.body.count
        return response
    }

    /// The same answer, with its body in a store.
    func stored(version: String?, total: Int, in body: StoredAnswer) throws -> Response {
        var response = try head(version: version, total: total)
        try write(version: version, total: total, isLong: true, body.append)
        response.stream = body
        response.contentLength = body.count
        return response
    }

    private func write(
        version: String?, total: Int, isLong: Bool, _ part: ([UInt8]) throws -> Void
    ) throws {
        let sql = SelectionSQL(rows, of: list)
        let count = count(of: total)
        var writer = KeysWriter(
            isCompact: isCompact, width: key.count, offset: offset, total: total, count: count, version: version)
        let columns = key.map { list.columns[$0].sql }.joined(separator: ", ")
        let query =
            "SELECT \(columns) FROM \(list.sql)\(sql.orderedFilter)\(sql.order(backwards: false)) "
            + "LIMIT ?\(sql.bindings.count + 1) OFFSET ?\(sql.bindings.count + 2)"
        let bindings = sql.bindings + [.integer(Int64(count)), .integer(Int64(offset))]
        let partBytes = isLong ? ServerLimits.streamedPartBytes : ServerLimits.maximumBodyBytes
        func add(_ row: DatabaseRow) throws {
            writer.append(row)
            if writer.count >= partBytes { try part(writer.take()) }
        }
        if isLong {
            try snapshot.connection.forEachRowInParts(query, bindings, add)
        } else {
            try snapshot.connection.forEachRow(query, bindings, add)
        }
        writer.end()
        try part(writer.take())
    }
}
