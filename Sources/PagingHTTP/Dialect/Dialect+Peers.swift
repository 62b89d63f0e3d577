import PagingWire

extension Dialect {
    /// The project's own server: `{"paging": {"offset", "limit", "totalCount", "next"}, "objects": […]}`.
    public static let envelope = Dialect(
        .offset(ParameterName(QueryName.offset), limit: ParameterName(QueryName.limit)),
        items: "objects", total: .path("paging/totalCount")
    ).with { $0.validators = .list }

    /// Takes from an answer's envelope where it is told what happens to the list; what the app has said stands.
    mutating func takeEnvelope(_ answer: JSONValue) {
        guard version == nil, changes == nil, live == nil, validators != .list, style != .automatic,
            let address = answer.value(at: "paging/changes")?.string, answer.value(at: "paging/version")?.string != nil
        else { return }
        version = .path("paging/version")
        changes = .envelope(address)
        live = Live(address: address, parameters: changes?.parameters ?? [:])
    }

    private func with(_ change: (inout Dialect) -> Void) -> Dialect {
        var dialect = self
        change(&dialect)
        return dialect
    }

    /// Dialects by name, for tools and settings: of the four ways to ask, and of well-known servers.
    ///
    /// Those of servers are nothing but values; each can be copied and changed.
    public static let named: [String: Dialect] = [
        "auto": .automatic,
        "envelope": .envelope,
        "offset": .offset(total: .header(HeaderName.totalCount)),
        "page": .page(total: .header(HeaderName.totalCount)),
        "link": .link(total: .header(HeaderName.totalCount)),
        "cursor": .cursor(items: "items", next: .cursor("next_cursor")),
        "drf-page": .page(size: nil, items: "results", total: .path("count"), next: .address("next")),
        "drf-offset": .offset(items: "results", total: .path("count"), next: .address("next")),
        "drf-cursor": .link(.address("next"), items: "results"),
        "json-api": .page(
            "page[number]", size: "page[size]", items: "data", total: .path("meta/pagination/count"),
            next: .address("links/next")),
        "datasette": Dialect(
            .cursor(nil, size: "_size"), items: "rows", total: .path("filtered_table_rows_count"),
            next: .address("next_url"), parameters: ["_shape": "objects"]),
        "github": .link(size: "per_page"),
        // Its validators are the collection's last change.
        "kinto": Dialect(.cursor(nil, size: "_limit"), items: "data", next: .header("Next-Page")).with {
            $0.validators = .list
            $0.lookup = Lookup("in_id")
        },
        "mediawiki": Dialect(
            .cursor(nil, size: nil), next: .parameters("continue"), parameters: ["format": "json"]),
        "odata": Dialect(
            .cursor(nil, size: nil), items: "value", total: .path("/@odata.count"),
            next: .address("/@odata.nextLink"), parameters: ["$count": "true"]),
        "postgrest": .offset(total: .header(HeaderName.contentRange)),
        "slack": .cursor(next: .cursor("response_metadata/next_cursor")),
        "stripe": .cursor("starting_after", items: "data", next: .lastItem("id"), hasMore: "has_more"),
        "whole": .whole,
        "wordpress": .page(size: "per_page", total: .header("X-WP-Total"), next: .link("next")).with {
            $0.lookup = Lookup("include")
        },
    ]
}

extension Dialect.Changes {
    /// What happened to a list of this project's server, with the rows that came or changed.
    ///
    /// - Parameter address: where it is told: `paging.changes` of a page.
    public static func envelope(_ address: String) -> Dialect.Changes {
        var changes = Dialect.Changes(address: address, items: "objects")
        changes.from = "from"
        changes.parameters = ["objects": "true"]
        return changes
    }
}
