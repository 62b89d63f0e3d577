/// Conversations.
extension APIFamily {
    static let chat: [APIFamily] = [
        APIFamily(
            name: "Matrix messages", marks: [.member("chunk"), .member("start")],
            style: .cursor("from", size: "limit"), items: "chunk", next: .cursor("end"),
            identifier: "event_id"),
        APIFamily(
            name: "Synapse, users", marks: [.member("users"), .member("total"), .path("/users")],
            style: .cursor("from", size: "limit"), items: "users", total: .path("total"), next: .cursor("next_token"),
            identifier: "name"),
        APIFamily(
            name: "Synapse, rooms", marks: [.member("rooms"), .member("total_rooms")],
            style: .cursor("from", size: "limit"), items: "rooms", total: .path("total_rooms"),
            next: .cursor("next_batch"), identifier: "room_id"),
        // From the newest on it is read upwards, which names no page that follows.
        APIFamily(
            name: "Zulip, upwards", marks: [.member("found_oldest"), .member("messages"), .askedFor("num_after", "0")],
            style: .cursor(nil, size: nil), items: "messages", isLast: "found_oldest"),
        // Messages rise from the anchor on.
        APIFamily(
            name: "Zulip", marks: [.member("found_newest"), .member("anchor"), .member("messages")],
            style: .cursor("anchor", size: nil), items: "messages", next: .lastItem("id"), isLast: "found_newest",
            parameters: ["include_anchor": "false"]),
        APIFamily(
            name: "Discord messages", marks: [.array, .row("channel_id"), .row("id")],
            style: .cursor("before", size: "limit"), items: "", next: .lastItem("id")),
        APIFamily(
            name: "Reddit", marks: [.text("kind", "Listing"), .member("data/children")],
            style: .cursor("after", size: "limit"), items: "data/children", next: .cursor("data/after"),
            identifier: "data/name"),
    ]
}
