internal import PagingWire

/// Answers with the rows with the requested keys in their order, and names the keys without a row.
struct LookupReader {
    static let name = "ids"
    private static let parameters = [
        name, QueryName.limit, QueryName.pageSize, QueryName.sort, ListRequest.Name.filter, ListRequest.Name.search,
    ]

    let snapshot: DatabaseSnapshot
    let list: ListDescription
    private let ids: [[DatabaseValue]]

    /// Reads a query.
    ///
    /// - Returns: `nil` if it does not request keys.
    /// - Throws: a problem if rows have no key, or keys cannot be read.
    init?(_ query: String?, of list: ListDescription, _ snapshot: DatabaseSnapshot) throws(Problem) {
        let asked = (query ?? "").utf8.split(separator: UInt8(ascii: "&")).contains {
            $0.starts(with: Self.name.utf8)
                && [nil, UInt8(ascii: "=")].contains($0.dropFirst(Self.name.utf8.count).first)
        }
        guard asked else { return nil }
        // The parameters of a list and the page size come with every request. They are accepted, but only the keys matter.
        let parameters = try QueryParameters(query, known: Self.parameters)
        _ = (try ListRequest.sort(parameters, list), try ListRequest.filter(parameters, list))
        _ = try list.keyOfIDs()
        (self.snapshot, self.list) = (snapshot, list)
        ids = try Self.parse(try parameters.text(Self.name) ?? "", of: list)
    }

    /// `{"paging": {"version", "missing": […]}, "objects": […]}`.
    func objects(version: String?) throws -> Response {
        let (objects, missing) = try RowFinder(snapshot.connection, list).objects(ids)
        var buffer = JSONBuffer()
        buffer.raw(#"{"paging":{"version":"#)
        buffer.string(orNull: version)
        buffer.raw(#","missing":"#)
        buffer.ids(missing)
        buffer.raw(#"},"objects":["#)
        objects.write(to: &buffer)
        buffer.raw("]}")
        var response = Response.json(buffer)
        response.rows = objects.count
        return response
    }

    /// Reads keys separated by commas, or a JSON array of keys, which is necessary for keys with commas or several columns.
    private static func parse(_ text: String, of list: ListDescription) throws(Problem) -> [[DatabaseValue]] {
        var ids: [[DatabaseValue]] = []
        if text.hasPrefix("["), let array = (try? JSONValue(parsing: Array(text.utf8)))?.array {
            for value in array { ids.append(try list.identity(value.string ?? "\(value)", parameter: name)) }
        } else {
            for part in text.split(separator: ",") { ids.append(try list.identity(String(part), parameter: name)) }
        }
        guard ids.count <= ServerLimits.maximumPageRows else {
            throw .badParameter(name, "'\(name)' takes at most \(ServerLimits.maximumPageRows) keys.")
        }
        return ids
    }
}
