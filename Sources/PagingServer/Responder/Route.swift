/// The target of a request's path.
enum Route: Equatable {
    case index
    /// Checks that the database can be read.
    case health
    /// Checks that the process answers, whatever the state of its database.
    case live
    case metrics
    case description
    case lists
    /// The changes of several lists.
    case changesOfLists
    case list(String)
    /// The position of one row of a list.
    case position(String)
    /// The keys of all rows of a list.
    case identifiers(String)
    /// The changes of a list.
    case changes(String)
    /// One row of a list, by its key.
    case row(String, key: String)

    /// The list of the request, or `nil` if there is not exactly one.
    var list: String? {
        switch self {
        case .index, .health, .live, .metrics, .description, .lists, .changesOfLists: nil
        case .list(let name), .position(let name), .identifiers(let name), .changes(let name), .row(let name, _): name
        }
    }

    /// The methods that change data, if rows may be written.
    var writes: [String] {
        switch self {
        case .list: ["POST"]
        case .row: ["PATCH", "DELETE"]
        default: []
        }
    }

    /// Reads a percent-encoded path. One slash at its end is ignored.
    ///
    /// - Throws: a problem (404 or 400) if there is no such address.
    init(_ path: String) throws(Problem) {
        // The path is split before decoding, because a table's name may contain slashes.
        var segments: [String] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: true) {
            guard let decoded = PercentEncoding.decode(segment, plusIsSpace: false) else {
                throw Problem(
                    status: 400, kind: "bad-address", title: "The address cannot be read",
                    detail: "'\(segment)' is not percent-encoded UTF-8.")
            }
            segments.append(decoded)
        }
        switch (segments.first, segments.count) {
        case (nil, _): self = .index
        case ("healthz"?, 1), ("ready"?, 1): self = .health
        case ("live"?, 1): self = .live
        case ("metrics"?, 1): self = .metrics
        case ("openapi.json"?, 1): self = .description
        case ("lists"?, 1): self = .lists
        case ("changes"?, 1): self = .changesOfLists
        case ("lists"?, 2): self = .list(segments[1])
        case ("lists"?, 3) where segments[2] == "position": self = .position(segments[1])
        case ("lists"?, 3) where segments[2] == "ids": self = .identifiers(segments[1])
        case ("lists"?, 3) where segments[2] == "changes": self = .changes(segments[1])
        // The key is an empty text.
        case ("lists"?, 3) where segments[2] == "rows" && path.hasSuffix("/"): self = .row(segments[1], key: "")
        case ("lists"?, 4) where segments[2] == "rows": self = .row(segments[1], key: segments[3])
        default: throw .notFound(path)
        }
    }
}
