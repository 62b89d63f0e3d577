import Foundation
import PagingHTTP

private func rows(_ numbers: [Int], _ row: (Int) -> String = { #"{"id": "\#($0)"}"# }) -> String {
    "[" + numbers.map(row).joined(separator: ", ") + "]"
}

private func truth(_ value: Bool) -> String { value ? "true" : "false" }

let upwardPeers = connectionPeers + conversationPeers + linkPeers

/// Servers with a parameter for either direction.
private let connectionPeers: [UpwardPeer] = [
    UpwardPeer(
        name: "Relay connection", dialect: relay, isNewestFirst: false, hasAround: false,
        answer: { asked, list in
            let variables = asked.posted("variables")
            func cursor(_ name: String) -> Int? { variables?[name]?.string.flatMap { Int($0.dropFirst()) } }
            let isUpward = variables?["last"]?.int != nil
            let page =
                isUpward
                ? list.older(than: cursor("before") ?? .max, variables?["last"]?.int ?? 0)
                : list.newer(than: cursor("after") ?? .min, variables?["first"]?.int ?? 0)
            let edges = rows(page) { #"{"cursor": "c\#($0)", "node": {"id": "\#($0)"}}"# }
            // The other direction need not be told.
            let hasNext = !isUpward && list.hasNewer(than: page.last)
            let hasPrevious = isUpward && list.hasOlder(than: page.first)
            let ends = page.isEmpty ? ("null", "null") : (#""c\#(page[0])""#, #""c\#(page[page.count - 1])""#)
            return .json(
                #"{"data": {"users": {"edges": \#(edges), "pageInfo": {"hasNextPage": \#(truth(hasNext)), "#
                    + #""hasPreviousPage": \#(truth(hasPrevious)), "startCursor": \#(ends.0), "endCursor": \#(ends.1)}}}}"#
            )
        }),
    UpwardPeer(
        name: "Stripe", hasEnd: false, id: { "cus_\($0)" },
        answer: { asked, list in
            let limit = asked.int("limit") ?? 5
            let isUpward = asked.query["ending_before"] != nil
            let page =
                isUpward
                ? list.newer(than: asked.number("ending_before") ?? 0, limit)
                : list.older(than: asked.number("starting_after") ?? .max, limit)
            // It speaks of the direction that was asked for.
            let hasMore = isUpward ? list.hasNewer(than: page.last) : list.hasOlder(than: page.first)
            return .json(
                #"{"object": "list", "has_more": \#(truth(hasMore)), "data": "#
                    + rows(page.reversed()) { #"{"id": "cus_\#($0)", "object": "customer"}"# } + "}")
        }),
    UpwardPeer(
        name: "JSON:API cursors", hasEnd: false, hasAround: false,
        answer: { asked, list in
            let size = asked.int("page[size]") ?? 5
            let page =
                asked.number("page[before]").map { list.newer(than: $0, size) }
                ?? list.older(than: asked.number("page[after]") ?? .max, size)
            func link(_ name: String, _ number: Int?, if isThere: Bool) -> String {
                isThere
                    ? #""http://api.test/items?page%5B\#(name)%5D=k\#(number ?? 0)&page%5Bsize%5D=\#(size)""# : "null"
            }
            let previous = link("before", page.last, if: list.hasNewer(than: page.last))
            let next = link("after", page.first, if: list.hasOlder(than: page.first))
            return .json(
                #"{"links": {"prev": \#(previous), "next": \#(next)}, "data": "#
                    + rows(page.reversed()) { #"{"type": "things", "id": "\#($0)"}"# } + "}")
        }),
    ownServer("this project's server", "http://api.test/items"),
    ownServer("this project's server, by cursors", "http://api.test/items?after="),
]

private func ownServer(_ name: String, _ address: String) -> UpwardPeer {
    UpwardPeer(
        name: name, address: address, isNewestFirst: false,
        answer: { asked, list in
            let limit = asked.int("limit") ?? 5
            func cursor(_ name: String) -> Int? { asked.query[name].flatMap { Int($0.dropFirst()) } }
            guard Set(asked.query.keys).intersection(["offset", "after", "before", "around"]).count < 2 else {
                return .json(#"{"title": "One at a time", "status": 400}"#, status: 400)
            }
            var (page, offset): ([Int], Int?) = ([], nil)
            if let before = asked.query["before"] {
                page = list.older(than: before.isEmpty ? .max : cursor("before") ?? 0, limit)
            } else if let after = asked.query["after"] {
                page = list.newer(than: after.isEmpty ? .min : cursor("after") ?? 0, limit)
            } else if let key = asked.number("around") {
                guard list.ascending.contains(key) else {
                    return .json(#"{"type": "unknown-row", "title": "No such row", "status": 404}"#, status: 404)
                }
                page = list.page { rows in
                    let place = rows.firstIndex(of: key)!
                    let start = max(0, min(place - limit / 2, rows.count - limit))
                    return Array(rows[start..<min(rows.count, start + limit)])
                }
            } else {
                offset = asked.int("offset") ?? 0
                page = list.page { Array($0.dropFirst(offset ?? 0).prefix(limit)) }
            }
            func link(_ name: String, _ cursor: String, _ offset: Int?) -> String {
                if cursor == "null" { return "null" }
                let place = offset.map { "offset=\(max(0, $0))" } ?? "\(name)=\(cursor.filter { $0 != "\"" })"
                return #""/items?\#(place)&limit=\#(limit)""#
            }
            let before = page.first.map { list.hasOlder(than: $0) ? #""k\#($0)""# : "null" } ?? "null"
            let after = page.last.map { list.hasNewer(than: $0) ? #""k\#($0)""# : "null" } ?? "null"
            let place = offset.map { #""offset": \#($0), "# } ?? ""
            return .json(
                #"{"paging": {\#(place)"limit": \#(limit), "totalCount": \#(list.ascending.count), "exact": true, "#
                    + #""next": \#(link("after", after, offset.map { $0 + limit })), "#
                    + #""previous": \#(link("before", before, offset.map { $0 - limit })), "#
                    + #""before": \#(before), "after": \#(after)}, "objects": \#(rows(page))}"#)
        })
}

/// A GraphQL query whose connection is read both ways.
private var relay: Dialect {
    var dialect = Dialect.automatic
    dialect.body = .object([
        "query": .string(
            "query($first: Int, $after: String, $last: Int, $before: String) "
                + "{ users(first: $first, after: $after, last: $last, before: $before) { edges { cursor node { id } } } }"
        ),
        "variables": .object(["first": 7]),
    ])
    return dialect
}

/// Conversations, most of which begin with the newest message.
private let conversationPeers: [UpwardPeer] = [
    matrix("Matrix, from the newest on", "b"), matrix("Matrix, from the oldest on", "f"),
    UpwardPeer(
        name: "Slack", address: "http://api.test/api/conversations.history?channel=C1", id: { "1700000000.00\($0)" },
        answer: { asked, list in
            let limit = asked.int("limit") ?? 5
            func time(_ name: String) -> Int? {
                asked.query[name].map { $0.hasPrefix("1700000000.00") ? Int($0.dropFirst(13)) ?? 0 : -1_000 }
            }
            let isInclusive = asked.query["inclusive"] == "true"
            // With `oldest` alone come the messages closest to it.
            let page =
                asked.query["latest"] == nil && asked.query["oldest"] != nil
                ? list.newer(than: (time("oldest") ?? 0) - (isInclusive ? 1 : 0), limit)
                : list.older(than: (time("latest") ?? .max - 1) + (isInclusive ? 1 : 0), limit)
            let hasMore =
                asked.query["latest"] == nil && asked.query["oldest"] != nil
                ? list.hasNewer(than: page.last) : list.hasOlder(than: page.first)
            return .json(
                #"{"ok": true, "has_more": \#(truth(hasMore)), "messages": "#
                    + rows(page.reversed()) { #"{"type": "message", "ts": "1700000000.00\#($0)", "text": "x"}"# } + "}")
        }),
    UpwardPeer(
        name: "Discord",
        answer: { asked, list in
            let limit = asked.int("limit") ?? 5
            let page: [Int] =
                if let id = asked.number("after") {
                    list.newer(than: id, limit)
                } else if let id = asked.number("around") {
                    list.page {
                        Array($0.filter { $0 < id }.suffix(limit / 2))
                            + Array($0.filter { $0 >= id }.prefix(limit - limit / 2))
                    }
                } else {
                    list.older(than: asked.number("before") ?? .max, limit)
                }
            return .json(rows(page.reversed()) { #"{"id": "\#($0)", "channel_id": "7", "content": "x"}"# })
        }),
    zulip("Zulip, from the oldest on", "anchor=oldest&num_before=0&num_after=7"),
    zulip("Zulip, from the newest on", "anchor=newest&num_before=7&num_after=0"),
]

private func matrix(_ name: String, _ direction: String) -> UpwardPeer {
    UpwardPeer(
        name: name, address: "http://api.test/rooms/r/messages?dir=\(direction)", isNewestFirst: direction == "b",
        id: { "$e\($0)" },
        answer: { asked, list in
            let limit = asked.int("limit") ?? 5
            func events(_ numbers: [Int]) -> String {
                rows(numbers) { #"{"event_id": "$e\#($0)", "type": "m.room.message"}"# }
            }
            // Tokens are places between events: behind an event, or before it.
            func token(_ number: Int, _ side: String) -> String { #""t\#(number)\#(side)""# }
            let from = asked.query["from"].flatMap { Int($0.filter(\.isNumber)) }
            let isBehind = asked.query["from"]?.hasSuffix("+") == true
            if asked.path.contains("/context/") {
                let number = Int(asked.path.filter(\.isNumber)) ?? 0
                guard list.ascending.contains(number) else { return .json(#"{"errcode": "M_NOT_FOUND"}"#, status: 404) }
                let below = list.older(than: number, limit / 2)
                let above = list.newer(than: number, limit - limit / 2)
                _ = list.page { _ in below + [number] + above }
                return .json(
                    #"{"start": \#(token(below.first ?? number, "-")), "end": \#(token(above.last ?? number, "+")), "#
                        + #""event": {"event_id": "$e\#(number)"}, "events_before": \#(events(below.reversed())), "#
                        + #""events_after": \#(events(above))}"#)
            }
            if asked.query["dir"] == "f" {
                let page = list.newer(than: from.map { isBehind ? $0 : $0 - 1 } ?? .min, limit)
                let end = page.last.map { list.hasNewer(than: $0) ? #", "end": \#(token($0, "+"))"# : "" } ?? ""
                let start = asked.query["from"].map { "\"\($0)\"" } ?? token(page.first ?? 0, "-")
                return .json(#"{"chunk": \#(events(page)), "start": \#(start)\#(end)}"#)
            }
            let page = list.older(than: from.map { isBehind ? $0 + 1 : $0 } ?? .max, limit)
            let end = page.first.map { list.hasOlder(than: $0) ? #", "end": \#(token($0, "-"))"# : "" } ?? ""
            let start = asked.query["from"].map { "\"\($0)\"" } ?? token(page.last ?? 0, "+")
            return .json(#"{"chunk": \#(events(page.reversed())), "start": \#(start)\#(end)}"#)
        })
}

private func zulip(_ name: String, _ query: String) -> UpwardPeer {
    UpwardPeer(
        name: name, address: "http://api.test/api/v1/messages?\(query)", isNewestFirst: false,
        answer: { asked, list in
            let (before, after) = (asked.int("num_before") ?? 0, asked.int("num_after") ?? 0)
            let anchor = asked.query["anchor"].flatMap { $0 == "newest" ? .max : $0 == "oldest" ? .min : Int($0) } ?? 0
            let includes = asked.query["include_anchor"] != "false"
            let page = list.page { rows in
                let below = Array(rows.filter { $0 < anchor }.suffix(before))
                let own = rows.filter { $0 == anchor && includes }
                return below + own + Array(rows.filter { $0 > anchor }.prefix(after))
            }
            let all = list.ascending
            let oldest = page.first == all.first || page.isEmpty && before > 0
            let newest = page.last == all.last || page.isEmpty && after > 0
            let messages = rows(page) { #"{"id": \#($0), "content": "x"}"# }
            return .json(
                #"{"result": "success", "msg": "", "anchor": \#(anchor == .max || anchor == .min ? 0 : anchor), "#
                    + #""found_anchor": \#(truth(page.contains(anchor))), "found_oldest": \#(truth(oldest)), "#
                    + #""found_newest": \#(truth(newest)), "messages": \#(messages)}"#)
        })
}

/// Servers that name addresses.
private let linkPeers: [UpwardPeer] = [
    UpwardPeer(
        name: "Mastodon",
        answer: { asked, list in
            let limit = asked.int("limit") ?? 5
            let page =
                asked.number("min_id").map { list.newer(than: $0, limit) }
                ?? list.older(than: asked.number("max_id") ?? .max, limit)
            let links = page.isEmpty ? "" : mastodonLinks(page, "min_id", limit)
            return .json(rows(page.reversed()), headers: links.isEmpty ? [] : [("Link", links)])
        }),
    UpwardPeer(
        name: "Mastodon, which names since_id",
        answer: { asked, list in
            let limit = asked.int("limit") ?? 5
            var page = list.older(than: asked.number("max_id") ?? .max, limit)
            if let id = asked.number("min_id") { page = list.newer(than: id, limit) }
            if let id = asked.number("since_id") { page = list.page { Array($0.filter { $0 > id }.suffix(limit)) } }
            let links = page.isEmpty ? "" : mastodonLinks(page, "since_id", limit)
            return .json(rows(page.reversed()), headers: links.isEmpty ? [] : [("Link", links)])
        }),
    UpwardPeer(
        name: "Link: rel=prev", isNewestFirst: false, hasEnd: false, hasAround: false,
        answer: { asked, list in
            let page =
                asked.number("to").map { list.older(than: $0, 5) } ?? list.newer(than: asked.number("from") ?? .min, 5)
            var links: [String] = []
            if list.hasOlder(than: page.first) { links.append("<items?to=k\(page[0])>; rel=\"prev\"") }
            if list.hasNewer(than: page.last) { links.append("<items?from=k\(page[page.count - 1])>; rel=\"next\"") }
            return .json(rows(page), headers: [("Link", links.joined(separator: ", "))])
        }),
    UpwardPeer(
        name: "Django REST framework, cursor", isNewestFirst: false, hasEnd: false, hasAround: false,
        answer: { asked, list in
            let cursor = asked.query["cursor"].flatMap { Data(base64Encoded: $0) }.map {
                String(decoding: $0, as: UTF8.self)
            }
            let place = cursor.flatMap { Int($0.split(separator: "=").last ?? "") }
            let isReverse = cursor?.hasPrefix("r=1") == true
            let page = isReverse ? list.older(than: place ?? .max, 5) : list.newer(than: place ?? .min, 5)
            func link(_ text: String, if isThere: Bool) -> String {
                let value = Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
                return isThere ? #""http://api.test/items?cursor=\#(value)""# : "null"
            }
            return .json(
                #"{"next": \#(link("p=\(page.last ?? 0)", if: list.hasNewer(than: page.last))), "#
                    + #""previous": \#(link("r=1&p=\(page.first ?? 0)", if: list.hasOlder(than: page.first))), "#
                    + #""results": \#(rows(page))}"#)
        }),
]

/// A page's links, which are there on the first page too.
private func mastodonLinks(_ page: [Int], _ upwards: String, _ limit: Int) -> String {
    "<http://api.test/items?limit=\(limit)&max_id=\(page.first ?? 0)>; rel=\"next\", "
        + "<http://api.test/items?limit=\(limit)&\(upwards)=\(page.last ?? 0)>; rel=\"prev\""
}
