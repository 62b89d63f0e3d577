import PagingHTTP

/// APIs that are asked by position or by page number.
extension ForeignAPI {
    private static let size = 20

    /// Answers by page number.
    private static func byPage(
        _ name: String, parameter: String = "page", size: String? = nil, first: Int = 1,
        address: String = "http://api.test/items",
        _ answer: @escaping @Sendable (_ page: Int, _ size: Int, _ rows: ArraySlice<Int>, ForeignList) -> HTTPAnswer
    ) -> ForeignAPI {
        ForeignAPI(name: name, address: address) { asked, list in
            let length = min(100, size.map { asked.number($0, or: Self.size) } ?? Self.size)
            let page = asked.number(parameter, or: first)
            return answer(page, length, list.page(at: (page - first) * length, length), list)
        }
    }

    /// Answers by offset.
    private static func byOffset(
        _ name: String, _ offset: String, _ limit: String, address: String = "http://api.test/items",
        _ answer: @escaping @Sendable (_ offset: Int, _ limit: Int, _ rows: ArraySlice<Int>, ForeignList) -> HTTPAnswer
    ) -> ForeignAPI {
        ForeignAPI(name: name, address: address) { asked, list in
            let (start, length) = (asked.number(offset, or: 0), min(100, asked.number(limit, or: size)))
            return answer(start, length, list.page(at: start, length), list)
        }
    }

