import PagingHTTP
import PagingWire

extension PlayedFamily {
    static let chat: [PlayedFamily] = [
        PlayedFamily(name: "Matrix messages", key: "event_id") { question, count in
            let page = PlayedPage(question.place("from"), of: count)
            let events = page.list { #"{"event_id": "$e\#($0)", "type": "m.room.message", "age": \#($0 * 3)}"# }
            return json(
                #"{"start": "t\#(page.rows.lowerBound)", "chunk": \#(events)\#(page.next { #""end": "t\#($0)""# })}"#)
        },
        PlayedFamily(name: "Synapse, users", address: "http://api.test/_synapse/admin/v2/users", key: "name") {
            question, count in
            let page = PlayedPage(question.place("from"), question.number("limit", or: 20), of: count)
            let users = page.list { #"{"name": "@u\#($0):x", "admin": 0}"# }
            return json(#"{"users": \#(users), "total": \#(count)\#(page.next { #""next_token": "\#($0)""# })}"#)
        },
        PlayedFamily(name: "Synapse, rooms", key: "room_id") { question, count in
            let page = PlayedPage(question.place("from"), question.number("limit", or: 20), of: count)
            let rooms = page.list { #"{"room_id": "!r\#($0):x", "name": "room"}"# }
            let more = page.next { #""next_batch": \#($0)"# }
            return json(#"{"rooms": \#(rooms), "offset": \#(page.rows.lowerBound), "total_rooms": \#(count)\#(more)}"#)
        },
        PlayedFamily(
            name: "Zulip", address: PlayedServer.address + "?anchor=oldest&num_before=0&num_after=20"
        ) { question, count in
            let anchor = question.query["anchor"].flatMap { Int($0) }
            let start = anchor.map { question.query["include_anchor"] == "false" ? $0 + 1 : $0 } ?? 0
            let page = PlayedPage(start, of: count)
            return json(
                #"{"result": "success", "msg": "", "messages": \#(page.list()), "found_newest": \#(!page.hasNext), "#
                    + #""found_oldest": \#(start == 0), "anchor": \#(start), "found_anchor": false, "history_limited": false}"#
            )
        },
        PlayedFamily(name: "Discord messages", address: PlayedServer.address + "?limit=20") { question, count in
            // From the newest on.
            let before = question.query["before"].flatMap { Int($0) } ?? count
            let page = PlayedPage(count - before, 20, of: count)
            return json(page.list { #"{"id": "\#(count - 1 - $0)", "channel_id": "7", "content": "x"}"# })
        },
        PlayedFamily(name: "Reddit", key: "data/name") { question, count in
            let page = PlayedPage(question.place("after"), of: count)
            let posts = page.list { #"{"kind": "t3", "data": {"id": "\#($0)", "name": "t3_\#($0)"}}"# }
            return json(
                #"{"kind": "Listing", "data": {"after": \#(page.nextText), "dist": \#(page.rows.count), "children": \#(posts)}}"#
            )
        },
    ]
}
