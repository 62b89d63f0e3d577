/// Trackers and forges.
extension APIFamily {
    static let services: [APIFamily] = [
        APIFamily(
            name: "Jira", marks: [.member("startAt"), .member("maxResults"), .member("isLast"), .member("values")],
            style: .offset("startAt", limit: "maxResults"), items: "values", isLast: "isLast"),
        APIFamily(
            name: "GitLab, without a link", marks: [.array, .header("X-Next-Page"), .header("X-Page")],
            style: .cursor("page", size: "per_page"), items: "", next: .cursorHeader("X-Next-Page")),
        APIFamily(
            name: "OData, version 2", marks: [.member("d/results")],
            style: .cursor(nil, size: "$top"), items: "d/results", total: .path("d/__count"), next: .address("d/__next")
        ),
        // The links are lists of one link each.
        APIFamily(
            name: "Roundup", marks: [.member("data/collection"), .member("data/@links"), .member("data/@total_size")],
            style: .cursor(nil, size: "@page_size"), items: "data/collection", total: .path("data/@total_size"),
            next: .relation("data/@links/next", "next")),
        // The cursor is an object that also has the page's number.
        APIFamily(
            name: "Intercom", marks: [.text("pages/type", "pages"), .member("total_count"), .got],
            style: .cursor("starting_after", size: "per_page"), total: .path("total_count"),
            next: .cursor("pages/next/starting_after")),
        APIFamily(
            name: "Intercom, search", marks: [.text("pages/type", "pages"), .member("total_count"), .posted],
            style: .cursor("pagination.starting_after", size: "pagination.per_page"), total: .path("total_count"),
            next: .cursor("pages/next/starting_after")),
        APIFamily(
            name: "Asana", marks: [.member("next_page"), .member("data"), .row("gid")],
            style: .cursor("offset", size: "limit"), items: "data", next: .cursor("next_page/offset"),
            identifier: "gid"),
        // The offset is a text, already percent-encoded.
        APIFamily(
            name: "Lever", marks: [.member("hasNext"), .member("data"), .text("next", "%")],
            style: .cursor("offset", size: "limit"), items: "data", next: .cursor("next"), hasMore: "hasNext"),
        APIFamily(
            name: "Paddle", marks: [.member("meta/pagination/next"), .member("meta/pagination/has_more")],
            style: .cursor(nil, size: "per_page"), items: "data", next: .address("meta/pagination/next"),
            hasMore: "meta/pagination/has_more", silentMembers: ["pagination"]),
        APIFamily(
            name: "Hydra", marks: [.member("member"), .member("view/next")], style: .cursor(nil, size: nil),
            items: "member", next: .address("view/next")),
        APIFamily(
            name: "Hydra with prefixes", marks: [.member("hydra:member")], style: .cursor(nil, size: nil),
            items: "hydra:member", total: .path("hydra:totalItems"), next: .address("hydra:view/hydra:next")),
    ]
}
