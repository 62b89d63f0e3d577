import PagingHTTP

/// Servers with the way on in the body, by frameworks.
let frameworkPeers: [Peer] = [
    Peer(
        name: "this project's envelope",
        recognized: "offset/limit, items at objects, total at paging/totalCount", capabilities: .positions,
        answer: byOffset("offset", "limit") { rows, total, next, offset, limit in
            .json(
                #"{"paging": {"offset": \#(offset), "limit": \#(limit), "totalCount": \#(total), "next": \#(next)},"#
                    + #""objects": [\#(rows)]}"#)
        }),
    Peer(
        name: "envelope without addresses",
        recognized: "offset/limit, items at objects, total at paging/totalCount", capabilities: .positions,
        answer: byOffset("offset", "limit") { rows, total, _, offset, limit in
            .json(
                #"{"paging": {"offset": \#(offset), "limit": \#(limit), "totalCount": \#(total)}, "objects": [\#(rows)]}"#
            )
        }),
    Peer(
        name: "DRF page", recognized: "page/– from 1, items at results, total at count", capabilities: .numberedPages,
        answer: byPage("page") { rows, total, next, _, _ in
            rows.isEmpty
                ? .json(#"{"detail": "Invalid page."}"#, status: 404)
                : .json(
                    #"{"count": \#(total), "next": \#(quoted(next ?? "", if: next != nil)), "previous": null, "#
                        + #""results": [\#(rows)]}"#)
        }),
    Peer(
        name: "DRF limit/offset", recognized: "offset/limit, items at results, total at count",
        capabilities: .positions,
        answer: byOffset("offset", "limit") { rows, total, next, _, _ in
            .json(#"{"count": \#(total), "next": \#(next), "previous": null, "results": [\#(rows)]}"#)
        }),
    Peer(
        name: "DRF cursor", recognized: "next address, items at results, next at next", capabilities: .cursors,
        answer: byCursor("cursor") { rows, _, next in
            let address = quoted("http://api.test/items?cursor=c\(next ?? 0)", if: next != nil)
            return .json(#"{"next": \#(address), "previous": null, "results": [\#(rows)]}"#)
        }),
    Peer(
        name: "DRF JSON:API page",
        recognized: "page[number]/– from 1, items at data, total at meta/pagination/count",
        capabilities: .numberedPages,
        answer: byPage("page[number]") { rows, total, next, page, _ in
            .json(
                #"{"links": {"first": "/items", "next": \#(quoted(next ?? "", if: next != nil))}, "data": [\#(rows)], "#
                    + #""meta": {"pagination": {"page": \#(page), "pages": 4, "count": \#(total)}}}"#)
        }),
    Peer(
        name: "DRF JSON:API limit/offset",
        recognized: "page[offset]/page[limit], items at data, total at meta/pagination/count",
        capabilities: .positions,
        answer: byOffset("page[offset]", "page[limit]") { rows, total, next, offset, limit in
            .json(
                #"{"data": [\#(rows)], "links": {"next": \#(next)}, "#
                    + #""meta": {"pagination": {"count": \#(total), "limit": \#(limit), "offset": \#(offset)}}}"#)
        }),
    Peer(
        name: "Datasette",
        recognized: "next address, items at rows, total at filtered_table_rows_count, next at next_url",
        capabilities: .cursors,
        answer: byCursor("_next") { rows, total, next in
            let address = quoted("http://api.test/items?_next=c\(next ?? 0)&_shape=objects", if: next != nil)
            return .json(
                #"{"database": "d", "table": "t", "columns": ["id"], "rows": [\#(rows)], "#
                    + #""filtered_table_rows_count": \#(total), "next": \#(quoted("c\(next ?? 0)", if: next != nil)), "#
                    + #""next_url": \#(address)}"#)
        }),
]
