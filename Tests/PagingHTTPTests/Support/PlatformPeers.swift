import PagingHTTP

/// Servers of platforms: clouds, clusters, search engines.
let platformPeers: [Peer] = [
    Peer(
        name: "GitHub", recognized: "next address, items at the top, next in Link: rel=next", capabilities: .cursors,
        answer: byPage("page") { rows, _, next, _, _ in
            .json("[\(rows)]", headers: next.map { [("Link", "<http://api.test\($0)>; rel=\"next\"")] } ?? [])
        }),
    Peer(
        name: "Mastodon", recognized: "next address, items at the top, next in Link: rel=next", capabilities: .cursors,
        answer: byCursor("max_id") { rows, _, next in
            // A next page is announced behind every page that has rows.
            let link =
                "<http://api.test/items?max_id=c\(next ?? 7)>; rel=\"next\", <http://api.test/?min_id=9>; rel=\"prev\""
            return .json("[\(rows)]", headers: rows.isEmpty ? [] : [("Link", link)])
        }),
    Peer(
        name: "Kubernetes", start: "http://api.test/items?limit=2",
        recognized: "cursor in continue, items at items, next at metadata/continue", capabilities: .cursors,
        answer: byCursor("continue") { rows, total, next in
            let more = next.map { #", "continue": "c\#($0)", "remainingItemCount": \#(total - $0)"# } ?? ""
            return .json(
                #"{"kind": "ThingList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"\#(more)}, "items": [\#(rows)]}"#
            )
        }),
    Peer(
        name: "AWS", recognized: "cursor in NextToken, items at Parameters, next at NextToken", capabilities: .cursors,
        answer: byCursor("NextToken") { rows, _, next in
            .json(#"{"Parameters": [\#(rows)]\#(next.map { #", "NextToken": "c\#($0)""# } ?? "")}"#)
        }),
    Peer(
        name: "Solr", start: "http://api.test/items?q=*:*",
        recognized: "start/–, items at response/docs, total at response/numFound", capabilities: .positions,
        answer: byOffset("start", "rows") { rows, total, _, start, _ in
            .json(
                #"{"responseHeader": {"status": 0}, "response": {"numFound": \#(total), "start": \#(start), "docs": [\#(rows)]}}"#
            )
        }),
    Peer(
        name: "Solr's cursors", start: "http://api.test/items?q=*:*&cursorMark=*",
        recognized: "cursor in cursorMark, items at response/docs, total at response/numFound, next at nextCursorMark",
        capabilities: .cursors,
        answer: { asked, rows in
            let mark = asked.query["cursorMark"] ?? "*"
            let start = Int(mark.dropFirst()) ?? 0
            let page = rows.list(start, 2)
            // Past the end comes the mark that was sent.
            let next = page.isEmpty ? mark : "c\(min(start + 2, rows.count))"
            return .json(
                #"{"response": {"numFound": \#(rows.count), "start": 0, "docs": [\#(page)]}, "nextCursorMark": "\#(next)"}"#
            )
        }),
]
