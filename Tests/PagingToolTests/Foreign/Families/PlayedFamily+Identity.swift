import PagingHTTP
import PagingWire

extension PlayedFamily {
    static let identity: [PlayedFamily] = [
        PlayedFamily(name: "SCIM") { question, count in
            let start = max(1, question.number("startIndex", or: 1))
            let page = PlayedPage(start - 1, question.number("count", or: 20), of: count)
            return json(
                #"{"schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"], "totalResults": \#(count), "#
                    + #""startIndex": \#(start), "itemsPerPage": \#(page.rows.count), "Resources": \#(page.list())}"#)
        },
        PlayedFamily(name: "GData", key: "id/$t") { question, count in
            let start = question.number("start-index", or: 1)
            let page = PlayedPage(start - 1, question.number("max-results", or: 20), of: count)
            let entries = page.list { #"{"id": {"$t": "e\#($0)"}}"# }
            return json(
                #"{"feed": {"openSearch$totalResults": {"$t": "\#(count)"}, "openSearch$startIndex": {"$t": "\#(start)"}, "#
                    + #""openSearch$itemsPerPage": {"$t": "20"}, "entry": \#(entries)}}"#)
        },
        PlayedFamily(name: "HubSpot", notWhole: [20]) { question, count in
            let page = PlayedPage(question.place("after"), question.number("limit", or: 20), of: count)
            return json(
                #"{"results": \#(page.list())\#(page.next { #""paging": {"next": {"after": "\#($0)", "link": "/x?after=\#($0)"}}"# })}"#
            )
        },
        PlayedFamily(name: "Zendesk") { question, count in
            let page = PlayedPage(question.place("page[after]"), of: count)
            return json(
                #"{"tickets": \#(page.list()), "meta": {"has_more": \#(page.hasNext), "after_cursor": "c\#(page.rows.upperBound)", "before_cursor": "b"}, "#
                    + #""links": {"prev": "/items?page[before]=b", "next": "/items?page[after]=c\#(page.rows.upperBound)"}}"#
            )
        },
        PlayedFamily(name: "Notion") { question, count in
            let page = PlayedPage(question.place("start_cursor"), of: count)
            return json(
                #"{"object": "list", "results": \#(page.list()), "next_cursor": \#(page.nextText), "has_more": \#(page.hasNext)}"#
            )
        },
        PlayedFamily(name: "X") { question, count in
            let page = PlayedPage(question.place("pagination_token"), of: count)
            return json(
                #"{"data": \#(page.list()), "meta": {"result_count": \#(page.rows.count), "newest_id": "9"\#(page.next { #""next_token": "c\#($0)""# })}}"#
            )
        },
        PlayedFamily(name: "Facebook Graph") { question, count in
            let page = PlayedPage(question.place("after"), of: count)
            let next = page.next { #""next": "/items?after=c\#($0)""# }
            return json(
                #"{"data": \#(page.list()), "paging": {"cursors": {"before": "b", "after": "c\#(page.rows.upperBound)"}\#(next)}}"#
            )
        },
        PlayedFamily(name: "Google (AIP-158)") { question, count in
            let page = PlayedPage(question.place("page_token"), of: count)
            let token = page.hasNext ? "c\(page.rows.upperBound)" : ""
            return json(#"{"books": \#(page.list()), "next_page_token": "\#(token)", "total_size": \#(count + 40)}"#)
        },
        PlayedFamily(name: "YouTube") { question, count in
            let page = PlayedPage(question.place("pageToken"), of: count)
            return json(
                #"{"kind": "youtube#playlistItemListResponse", "items": \#(page.list())\#(page.next { #""nextPageToken": "c\#($0)""# }), "#
                    + #""pageInfo": {"totalResults": \#(count), "resultsPerPage": 20}}"#)
        },
        PlayedFamily(name: "Spring Data, Slice") { question, count in
            let number = question.number("page", or: 0)
            let page = PlayedPage(number * 20, of: count)
            return json(
                #"{"content": \#(page.list()), "pageable": {"pageNumber": \#(number), "pageSize": 20, "offset": \#(number * 20)}, "#
                    + #""last": \#(!page.hasNext), "first": \#(number == 0), "number": \#(number), "size": 20, "#
                    + #""numberOfElements": \#(page.rows.count), "empty": \#(page.rows.isEmpty)}"#)
        },
    ]
}
