/// Directories of people and objects.
extension APIFamily {
    static let identity: [APIFamily] = [
        // RFC 7644: positions count from 1, and `Resources` may be missing if there are none.
        APIFamily(
            name: "SCIM", marks: [.member("totalResults"), .member("Resources")],
            style: .offset("startIndex", limit: "count"), firstPosition: 1, items: "Resources",
            total: .path("totalResults")),
        APIFamily(
            name: "GData", marks: [.member("feed/entry"), .member("feed/openSearch$startIndex")],
            style: .offset("start-index", limit: "max-results"), firstPosition: 1, items: "feed/entry",
            total: .path("feed/openSearch$totalResults/$t"), identifier: "id/$t"),
        APIFamily(
            name: "HubSpot", marks: [.member("paging/next/after"), .member("results")],
            style: .cursor("after", size: "limit"), items: "results", next: .cursor("paging/next/after")),
        APIFamily(
            name: "Zendesk", marks: [.member("meta/has_more"), .member("meta/after_cursor"), .member("links")],
            style: .cursor("page[after]", size: "page[size]"), next: .cursor("meta/after_cursor"),
            hasMore: "meta/has_more", silentMembers: ["links"]),
        APIFamily(
            name: "Notion", marks: [.text("object", "list"), .member("next_cursor"), .member("results")],
            style: .cursor("start_cursor", size: "page_size"), items: "results", next: .cursor("next_cursor"),
            hasMore: "has_more"),
        APIFamily(
            name: "OpenAI", marks: [.text("object", "list"), .member("last_id"), .member("has_more"), .member("data")],
            style: .cursor("after", size: "limit"), items: "data", next: .cursor("last_id"), hasMore: "has_more"),
        APIFamily(
            name: "Anthropic", marks: [.member("first_id"), .member("last_id"), .member("has_more"), .member("data")],
            style: .cursor("after_id", size: "limit"), items: "data", next: .cursor("last_id"), hasMore: "has_more"),
        // The last page has identifiers instead of a token. A number of results alone does not identify the family.
        x(.member("meta/next_token")), x(.member("meta/newest_id")),
        APIFamily(
            name: "Facebook Graph", marks: [.member("paging/cursors/after"), .member("data")],
            style: .cursor(nil, size: "limit"), items: "data", next: .address("paging/next")),
        // Its total is an estimate.
        APIFamily(
            name: "Google (AIP-158)", marks: [.member("next_page_token"), .member("total_size")],
            style: .cursor("page_token", size: "page_size"), total: .ignored,
            next: .cursor("next_page_token"),
            silentMembers: ["total_size"]),
        APIFamily(
            name: "YouTube", marks: [.text("kind", "youtube#")], style: .cursor("pageToken", size: "maxResults"),
            items: "items", total: .ignored, next: .cursor("nextPageToken")),
        APIFamily(
            name: "Spring Data, Slice", marks: [.member("content"), .member("pageable"), .member("last")],
            style: .page("page", size: "size", first: 0), items: "content", total: nil, isLast: "last"),
    ]

    private static func x(_ mark: Mark) -> APIFamily {
        APIFamily(
            name: "X", marks: [.member("meta/result_count"), .member("data"), mark],
            style: .cursor("pagination_token", size: "max_results"), items: "data", next: .cursor("meta/next_token"))
    }
}
