internal import PagingWire

/// Answers at which position of a list a row is.
struct PositionReader {
    let snapshot: SQLiteSnapshot
    let list: ListDescription
    let rows: RowSelection
    /// The row's key, as its object's `id` has it.
    let identity: [SQLiteValue]

    static let parameters = ["id", QueryName.sort]

    /// Reads a query.
    ///
    /// - Throws: a problem where the list has no key, or `id` is none of its kind.
    init(_ query: String?, of list: ListDescription, _ snapshot: SQLiteSnapshot) throws(Problem) {
        let parameters = try QueryParameters(query, known: PositionReader.parameters)
        guard let id = try parameters.text("id") else { throw .badParameter("id", "'id' with a row's id is missing.") }
        self.snapshot = snapshot
        self.list = list
        rows = RowSelection(sort: try ListRequest.sort(parameters, list))
        identity = try PositionReader.identity(id, of: list)
    }

    /// `{"id":…,"offset":…,"totalCount":…}`; a problem (404) where there is no such row.
    func position() throws -> Response {
        guard let (index, isMirrored) = rows.rank(in: list) else {
            throw Problem.needsRankIndex(list, order: RankOrder(rows.terms, of: list))
        }
        let reader = RankReader(connection: snapshot.connection, index: index)
        guard let offset = try reader.offset(of: identity, isMirrored: isMirrored) else {
            throw Problem(
                status: 404, kind: "unknown-row", title: "No such row",
                detail: "The list '\(list.name)' has no such row.")
        }
        var buffer = JSONBuffer()
        buffer.raw(#"{"id":"#)
        if identity.count == 1 {
            buffer.value(identity[0])
        } else {
            buffer.string(JSONBuffer.array(of: identity))
        }
        buffer.raw(#","offset":"#)
        buffer.integer(offset)
        buffer.raw(#","totalCount":"#)
        buffer.integer(try reader.total())
        buffer.byte("}")
        var response = Response.json(buffer)
        response.headers.append(("Server-Timing", PageMethod.rank.metric))
        return response
    }

    private static func identity(_ text: String, of list: ListDescription) throws(Problem) -> [SQLiteValue] {
        guard let key = list.declaredKey else {
            throw .noKey(list)
        }
        if key.count == 1 {
            let isNumber = list.columns[key[0]].isNumeric
            return [isNumber ? Int64(text).map(SQLiteValue.integer) ?? .text(text) : .text(text)]
        }
        // A composite key is the text of a JSON array.
        guard let values = (try? JSONValue(parsing: Array(text.utf8)))?.array, values.count == key.count else {
            throw .badParameter("id", "'id' must be a JSON array of \(key.count) values, as in the rows' own 'id'.")
        }
        return try values.map { value throws(Problem) in
            if let number = value.int { return .integer(Int64(number)) }
            if case .double(let number) = value { return .real(number) }
            if let text = value.string { return .text(text) }
            throw .badParameter("id", "'id' may hold numbers and texts only.")
        }
    }
}

extension JSONBuffer {
    /// Values as the text of a JSON array.
    static func array(of values: [SQLiteValue]) -> String {
        var buffer = JSONBuffer()
        buffer.byte("[")
        for (index, value) in values.enumerated() {
            if index > 0 { buffer.byte(",") }
            buffer.value(value)
        }
        buffer.byte("]")
        return String(decoding: buffer.bytes, as: UTF8.self)
    }
}