    static let byPosition: [ForeignAPI] = [
        byPage("Django REST framework, page") { page, size, rows, all in
            guard !rows.isEmpty else { return json(#"{"detail": "Invalid page."}"#, status: 404) }
            let next = page * size < all.count ? link(["page": "\(page + 1)"]) : nil
            return json(
                #"{"count": \#(all.count), "next": \#(text(next)), "previous": null, "results": [\#(list(rows))]}"#)
        },
        byOffset("Django REST framework, limit and offset", "offset", "limit") { offset, limit, rows, all in
            let next = offset + limit < all.count
            let following = next ? link(["limit": "\(limit)", "offset": "\(offset + limit)"]) : nil
            return json(
                #"{"count": \#(all.count), "next": \#(text(following)), "previous": null, "results": [\#(list(rows))]}"#
            )
        },
        byPage("JSON:API, page[number]", parameter: "page[number]", size: "page[size]") { page, size, rows, all in
            guard !rows.isEmpty else { return json(#"{"errors": [{"detail": "Invalid page."}]}"#, status: 404) }
            let next = page * size < all.count ? link(["page[number]": "\(page + 1)"]) : nil
            return json(
                #"{"links": {"first": "x", "next": \#(text(next))}, "data": [\#(list(rows))], "#
                    + #""meta": {"pagination": {"page": \#(page), "pages": \#((all.count + size - 1) / size), "#
                    + #""count": \#(all.count)}}}"#)
        },
        byOffset("JSON:API, page[offset]", "page[offset]", "page[limit]") { offset, limit, rows, all in
            let next = offset + limit < all.count
            let following = next ? link(["page[offset]": "\(offset + limit)", "page[limit]": "\(limit)"]) : nil
            return json(
                #"{"data": [\#(list(rows))], "links": {"next": \#(text(following))}, "#
                    + #""meta": {"pagination": {"count": \#(all.count), "limit": \#(limit), "offset": \#(offset)}}}"#)
        },
        byPage("GitHub", size: "per_page") { page, size, rows, all in
            let last = (all.count + size - 1) / size
            func related(_ page: Int, _ relation: String) -> String {
                "<\(link(["page": "\(page)"]))>; rel=\"\(relation)\""
            }
            let links = page < last ? [related(page + 1, "next"), related(last, "last")] : [related(1, "first")]
            return json("[\(list(rows))]", [("Link", links.joined(separator: ", "))])
        },
        byPage("GitLab", size: "per_page") { page, size, rows, all in
            let last = (all.count + size - 1) / size
            let next = link(["page": "\(page + 1)", "per_page": "\(size)"])
            return json(
                "[\(list(rows))]",
                [("X-Total", "\(all.count)"), ("X-Total-Pages", "\(last)"), ("X-Page", "\(page)")]
                    + (page < last ? [("X-Next-Page", "\(page + 1)"), ("Link", "<\(next)>; rel=\"next\"")] : []))
        },
        byPage("WordPress", size: "per_page") { page, size, rows, all in
            let last = (all.count + size - 1) / size
            guard page <= max(1, last) else {
                return json(#"{"code": "rest_post_invalid_page_number", "message": "…"}"#, status: 400)
            }
            let next = page < last ? [("Link", "<\(link(["page": "\(page + 1)"]))>; rel=\"next\"")] : []
            return json("[\(list(rows))]", [("X-WP-Total", "\(all.count)"), ("X-WP-TotalPages", "\(last)")] + next)
        },
        byOffset("PostgREST", "offset", "limit") { offset, _, rows, all in
            let range = rows.isEmpty ? "*" : "\(offset)-\(offset + rows.count - 1)"
            return json("[\(list(rows))]", [("Content-Range", "\(range)/*")])
        },
        byOffset("PostgREST, with the count", "offset", "limit") { offset, _, rows, all in
            guard !rows.isEmpty else {
                return json(#"{"code": "PGRST103"}"#, status: 416, [("Content-Range", "*/\(all.count)")])
            }
            let range = "\(offset)-\(offset + rows.count - 1)/\(all.count)"
            return json("[\(list(rows))]", status: 206, [("Content-Range", range)])
        },
        byOffset("OData, $skip", "$skip", "$top") { offset, limit, rows, all in
            let next = link(["$skip": "\(offset + limit)"])
            let following = offset + limit < all.count ? #", "@odata.nextLink": "\#(next)""# : ""
            return json(#"{"@odata.context": "x", "value": [\#(list(rows))]\#(following)}"#)
        },
        byPage("fastapi-pagination", size: "size") { page, size, rows, all in
            json(
                #"{"items": [\#(list(rows))], "total": \#(all.count), "page": \#(page), "size": \#(size), "#
                    + #""pages": \#((all.count + size - 1) / size)}"#)
        },
        byPage("Spring Data", size: "size", first: 0) { page, size, rows, all in
            json(
                #"{"content": [\#(list(rows))], "totalElements": \#(all.count), "number": \#(page), "size": \#(size), "#
                    + #""totalPages": \#((all.count + size - 1) / size), "last": \#((page + 1) * size >= all.count), "#
                    + #""first": \#(page == 0), "numberOfElements": \#(rows.count), "empty": \#(rows.isEmpty)}"#)
        },
        byPage("Laravel") { page, size, rows, all in
            let last = max(1, (all.count + size - 1) / size)
            let next = page < last ? link(["page": "\(page + 1)"]) : nil
            return json(
                #"{"current_page": \#(page), "data": [\#(list(rows))], "last_page": \#(last), "per_page": \#(size), "#
                    + #""next_page_url": \#(text(next)), "prev_page_url": null, "total": \#(all.count)}"#)
        },
        byOffset("Solr, start and rows", "start", "rows", address: "http://api.test/select?q=*:*") {
            start, _, rows, all in
            json(
                #"{"responseHeader": {"status": 0, "QTime": 1, "params": {"q": "*:*"}}, "#
                    + #""response": {"numFound": \#(all.count), "start": \#(start), "numFoundExact": true, "#
                    + #""docs": [\#(list(rows))]}}"#)
        },
        ForeignAPI(
            name: "JMAP (POST)",
            words: [
                "--dialect", "offset", "--items", "methodResponses/1/1/list", "--total", "methodResponses/0/1/total",
                "--parameter", "methodCalls.0.1.position", "--size-parameter", "methodCalls.0.1.limit", "--body",
                #"{"using": ["x"], "methodCalls": [["Email/query", {"calculateTotal": true}, "0"], ["Email/get", {}, "1"]]}"#,
            ]
        ) { asked, all in
            let query = asked.body["methodCalls"]?[0]?[1]
            let (position, limit) = (query?["position"]?.int ?? 0, min(Self.size, query?["limit"]?.int ?? .max))
            let rows = all.page(at: position, limit)
            return json(
                #"{"methodResponses": [["Email/query", {"position": \#(position), "total": \#(all.count), "#
                    + #""ids": [\#(list(rows) { "\"\($0)\"" })]}, "0"], ["Email/get", {"list": [\#(list(rows))]}, "1"]]}"#
            )
        },
    ]
}
