import PagingHTTP

/// Servers of well-known services.
let servicePeers: [Peer] = [
    Peer(
        name: "Link header", recognized: "next address, items at the top, next in Link: rel=next",
        capabilities: .cursors,
        answer: byCursor("max_id") { rows, _, next in
            let link = "<http://api.test/items?max_id=c\(next ?? 0)>; rel=\"next\", <http://api.test/>; rel=\"prev\""
            return .json("[\(rows)]", headers: next == nil ? [] : [("Link", link)])
        }),
    Peer(
        name: "WordPress",
        recognized: "page/– from 1, items at the top, total in X-WP-Total", capabilities: .numberedPages,
        answer: byPage("page") { rows, total, next, _, _ in
            guard !rows.isEmpty else {
                return .json(#"{"code": "rest_post_invalid_page_number", "message": "…"}"#, status: 400)
            }
            let link = next.map { [("Link", "<http://api.test\($0)>; rel=\"next\"")] } ?? []
            return .json(
                "[\(rows)]", headers: [("X-WP-Total", "\(total)"), ("X-WP-TotalPages", "\((total + 1) / 2)")] + link)
        }),
    Peer(
        name: "WordPress from an offset", start: "http://api.test/items?offset=0&per_page=2",
        recognized: "offset/per_page, items at the top, total in X-WP-Total", capabilities: .positions,
        answer: { asked, rows in
            // The offset goes before the page, and a next page is announced for ever.
            let page = asked.int("page") ?? 1
            let body = rows.list(asked.int("offset") ?? 0, min(2, asked.int("per_page") ?? 2))
            let link = "<http://api.test\(link(asked, ["page": page + 1]))>; rel=next"
            return .json("[\(body)]", headers: [("X-WP-Total", body.isEmpty ? "0" : "\(rows.count)"), ("Link", link)])
        }),
    Peer(
        name: "PostgREST", recognized: "offset/limit, items at the top, total in Content-Range",
        capabilities: .positions,
        answer: byOffset("offset", "limit") { rows, total, _, offset, limit in
            rows.isEmpty
                ? .json(#"{"code": "PGRST103"}"#, status: 416)
                : .json(
                    "[\(rows)]", status: 206, headers: [("Content-Range", "\(offset)-\(offset + limit - 1)/\(total)")])
        }),
    Peer(
        name: "Kinto", recognized: "next address, items at data, next in Next-Page", capabilities: .cursors,
        answer: byCursor("_token") { rows, _, next in
            .json(
                #"{"data": [\#(rows)]}"#,
                headers: next.map { [("Next-Page", "http://api.test/items?_limit=2&_token=c\($0)")] } ?? [])
        }),
    Peer(
        name: "OData by token",
        recognized: "next address, items at value, total at /@odata.count, next at /@odata.nextLink",
        capabilities: .cursors,
        answer: byCursor("$skiptoken") { rows, total, next in
            let link = next.map { #", "@odata.nextLink": "http://api.test/items?$skiptoken=c\#($0)""# } ?? ""
            return .json(#"{"@odata.context": "x", "@odata.count": \#(total), "value": [\#(rows)]\#(link)}"#)
        }),
    Peer(
        name: "OData by position", recognized: "$skip/$top, items at value, total at /@odata.count",
        capabilities: .positions,
        answer: byOffset("$skip", "$top") { rows, total, next, _, _ in
            .json(#"{"@odata.count": \#(total), "value": [\#(rows)], "@odata.nextLink": \#(next)}"#)
        }),
    Peer(
        name: "AIP-158",
        recognized: "cursor in page_token, items at books, next at next_page_token",
        capabilities: .cursors,
        answer: byCursor("page_token") { rows, total, next in
            .json(
                #"{"books": [\#(rows)], "next_page_token": "\#(next.map { "c\($0)" } ?? "")", "total_size": \#(total + 3)}"#
            )
        }),
    Peer(
        name: "Slack", recognized: "cursor in cursor, items at members, next at response_metadata/next_cursor",
        capabilities: .cursors,
        answer: byCursor("cursor") { rows, _, next in
            .json(
                #"{"ok": true, "members": [\#(rows)], "#
                    + #""response_metadata": {"next_cursor": "\#(next.map { "c\($0)" } ?? "")"}}"#)
        }),
    Peer(
        name: "fastapi-pagination page", recognized: "page/size from 1, items at items, total at total",
        capabilities: .numberedPages,
        answer: byPage("page", "size") { rows, total, _, page, size in
            .json(
                #"{"items": [\#(rows)], "total": \#(total), "page": \#(page), "size": \#(size), "pages": \#(max(1, (total + size - 1) / size))}"#
            )
        }),
    Peer(
        name: "fastapi-pagination with relative links",
        recognized: "page/– from 1, items at items, total at total", capabilities: .numberedPages,
        answer: byPage("page") { rows, total, next, page, size in
            .json(
                #"{"items": [\#(rows)], "total": \#(total), "page": \#(page), "size": \#(size), "#
                    + #""links": {"first": "/items?page=1", "next": \#(quoted(next ?? "", if: next != nil))}}"#)
        }),
    Peer(
        name: "fastapi-pagination cursor",
        recognized: "cursor in cursor, items at items, total at total, next at next_page", capabilities: .cursors,
        answer: byCursor("cursor") { rows, total, next in
            .json(
                #"{"items": [\#(rows)], "total": \#(total), "current_page": "Pg%3D%3D", "#
                    + #""next_page": \#(quoted("c\(next ?? 0)", if: next != nil)), "previous_page": null}"#)
        }),
    Peer(
        name: "MediaWiki", recognized: "next address, items at query/allpages, next at continue",
        capabilities: .cursors,
        answer: byCursor("apcontinue") { rows, _, next in
            let more = next.map { #""continue": {"apcontinue": "c\#($0)", "continue": "-||"}, "# } ?? ""
            return .json(#"{\#(more)"query": {"allpages": [\#(rows)]}}"#)
        }),
    Peer(
        name: "Spring, pages from 0", recognized: "page/size from 0, items at content, total at totalElements",
        capabilities: .numberedPages,
        answer: byPage("page", "size", first: 0) { rows, total, _, page, size in
            .json(
                #"{"content": [\#(rows)], "totalElements": \#(total), "totalPages": \#(max(1, (total + size - 1) / size)), "#
                    + #""number": \#(page), "size": \#(size), "last": \#((page + 1) * size >= total)}"#)
        }),
    Peer(
        name: "HAL, pages from 0",
        recognized: "page/size from 0, items at _embedded/things, total at page/totalElements",
        capabilities: .numberedPages,
        answer: byPage("page", "size", first: 0) { rows, total, next, page, size in
            .json(
                #"{"_embedded": {"things": [\#(rows)]}, "page": {"size": \#(size), "totalElements": \#(total), "#
                    + #""totalPages": \#(max(1, (total + size - 1) / size)), "number": \#(page)}}"#)
        }),
    Peer(
        name: "Laravel", recognized: "page/– from 1, items at data, total at meta/total", capabilities: .numberedPages,
        answer: byPage("page") { rows, total, next, page, size in
            .json(
                #"{"data": [\#(rows)], "links": {"next": \#(quoted(next ?? "", if: next != nil))}, "#
                    + #""meta": {"current_page": \#(page), "per_page": \#(size), "total": \#(total)}}"#)
        }),
    Peer(
        name: "a page's number as the way on", recognized: "cursor in page, items at items, next at next_page",
        capabilities: .cursors,
        answer: byPage("page") { rows, _, next, page, _ in
            .json(#"{"items": [\#(rows)], "next_page": \#(next == nil ? "null" : String(page + 1))}"#)
        }),
    Peer(
        name: "parameters in the address", start: "http://api.test/items?limit=2&offset=0",
        recognized: "offset/limit, items at items, total at count", capabilities: .positions,
        answer: byOffset("offset", "limit") { rows, total, _, _, _ in
            .json(#"{"items": [\#(rows)], "count": \#(total)}"#)
        }),
]
