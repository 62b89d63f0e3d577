internal import PagingWire

/// Answers with the position of a row in a list.
struct PositionReader {
    let snapshot: DatabaseSnapshot
    let list: ListDescription
    let rows: RowSelection
    /// The row's key, from its object's `id`.
    let identity: [DatabaseValue]

    static let parameters = ["id", QueryName.sort]

    /// Reads a query.
    ///
    /// - Throws: a problem if the list has no key, or `id` is not a valid key.
    init(_ query: String?, of list: ListDescription, _ snapshot: DatabaseSnapshot) throws(Problem) {
        let parameters = try QueryParameters(query, known: PositionReader.parameters)
        guard let id = try parameters.text("id") else { throw .badParameter("id", "'id' with a row's id is missing.") }
        self.snapshot = snapshot
        self.list = list
        rows = RowSelection(sort: try ListRequest.sort(parameters, list))
        identity = try list.identity(id, parameter: "id")
    }

    /// `{"id":…,"offset":…,"totalCount":…}`. It throws a problem (404) if there is no such row.
    func position() throws -> Response {
        guard let (index, isMirrored) = rows.rank(in: list) else {
            throw Problem.needsRankIndex(list, order: RankOrder(rows.terms, of: list))
        }
        let reader = index.reader(snapshot.connection, of: list)
        guard let offset = try reader.offset(of: identity, isMirrored: isMirrored) else {
            throw Problem(
                status: 404, kind: "unknown-row", title: "No such row",
                detail: "The list '\(list.name)' has no such row.")
        }
        var buffer = JSONBuffer()
        buffer.raw(#"{"id":"#)
        buffer.id(identity)
        buffer.raw(#","offset":"#)
        buffer.integer(offset)
        buffer.raw(#","totalCount":"#)
        buffer.integer(try reader.total())
        buffer.byte("}")
        var response = Response.json(buffer)
        response.headers.append(("Server-Timing", PageMethod.rank.metric))
        return response
    }
}

extension JSONBuffer {
    /// Values as the text of a JSON array.
    static func array(of values: [DatabaseValue]) -> String {
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
