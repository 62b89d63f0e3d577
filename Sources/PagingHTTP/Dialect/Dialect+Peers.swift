import PagingWire

extension Dialect {
    /// The project's own server: `{"paging": {"offset", "limit", "totalCount", "next"}, "objects": […]}`.
    public static let envelope = Dialect(
        .offset(ParameterName(QueryName.offset), limit: ParameterName(QueryName.limit)),
        items: "objects", total: .path("paging/totalCount")
    ).with {
        $0.validators = .list
        $0.takeEnvelopeCursors()
    }

    /// Takes from an answer's envelope the addresses for changes and for keys. The app's own settings take precedence.
    mutating func takeEnvelope(_ answer: JSONValue) {
        guard style != .automatic else { return }
        if version == nil, changes == nil, live == nil, validators != .list,
            let address = answer.value(at: "paging/changes")?.string, answer.value(at: "paging/version")?.string != nil
        {
            version = .path("paging/version")
            changes = .envelope(address)
            live = Live(address: address, parameters: changes?.parameters ?? [:])
        }
        // The envelope of a list without cursors names none, even if the list goes on.
        let paging = answer["paging"]
        if paging?["after"]?.string != nil || paging?["after"] != nil && paging?["next"]?.string == nil {
            takeEnvelopeCursors()
        }
        // The address of a list that is read by cursors asks for a page, which no endpoint understands.
        guard case .offset = style, snapshot == nil, lookup == nil,
            let keyed = answer.value(at: "paging/lookup")?.string.flatMap(Lookup.init(envelope:))
        else { return }
        lookup = keyed
        // For the keys of a longer list the app has to set the address itself.
        if let address = answer.value(at: "paging/ids")?.string, let total = answer.value(at: "paging/totalCount")?.int,
            total <= HTTPLimits.keysTakenUnasked
        {
            snapshot = .envelope(address)
        }
    }

    /// How lists of this project's server are read by cursors and entered at their end or at a row, whatever their style.
    private mutating func takeEnvelopeCursors() {
        let omitted: Set = ["offset", "after", "before", "around"]
        func anchored(_ parameters: [String: String]) -> Anchored {
            Anchored(parameters.merging(["limit": "{limit}"]) { $1 }, omitting: omitted).with {
                if style.isPositional { ($0.next, $0.previous) = (.cursor("paging/after"), .cursor("paging/before")) }
                ($0.position, $0.isTrusted) = ("paging/offset", true)
            }
        }
        end = end ?? anchored(["before": ""])
        around = around ?? anchored(["around": "{cursor}"])
        guard case .offset = style else { return }
        cursorName = cursorName ?? "after"
        previous = previous ?? .cursor("paging/before")
        before = before ?? anchored(["before": "{cursor}"])
        start = start ?? anchored(["after": ""])
    }

    fileprivate func with(_ change: (inout Dialect) -> Void) -> Dialect {
        var dialect = self
        change(&dialect)
        return dialect
    }

    /// Dialects by name, for tools and settings: the four ways to ask, and well-known servers.
    ///
    /// Dialects of servers are plain values; each can be copied and changed.
    public static let named: [String: Dialect] = [
        "auto": .automatic,
        "envelope": .envelope,
        "offset": .offset(total: .header(HeaderName.totalCount)),
        "page": .page(total: .header(HeaderName.totalCount)),
        "link": .link(total: .header(HeaderName.totalCount)),
        "cursor": .cursor(items: "items", next: .cursor("next_cursor")),
        "drf-page": .page(size: nil, items: "results", total: .path("count"), next: .address("next")),
        "drf-offset": .offset(items: "results", total: .path("count"), next: .address("next")),
        "drf-cursor": .link(.address("next"), items: "results").with { $0.previous = .address("previous") },
        "json-api": .page(
            "page[number]", size: "page[size]", items: "data", total: .path("meta/pagination/count"),
            next: .address("links/next")),
        "datasette": Dialect(
            .cursor(nil, size: "_size"), items: "rows", total: .path("filtered_table_rows_count"),
            next: .address("next_url"), parameters: ["_shape": "objects"]),
        "github": .link(size: "per_page"),
        // Its validators are the time of the collection's last change.
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
        "stripe": .cursor("starting_after", items: "data", next: .lastItem("id"), hasMore: "has_more").with {
            $0.previous = .firstItem("id")
            $0.before = Anchored(["ending_before": "{cursor}", "limit": "{limit}"], hasPrevious: "has_more")
        },
        "whole": .whole,
        "discord": .family("Discord messages"),
        "mastodon": .family("Mastodon"),
        "matrix": .family("Matrix messages"),
        "slack-messages": .family("Slack messages"),
        "zulip": .family("Zulip, from another message on"),
        "wordpress": .page(size: "per_page", total: .header("X-WP-Total"), next: .link("next")).with {
            $0.lookup = Lookup("include")
        },
    ]
}

extension Dialect {
    /// The dialect of a family.
    private static func family(_ name: String) -> Dialect {
        APIFamily.all.first { $0.name == name }?.dialect(.automatic, asksSize: true) ?? .automatic
    }
}

extension Dialect.Changes {
    /// The changes of a list of this project's server, with the rows that came or changed.
    ///
    /// - Parameter address: the address to ask: `paging.changes` of a page.
    public static func envelope(_ address: String) -> Dialect.Changes {
        var changes = Dialect.Changes(address: address, items: "objects")
        changes.from = "from"
        changes.parameters = ["objects": "true"]
        return changes
    }
}

extension Dialect.Snapshot {
    /// The keys of a list of this project's server.
    ///
    /// - Parameter address: the address to ask: `paging.ids` of a page.
    public static func envelope(_ address: String) -> Dialect.Snapshot {
        var snapshot = Dialect.Snapshot(address: address, identifiers: "ids")
        (snapshot.takesBytes, snapshot.takesParts) = (true, true)
        return snapshot
    }
}

extension Dialect.Lookup {
    /// Rows of a list of this project's server by their keys.
    ///
    /// - Parameter address: the address to ask, `paging.lookup` of a page, to which a JSON array of keys is added. The result is `nil` if it
    ///   does not end with a parameter.
    public init?(envelope address: String) {
        guard address.hasSuffix("="), let start = address.lastIndex(where: { $0 == "?" || $0 == "&" }) else {
            return nil
        }
        let name = address[start...].dropFirst().dropLast()
        guard !name.isEmpty else { return nil }
        self.init(
            ParameterName(Query.decoded(name)), joining: .array, address: String(address[..<start]), items: "objects")
    }
}
