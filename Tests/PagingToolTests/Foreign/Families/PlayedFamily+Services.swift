import PagingHTTP
import PagingWire

extension PlayedFamily {
    private static func hydra(_ question: ForeignQuestion, _ count: Int, _ prefix: String) -> HTTPAnswer {
        let number = question.number("page", or: 1)
        let page = PlayedPage((number - 1) * 20, of: count)
        let next = page.next { _ in #""\#(prefix)next": "/items?page=\#(number + 1)""# }
        return json(
            #"{"@id": "/items", "@type": "\#(prefix)Collection", "\#(prefix)totalItems": \#(count), "#
                + #""\#(prefix)member": \#(page.list { #"{"@id": "/items/\#($0)", "id": \#($0)}"# }), "#
                + #""\#(prefix)view": {"@id": "/items?page=\#(number)"\#(next)}}"#)
    }

    static let services: [PlayedFamily] = [
        PlayedFamily(name: "Jira") { question, count in
            let page = PlayedPage(question.number("startAt", or: 0), question.number("maxResults", or: 20), of: count)
            return json(
                #"{"startAt": \#(page.rows.lowerBound), "maxResults": 20, "isLast": \#(!page.hasNext), "values": \#(page.list())}"#
            )
        },
        PlayedFamily(name: "GitLab, without a link") { question, count in
            let number = question.number("page", or: 1)
            let page = PlayedPage((number - 1) * 20, of: count)
            return json(
                page.list(),
                [("X-Page", "\(number)"), ("X-Per-Page", "20"), ("X-Next-Page", page.hasNext ? "\(number + 1)" : "")])
        },
        PlayedFamily(name: "OData, version 2") { question, count in
            let page = PlayedPage(question.place("$skiptoken"), of: count)
            return json(
                #"{"d": {"results": \#(page.list())\#(page.next { #""__next": "/items?$skiptoken=c\#($0)""# })}}"#)
        },
        PlayedFamily(name: "Roundup", address: PlayedServer.address + "?@page_size=20") { question, count in
            let number = question.number("@page_index", or: 1)
            let page = PlayedPage((number - 1) * 20, of: count)
            func link(_ name: String, _ number: Int) -> String {
                #""\#(name)": [{"rel": "\#(name)", "uri": "http://api.test/items?@page_size=20&@page_index=\#(number)"}]"#
            }
            let previous = number > 1 ? ", " + link("prev", number - 1) : ""
            return json(
                #"{"data": {"collection": \#(page.list { #"{"id": "\#($0)", "link": "/items/\#($0)"}"# }), "@links": {\#(link("self", number))"#
                    + #"\#(previous)\#(page.next { _ in link("next", number + 1) })}, "@total_size": \#(count)}}"#)
        },
        PlayedFamily(name: "Hydra") { question, count in hydra(question, count, "") },
        PlayedFamily(name: "Hydra with prefixes") { question, count in hydra(question, count, "hydra:") },
    ]
}
