/// Search engines and document databases.
extension APIFamily {
    static let search: [APIFamily] = [
        // With a `sort` the hits contain cursors, which the general rules read.
        APIFamily(
            name: "Elasticsearch, exact total",
            marks: [
                .member("hits/hits"), .member("_shards"), .text("hits/total/relation", "eq"), .member("timed_out"),
            ],
            style: .offset("from", limit: "size"), items: "hits/hits", total: .path("hits/total/value")),
        APIFamily(
            name: "Elasticsearch",
            marks: [.member("hits/hits"), .member("timed_out"), .text("hits/total/relation", "gte")],
            style: .offset("from", limit: "size"), items: "hits/hits", total: .ignored),
        // The total is switched off. Requests by POST are excluded, because their hits may be sorted and contain cursors.
        APIFamily(
            name: "Elasticsearch, no total",
            marks: [.member("hits/hits"), .member("_shards"), .member("timed_out"), .got],
            style: .offset("from", limit: "size"), items: "hits/hits", total: .ignored),
        APIFamily(
            name: "Elastic App Search", marks: [.member("meta/page/current"), .member("meta/page/total_results")],
            style: .page("page[current]", size: "page[size]", first: 1), items: "results",
            total: .path("meta/page/total_results"), identifier: "id/raw"),
        APIFamily(
            name: "CouchDB, all documents", marks: [.member("total_rows"), .member("rows"), .member("offset")],
            style: .offset("skip", limit: "limit"), items: "rows", total: .path("total_rows")),
        APIFamily(
            name: "CouchDB, find", marks: [.posted, .member("docs"), .member("bookmark")],
            style: .cursor("bookmark", size: "limit"), items: "docs", next: .cursor("bookmark"), endings: ["nil"]),
        // Every page has a cursor, even an empty one.
        APIFamily(
            name: "Crossref", marks: [.member("message/total-results"), .member("message/next-cursor")],
            style: .cursor("cursor", size: "rows"), items: "message/items", total: .path("message/total-results"),
            next: .cursor("message/next-cursor"), silentMembers: ["next-cursor"], identifier: "DOI"),
        APIFamily(
            name: "Algolia, browse", marks: [.member("hits"), .member("nbHits"), .member("cursor")],
            style: .cursor("cursor", size: "hitsPerPage"), items: "hits", total: .path("nbHits"),
            next: .cursor("cursor"), identifier: "objectID"),
        APIFamily(
            name: "Algolia", marks: [.member("hits"), .member("nbHits"), .member("nbPages"), .member("hitsPerPage")],
            style: .page("page", size: "hitsPerPage", first: 0), items: "hits", total: .path("nbHits"),
            identifier: "objectID"),
        APIFamily(
            name: "OData without links", marks: [.member("value"), .member("@odata.count"), .asked("$top")],
            style: .offset("$skip", limit: "$top"), items: "value", total: .path("/@odata.count")),
    ]
}
