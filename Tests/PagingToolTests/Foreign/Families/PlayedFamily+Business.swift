import Foundation
import PagingHTTP
import PagingWire

extension PlayedFamily {
    private static func lastID(_ question: ForeignQuestion, _ count: Int, _ after: String, _ kind: String) -> HTTPAnswer
    {
        let start = question.query[after].flatMap { Int($0.dropFirst(5)) }.map { $0 + 1 } ?? 0
        let page = PlayedPage(start, question.size("limit"), of: count)
        func id(_ row: Int?) -> String { row.map { #""file-\#($0)""# } ?? "null" }
        return json(
            #"{\#(kind)"data": \#(page.list { #"{"id": "file-\#($0)", "type": "file"}"# }), "first_id": \#(id(page.rows.first)), "#
                + #""last_id": \#(id(page.rows.last)), "has_more": \#(page.hasNext)}"#)
    }

    private static func intercom(_ page: PlayedPage, _ size: Int) -> HTTPAnswer {
        let number = page.rows.lowerBound / size + 1
        let next = page.next { #""next": {"page": \#(number + 1), "starting_after": "c\#($0)"}"# }
        return json(
            #"{"type": "list", "data": \#(page.list { #"{"type": "contact", "id": "c\#($0)"}"# }), "total_count": \#(page.count), "#
                + #""pages": {"type": "pages", "page": \#(number), "per_page": \#(size), "total_pages": \#((page.count + size - 1) / size)\#(next)}}"#
        )
    }

    private static func hits(_ page: PlayedPage, _ number: Int, _ size: Int, _ more: String = "") -> HTTPAnswer {
        json(
            #"{"hits": \#(page.list { #"{"objectID": "o\#($0)", "name": "n"}"# }), "nbHits": \#(page.count), "page": \#(number), "#
                + #""nbPages": \#((page.count + size - 1) / size), "hitsPerPage": \#(size), "exhaustiveNbHits": true, "query": "", "#
                + #""params": "", "processingTimeMS": 1, "processingTimingsMS": {"total": 1}\#(more)}"#)
    }

    private static let superset: @Sendable (ForeignQuestion, Int) -> HTTPAnswer = { question, count in
        let text = question.query["q"] ?? ""
        func number(_ name: String, or other: Int) -> Int {
            text.firstRange(of: name + ":").flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) } ?? other
        }
        let size = min(100, number("page_size", or: 20))
        let page = PlayedPage(number("page", or: 0) * size, size, of: count)
        return json(
            #"{"count": \#(count), "description_columns": {}, "ids": \#(page.list { "\($0)" }), "label_columns": {"id": "Id"}, "#
                + #""list_columns": ["id", "url"], "list_title": "List Charts", "order_columns": ["url"], "#
                + #""result": \#(page.list { #"{"id": \#($0), "url": "/explore/\#($0)"}"# })}"#)
    }

    static let business: [PlayedFamily] = [
        PlayedFamily(name: "OpenAI") { lastID($0, $1, "after", #""object": "list", "#) },
        PlayedFamily(name: "Anthropic") { lastID($0, $1, "after_id", "") },
        PlayedFamily(name: "Airtable") { question, count in
            let offset = question.query["offset"]
            guard offset?.hasPrefix("itr/rec") ?? true else {
                return json(#"{"error": "INVALID_OFFSET"}"#, status: 422)
            }
            let page = PlayedPage(offset.flatMap { Int($0.dropFirst(7)) } ?? 0, question.size("pageSize"), of: count)
            let rows = page.list {
                #"{"id": "rec\#($0)", "createdTime": "2024-01-01T00:00:00.000Z", "fields": {"Name": "n"}}"#
            }
            return json(#"{"records": \#(rows)\#(page.next { #""offset": "itr/rec\#($0)""# })}"#)
        },
        PlayedFamily(name: "Asana", address: PlayedServer.address + "?limit=20", key: "gid") { question, count in
            let page = PlayedPage(question.place("offset"), question.size("limit"), of: count)
            let next = page.rows.upperBound
            let uri = "https://app.asana.test/api/1.0/items?limit=20&offset=e\(next)"
            return json(
                #"{"data": \#(page.list { #"{"gid": "\#($0)", "resource_type": "task"}"# }), "next_page": "#
                    + (page.hasNext
                        ? #"{"offset": "e\#(next)", "path": "/items?limit=20&offset=e\#(next)", "uri": "\#(uri)"}}"#
                        : "null}"))
        },
        PlayedFamily(name: "Intercom") { question, count in
            let size = question.size("per_page")
            return intercom(PlayedPage(question.place("starting_after"), size, of: count), size)
        },
        PlayedFamily(
            name: "Intercom, search", words: ["--body", #"{"query": {"field": "x"}, "pagination": {"per_page": 20}}"#]
        ) { question, count in
            let size = question.size("pagination/per_page")
            return intercom(PlayedPage(question.place(inBody: "pagination/starting_after"), size, of: count), size)
        },
        PlayedFamily(name: "Lever") { question, count in
            // Its token is a list: the time of the last row, and a number.
            let place = question.query["offset"].flatMap { $0.removingPercentEncoding ?? $0 }?.split(separator: ",")
                .last
            let start = place.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            let page = PlayedPage(start, question.size("limit"), of: count)
            return json(
                #"{"data": \#(page.list { #"{"id": "aa-\#($0)", "name": "n"}"# }), "hasNext": \#(page.hasNext)"#
                    + page.next { #""next": "%5B1414125084000%2C\#($0)%5D""# } + "}")
        },
        PlayedFamily(name: "Paddle") { question, count in
            let start = question.query["after"].flatMap { Int($0.dropFirst(4)) }.map { $0 + 1 } ?? 0
            let page = PlayedPage(start, question.size("per_page"), of: count)
            // The next page's address is there on the last page, too.
            let next = "/items?per_page=20&after=pro_\(page.rows.last ?? start - 1)"
            return json(
                #"{"data": \#(page.list { #"{"id": "pro_\#($0)"}"# }), "meta": {"request_id": "fa17", "pagination": {"per_page": 20, "#
                    + #""next": "\#(next)", "has_more": \#(page.hasNext), "estimated_total": \#(count)}}}"#)
        },
        PlayedFamily(name: "Algolia", key: "objectID") { question, count in
            let (number, size) = (question.number("page", or: 0), question.size("hitsPerPage"))
            return hits(PlayedPage(number * size, size, of: count), number, size)
        },
        PlayedFamily(name: "Algolia, browse", key: "objectID") { question, count in
            let page = PlayedPage(question.place("cursor"), of: count)
            return hits(page, 0, 20, page.next { #""cursor": "c\#($0)""# })
        },
        PlayedFamily(name: "Crossref", address: PlayedServer.address + "?cursor=*", key: "DOI") { question, count in
            // It names a cursor behind its last page, too, and behind each one without rows.
            let page = PlayedPage(question.place("cursor"), question.size("rows"), of: count)
            let rows = page.list { #"{"DOI": "10.1/\#($0)"}"# }
            return json(
                #"{"status": "ok", "message": {"next-cursor": "c\#(page.rows.lowerBound + 20)", "total-results": \#(count), "#
                    + #""items": \#(rows), "items-per-page": 20, "query": {"start-index": 0}}}"#)
        },
        PlayedFamily(
            name: "CloudWatch, log events",
            words: ["--body", #"{"logGroupName": "g", "logStreamName": "s"}"#, "--id", "message"], key: "message"
        ) { question, count in
            let token = question.body["nextToken"]?.string
            // Without a token, and not from the head on, the newest come.
            let isFromHead = question.body["startFromHead"]?.bool == true
            let start = token.flatMap { Int($0.dropFirst(2)) } ?? (isFromHead ? 0 : max(0, count - 20))
            let page = PlayedPage(start, of: count)
            let rows = page.list {
                #"{"timestamp": 1700000000\#($0), "message": "line \#($0)", "ingestionTime": 1700000009}"#
            }
            return json(
                #"{"events": \#(rows), "nextForwardToken": "f/\#(page.rows.upperBound)", "nextBackwardToken": "b/\#(page.rows.lowerBound)"}"#
            )
        },
        PlayedFamily(name: "Superset", answer: superset),
        PlayedFamily(
            name: "Superset, beside a filter",
            address: PlayedServer.address + "?q=(filters:!((col:id,opr:gt,value:0)),page:0,page_size:25)",
            answer: superset),
    ]
}
