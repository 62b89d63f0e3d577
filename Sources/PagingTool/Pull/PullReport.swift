internal import PagingWire

/// The result of a pull, and its cost.
struct PullReport: Sendable {
    /// The list's address, without secrets.
    var url: String
    /// Rows written.
    var items: Int
    /// The number of different identifiers among them.
    var distinctIds: Int
    /// Pages that arrived.
    var pages: Int
    /// Requests sent, including failed ones.
    var requests: Int
    /// Bytes of the answers' bodies, after decompression.
    var bytes: Int
    /// The duration in seconds.
    var seconds: Double
    /// The number of rows in the list, or `nil` if it never became known.
    var total: Int?
    /// `true` if every row was written exactly once.
    var complete: Bool
    /// The pagination of the API.
    var dialect: String
    /// The path of the rows, or `nil` for standard output or if there are none.
    var output: String?
    /// The way rows are identified, or `nil` if there are none.
    var identifiedBy: String?
    /// The number of times the list was read, or `nil` if it was assumed not to change.
    var passes: Int?
    /// Identifiers of rows that were added while the list was read, or `nil` if it was not read completely.
    var added: [JSONValue]?
    /// Identifiers of rows that were written and then removed while the list was read, or `nil` if it was not read completely.
    var removed: [JSONValue]?
    /// Identifiers of written rows that the last pass did not contain, although they may have moved, or `nil` if there are none.
    var unseen: [JSONValue]?
    /// The number of rows that were read again with other content, or `nil` if the list was assumed not to change or no row was read twice. The
    /// file has their first content.
    var changed: Int?
    /// The reason why the pull is incomplete, or `nil` if it is complete.
    var error: String?
    /// Other notes.
    var notes: [String] = []
    /// The number of rows that an earlier, stopped pull had written, or `nil` if there was none.
    var resumed: Int?
    /// The place to resume from.
    var resume: [String: JSONValue]?

    /// The report as JSON, on one line.
    var json: String {
        var members: [String: JSONValue] = [
            "url": .string(url), "items": .integer(Int64(items)), "distinctIds": .integer(Int64(distinctIds)),
            "pages": .integer(Int64(pages)), "requests": .integer(Int64(requests)), "bytes": .integer(Int64(bytes)),
            "seconds": .double((seconds * 1_000).rounded() / 1_000), "complete": .bool(complete),
            "dialect": .string(dialect), "total": total.map { .integer(Int64($0)) } ?? .null,
            "error": error.map { .string($0) } ?? .null,
        ]
        members["output"] = output.map { .string($0) }
        members["identifiedBy"] = identifiedBy.map { .string($0) }
        members["resumed"] = resumed.map { .integer(Int64($0)) }
        members["resume"] = resume.map { .object($0) }
        members["passes"] = passes.map { .integer(Int64($0)) }
        members["added"] = added.map { .array($0) }
        members["changed"] = changed.map { .integer(Int64($0)) }
        members["unseen"] = unseen.map { .array($0) }
        members["removed"] = removed.map { .array($0) }
        if !notes.isEmpty { members["notes"] = .array(notes.map { .string($0) }) }
        return JSONValue.object(members).json
    }

    /// The report as text, on one line.
    var summary: String {
        let rate = seconds > 0 ? " (\(Format.count(Int(Double(items) / seconds)))/s)" : ""
        return "paging: \(Format.plural(items, "row")), each once, in \(Format.plural(requests, "request")) and "
            + "\(Format.tenths(seconds)) s\(rate), \(Format.bytes(bytes)) — \(dialect)"
            + (identifiedBy == Identification.position.description ? " — told apart by position" : "")
            + (resumed.map { " — the first \(Format.count($0)) by an earlier pull" } ?? "")
            + meanwhile
    }

    private var meanwhile: String {
        let (came, went, changed) = (added?.count ?? 0, removed?.count ?? 0, changed ?? 0)
        guard came + went + changed > 0 else { return "" }
        return " — meanwhile \(Format.count(came)) added, \(Format.count(went)) removed"
            + (changed > 0 ? ", \(Format.count(changed)) changed" : "")
    }
}
