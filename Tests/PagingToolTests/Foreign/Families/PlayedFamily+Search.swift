import PagingHTTP
import PagingWire

extension PlayedFamily {
    private static func hits(_ question: ForeignQuestion, _ count: Int, _ total: String) -> HTTPAnswer {
        let page = PlayedPage(question.number("from", or: 0), question.number("size", or: 10), of: count)
        let hits = page.list { #"{"_index": "a", "_id": "\#($0)", "_score": 1.0, "_source": {}}"# }
        return json(
            #"{"took": 1, "timed_out": false, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0}, "#
                + #""hits": {\#(total.isEmpty ? "" : "\"total\": {\(total)}, ")"max_score": 1.0, "hits": \#(hits)}}"#)
    }

    static let search: [PlayedFamily] = [
        PlayedFamily(name: "Elasticsearch, exact total", key: "_id") { question, count in
            hits(question, count, #""value": \#(count), "relation": "eq""#)
        },
        PlayedFamily(name: "Elasticsearch", key: "_id") { question, count in
            hits(question, count, #""value": \#(min(count, 5)), "relation": "gte""#)
        },
        PlayedFamily(name: "Elasticsearch, no total", key: "_id") { question, count in hits(question, count, "") },
        PlayedFamily(name: "Elastic App Search", key: "id/raw") { question, count in
            let number = question.number("page[current]", or: 1)
            let size = question.number("page[size]", or: 20)
            let page = PlayedPage((number - 1) * size, size, of: count)
            return json(
                #"{"meta": {"page": {"current": \#(number), "total_pages": \#((count + size - 1) / size), "total_results": \#(count), "size": \#(size)}}, "#
                    + #""results": \#(page.list { #"{"id": {"raw": "p\#($0)"}}"# })}"#)
        },
        PlayedFamily(
            name: "CouchDB, all documents", address: PlayedServer.address + "?limit=20"
        ) { question, count in
            let page = PlayedPage(question.number("skip", or: 0), question.number("limit", or: count), of: count)
            let rows = page.list { #"{"id": "d\#($0)", "key": "d\#($0)", "value": {"rev": "1-a"}}"# }
            return json(#"{"total_rows": \#(count), "offset": \#(page.rows.lowerBound), "rows": \#(rows)}"#)
        },
        PlayedFamily(
            name: "CouchDB, find", words: ["--body", #"{"selector": {}, "limit": 20}"#], key: "_id"
        ) { question, count in
            let page = PlayedPage(question.place(inBody: "bookmark"), 20, of: count)
            let mark = page.rows.isEmpty ? "nil" : "g\(page.rows.upperBound)"
            return json(#"{"docs": \#(page.list { #"{"_id": "d\#($0)"}"# }), "bookmark": "\#(mark)"}"#)
        },
        PlayedFamily(
            name: "OData without links", address: PlayedServer.address + "?$top=20&$count=true"
        ) { question, count in
            let page = PlayedPage(question.number("$skip", or: 0), question.number("$top", or: 20), of: count)
            return json(#"{"@odata.context": "m", "@odata.count": \#(count), "value": \#(page.list())}"#)
        },
    ]
}
