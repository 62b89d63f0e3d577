import PagingHTTP
import PagingWire

/// APIs that are read in order, by cursors that name a row.
extension ForeignAPI {
    private static let size = 20

    /// Answers what follows the row that a parameter names.
    private static func byCursor(
        _ name: String, _ parameter: String, size sizeName: String = "limit",
        address: String = "http://api.test/items",
        _ answer: @escaping @Sendable (_ rows: ArraySlice<Int>, _ next: String?, ForeignList) -> HTTPAnswer
    ) -> ForeignAPI {
        ForeignAPI(name: name, address: address) { asked, list in
            let rows = list.page(behind: asked.row(parameter), min(100, asked.number(sizeName, or: size)))
            return answer(rows, list.cursor(rows), list)
        }
    }

    static let byCursor: [ForeignAPI] = [
        byCursor("Django REST framework, cursor", "cursor") { rows, next, _ in
            let following = next.map { link(["cursor": $0]) }
            return json(#"{"next": \#(text(following)), "previous": null, "results": [\#(list(rows))]}"#)
        },
        byCursor("JSON:API, page[after]", "page[after]", size: "page[size]") { rows, next, _ in
            let following = next.map { link(["page[after]": $0, "page[size]": "20"]) }
            return json(#"{"data": [\#(list(rows))], "links": {"prev": null, "next": \#(text(following))}}"#)
        },
        byCursor("Datasette", "_next", size: "_size") { rows, next, all in
            let following = next.map { link(["_next": $0, "_shape": "objects"]) }
            return json(
                #"{"database": "d", "table": "t", "columns": ["id"], "rows": [\#(list(rows))], "#
                    + #""filtered_table_rows_count": \#(all.count), "next": \#(text(next)), "next_url": \#(text(following))}"#
            )
        },
        byCursor("Kinto", "_token", size: "_limit") { rows, next, all in
            json(
                #"{"data": [\#(list(rows))]}"#,
                next.map { [("Next-Page", link(["_limit": "20", "_token": $0]))] } ?? [])
        },
        byCursor("OData, $skiptoken", "$skiptoken", size: "$top") { rows, next, all in
            let following = next.map { #", "@odata.nextLink": "\#(link(["$skiptoken": $0]))""# } ?? ""
            return json(
                #"{"@odata.context": "x", "@odata.count": \#(all.count), "value": [\#(list(rows))]\#(following)}"#)
        },
        byCursor("Google, nextPageToken", "pageToken", size: "pageSize") { rows, next, _ in
            let token = next.map { #""nextPageToken": "\#($0)", "# } ?? ""
            return json(#"{"kind": "drive#fileList", \#(token)"files": [\#(list(rows))]}"#)
        },
        byCursor("Slack", "cursor") { rows, next, _ in
            json(#"{"ok": true, "members": [\#(list(rows))], "response_metadata": {"next_cursor": "\#(next ?? "")"}}"#)
        },
        byCursor("MediaWiki", "apcontinue", size: "aplimit") { rows, next, _ in
            let more = next.map { #""continue": {"apcontinue": "\#($0)", "continue": "-||"}, "# } ?? ""
            let pages = list(rows) { #"{"pageid": \#($0), "ns": 0, "title": "\#($0)"}"# }
            let whole = next == nil ? #""batchcomplete": "", "# : ""
            return json(#"{\#(whole)\#(more)"query": {"allpages": [\#(pages)]}}"#)
        },
        byCursor("AWS, NextToken in the query", "nextToken", size: "maxResults") { rows, next, _ in
            let token = next.map { #", "nextToken": "\#($0)""# } ?? ""
            let things = list(rows) { #"{"thingName": "t\#($0)", "thingArn": "arn:t\#($0)", "id": \#($0)}"# }
            return json(#"{"things": [\#(things)]\#(token)}"#)
        },
        ForeignAPI(name: "AWS, NextToken in the body (POST)", words: ["--body", #"{"MaxResults": 20}"#]) { asked, all in
            let row = asked.body["NextToken"]?.string.flatMap(ForeignList.row)
            let rows = all.page(behind: row, min(50, asked.body["MaxResults"]?.int ?? 50))
            let token = all.cursor(rows).map { #", "NextToken": "\#($0)""# } ?? ""
            return json(#"{"Parameters": [\#(list(rows) { #"{"Name": "\#($0)", "Type": "String"}"# })]\#(token)}"#)
        },
        ForeignAPI(name: "Stripe") { asked, all in
            let row = asked.query["starting_after"].flatMap { Int($0.dropFirst(3)) }
            let rows = all.page(behind: row, min(100, asked.number("limit", or: 10)))
            return json(
                #"{"object": "list", "url": "/v1/charges", "has_more": \#(all.cursor(rows) != nil), "#
                    + #""data": [\#(list(rows) { #"{"id": "ch_\#($0)", "object": "charge"}"# })]}"#)
        },
        ForeignAPI(name: "Mastodon") { asked, all in
            let rows = all.page(
                behind: asked.query["max_id"].flatMap { Int($0) }, min(40, asked.number("limit", or: 20)))
            guard let first = rows.first, let last = rows.last else { return json("[]") }
            let links = [
                "<\(link(["max_id": "\(last)"]))>; rel=\"next\"",
                "<\(link(["min_id": "\(first)"]))>; rel=\"prev\"",
            ]
            return json("[\(list(rows) { #"{"id": "\#($0)"}"# })]", [("Link", links.joined(separator: ", "))])
        },
        ForeignAPI(name: "Solr, cursorMark", address: "http://api.test/select?q=*:*&sort=id%20desc&cursorMark=*") {
            asked, all in
            let mark = asked.query["cursorMark"] ?? "*"
            let rows = all.page(behind: ForeignList.row(mark), asked.number("rows", or: 10))
            let next = rows.isEmpty ? mark : ForeignList(states: [rows + [0]], requests: 0).cursor(rows) ?? mark
            return json(
                #"{"responseHeader": {"status": 0}, "response": {"numFound": \#(all.count), "start": 0, "#
                    + #""docs": [\#(list(rows))]}, "nextCursorMark": "\#(next)"}"#)
        },
        ForeignAPI(name: "Relay connections (GraphQL, POST)", words: ["--body", #"{"query": "…", "variables": {}}"#]) {
            asked, all in
            let row = asked.body["variables"]?["after"]?.string.flatMap(ForeignList.row)
            let rows = all.page(behind: row, asked.body["variables"]?["first"]?.int ?? size)
            let edges = list(rows) { #"{"cursor": "\#($0)", "node": {"id": \#($0)}}"# }
            let next = all.cursor(rows)
            return json(
                #"{"data": {"users": {"edges": [\#(edges)], "pageInfo": {"hasNextPage": \#(next != nil), "#
                    + #""endCursor": \#(text(next))}}}}"#)
        },
        ForeignAPI(name: "Elasticsearch, search_after (POST)", words: ["--body", #"{"size": 20, "sort": ["id"]}"#]) {
            asked, all in
            let rows = all.page(behind: asked.body["search_after"]?[0]?.int, asked.body["size"]?.int ?? 10)
            let hits = list(rows) { #"{"_index": "i", "_id": "\#($0)", "_source": {}, "sort": [\#($0)]}"# }
            return json(
                #"{"took": 1, "hits": {"total": {"value": \#(all.count), "relation": "eq"}, "hits": [\#(hits)]}}"#)
        },
        // The pages of one walk show one state of the list, which is kept for a while.
        ForeignAPI(name: "Kubernetes", address: "http://api.test/api/v1/pods?limit=20") { asked, all in
            let parts = (asked.query["continue"] ?? "").split(separator: ".")
            let state = parts.first.flatMap { Int($0) } ?? all.states.count - 1
            if all.states.count - state > 60 {
                return json(#"{"kind": "Status", "status": "Failure", "reason": "Expired", "code": 410}"#, status: 410)
            }
            let rows = all.page(
                behind: parts.last.map(String.init).flatMap(ForeignList.row), asked.number("limit", or: .max), in: state
            )
            let left = all.states[state].count { $0 < rows.last ?? 0 }
            let more = all.cursor(rows, in: state).map {
                #", "continue": "\#(state).\#($0)", "remainingItemCount": \#(left)"#
            }
            let pods = list(rows) { #"{"metadata": {"name": "pod-\#($0)", "uid": "\#($0)"}}"# }
            return json(
                #"{"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "\#(state)"\#(more ?? "")}, "#
                    + #""items": [\#(pods)]}"#)
        },
        ForeignAPI(name: "FHIR", address: "http://api.test/fhir/Patient") { asked, all in
            let state = asked.number("_getpages", or: all.states.count - 1)
            let offset = asked.number("_getpagesoffset", or: 0)
            let rows = all.states[state].dropFirst(offset).prefix(asked.number("_count", or: size))
            let next = link([
                "_getpages": "\(state)", "_getpagesoffset": "\(offset + rows.count)", "_count": "20",
            ])
            let more = offset + rows.count < all.states[state].count
            let following = more ? #", {"relation": "next", "url": "\#(next)"}"# : ""
            let entries = list(rows) {
                #"{"fullUrl": "http://api.test/fhir/Patient/\#($0)", "#
                    + #""resource": {"resourceType": "Patient", "id": "\#($0)"}, "search": {"mode": "match"}}"#
            }
            return json(
                #"{"resourceType": "Bundle", "type": "searchset", "total": \#(all.states[state].count), "#
                    + #""link": [{"relation": "self", "url": "x"}\#(following)], "entry": [\#(entries)]}"#)
        },
    ]
}
