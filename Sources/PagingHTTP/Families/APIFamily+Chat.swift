import PagingWire

/// Conversations.
extension APIFamily {
    static let chat: [APIFamily] = [
        matrix("Matrix messages, oldest first", [.askedFor("dir", "f")], isOldestFirst: true),
        matrix("Matrix messages", [], isOldestFirst: false),
        APIFamily(
            name: "Synapse, users", marks: [.member("users"), .member("total"), .path("/users")],
            style: .cursor("from", size: "limit"), items: "users", total: .path("total"), next: .cursor("next_token"),
            identifier: "name"),
        APIFamily(
            name: "Synapse, rooms", marks: [.member("rooms"), .member("total_rooms")],
            style: .cursor("from", size: "limit"), items: "rooms", total: .path("total_rooms"),
            next: .cursor("next_batch"), identifier: "room_id"),
        zulip("Zulip", [.askedFor("anchor", "oldest"), .askedFor("num_before", "0")], startsElsewhere: false),
        zulip("Zulip, from another message on", [], startsElsewhere: true),
        APIFamily(
            name: "Discord messages", marks: [.array, .row("channel_id"), .row("id")],
            style: .cursor("before", size: "limit"), items: "", next: .lastItem("id"),
            upward: Upward(
                previous: .firstItem("id"),
                before: Dialect.Anchored(["after": "{cursor}", "limit": "{limit}"], omitting: ["around"]),
                end: Dialect.Anchored(["after": "0", "limit": "{limit}"], omitting: ["around"]),
                around: Dialect.Anchored(["around": "{cursor}", "limit": "{limit}"], omitting: ["after"]))),
        // Timestamps are unique in a channel. With `oldest` alone Slack returns the messages closest to it.
        APIFamily(
            name: "Slack messages",
            marks: [.path("conversations.history"), .member("messages"), .member("has_more"), .member("ok")],
            style: .cursor("latest", size: "limit"), items: "messages", next: .lastItem("ts"), hasMore: "has_more",
            upward: Upward(
                previous: .firstItem("ts"),
                before: Dialect.Anchored(
                    ["oldest": "{cursor}", "limit": "{limit}", "inclusive": "false"], omitting: ["cursor"],
                    hasPrevious: "has_more"),
                end: Dialect.Anchored(
                    ["oldest": "1", "limit": "{limit}"], omitting: ["cursor"], hasPrevious: "has_more")),
            identifier: "ts"),
        // `min_id` returns the rows next to it, `since_id` the newest rows. Only the former leads upwards.
        APIFamily(
            name: "Mastodon", marks: [.array, .headerText("Link", "max_id="), .headerText("Link", "min_id=")],
            style: .cursor(nil, size: "limit"), items: "", next: .link("next"), upward: mastodon),
        APIFamily(
            name: "Mastodon, older", marks: [.array, .headerText("Link", "max_id="), .headerText("Link", "since_id=")],
            style: .cursor(nil, size: "limit"), items: "", next: .link("next"), upward: mastodon),
        APIFamily(
            name: "Reddit", marks: [.text("kind", "Listing"), .member("data/children")],
            style: .cursor("after", size: "limit"), items: "data/children", next: .cursor("data/after"),
            identifier: "data/name"),
    ]

    private static let mastodon = Upward(
        previous: .link("prev"),
        before: Dialect.Anchored(["min_id": "{cursor}", "limit": "{limit}"], omitting: ["max_id", "since_id"]),
        end: Dialect.Anchored(["min_id": "0", "limit": "{limit}"], omitting: ["max_id", "since_id"]))

    /// Events of a room are read newest first or oldest first. The opposite direction leads upwards.
    private static func matrix(_ name: String, _ marks: [Mark], isOldestFirst: Bool) -> APIFamily {
        func against(_ parameters: [String: String]) -> Dialect.Anchored {
            Dialect.Anchored(parameters.merging(["dir": isOldestFirst ? "b" : "f", "limit": "{limit}"]) { $1 }).with {
                $0.isReversed = true
                ($0.next, $0.previous) = (.cursor("start"), .cursor("end"))
            }
        }
        let context = Dialect.Anchored(["limit": "{limit}"], address: "context/{cursor}", omitting: ["dir", "to"]).with
        {
            let (first, last) = isOldestFirst ? ("events_before", "events_after") : ("events_after", "events_before")
            $0.rows = [.reversed(FieldPath(first)), "event", Dialect.Anchored.Rows(FieldPath(last))]
            ($0.next, $0.previous) =
                isOldestFirst ? (.cursor("end"), .cursor("start")) : (.cursor("start"), .cursor("end"))
        }
        return APIFamily(
            name: name, marks: [.member("chunk"), .member("start")] + marks,
            style: .cursor("from", size: "limit"), items: "chunk", next: .cursor("end"),
            upward: Upward(
                previous: .cursor("start"), before: against(["from": "{cursor}"]), end: against([:]), around: context),
            identifier: "event_id")
    }

    /// Messages are in ascending order, with any anchor.
    private static func zulip(_ name: String, _ marks: [Mark], startsElsewhere: Bool) -> APIFamily {
        let before = Dialect.Anchored(
            ["anchor": "{cursor}", "num_before": "{limit}", "num_after": "0", "include_anchor": "false"]
        ).with { $0.isFirst = "found_oldest" }
        let end = Dialect.Anchored(
            ["anchor": "newest", "num_before": "{limit}", "num_after": "0", "include_anchor": "true"]
        ).with { ($0.isFirst, $0.isLast) = ("found_oldest", "found_newest") }
        let start = Dialect.Anchored(
            ["anchor": "oldest", "num_before": "0", "num_after": "{limit}", "include_anchor": "true"]
        ).with { $0.isLast = "found_newest" }
        let around = Dialect.Anchored(
            ["anchor": "{cursor}", "num_before": "{above}", "num_after": "{below}", "include_anchor": "true"]
        ).with { ($0.isFirst, $0.isLast) = ("found_oldest", "found_newest") }
        var family = APIFamily(
            name: name, marks: [.member("found_newest"), .member("anchor"), .member("messages")] + marks,
            style: .cursor("anchor", size: startsElsewhere ? "num_after" : nil), items: "messages",
            next: .lastItem("id"),
            isLast: "found_newest", parameters: ["include_anchor": "false"],
            upward: Upward(
                previous: .firstItem("id"), before: before, end: end, start: startsElsewhere ? start : nil,
                around: around))
        if startsElsewhere { family.parameters["num_before"] = "0" }
        family.startsElsewhere = startsElsewhere
        return family
    }
}
