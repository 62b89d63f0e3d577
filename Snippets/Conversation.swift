// A conversation: read from the first unread message, upwards and downwards, in a program without a screen.
import Paging

struct Message: Identifiable, Sendable {
    let id: Int
    let text: String
}

/// Stands for a server of 1,000 messages, the oldest first. A cursor is a message's identifier.
struct Channel: Sendable {
    let messages = (0..<1_000).map { Message(id: $0, text: "Message \($0)") }

    func page(_ rows: Range<Int>) -> Page<Message> {
        let rows = rows.clamped(to: 0..<messages.count)
        return Page(
            Array(messages[rows]),
            continuation: rows.upperBound < messages.count ? .next(Cursor("\(rows.upperBound - 1)")) : .end,
            beginning: rows.lowerBound > 0 ? .previous(Cursor("\(rows.lowerBound)")) : .start)
    }

    var source: CursorSource<Message> {
        CursorSource { cursor, limit in
            let start = cursor.flatMap { Int($0.description) }.map { $0 + 1 } ?? 0
            return page(start..<start + limit)
        } before: { cursor, limit in
            let end = cursor.flatMap { Int($0.description) } ?? messages.count
            return page(max(0, end - limit)..<end)
        } around: { id, limit in
            let start = max(0, (Int(id) ?? 0) - limit / 2)
            return page(start..<start + limit)
        }
    }
}

@MainActor func show() async throws {
    let list = PagedList(
        Channel().source, startingAt: .id(700), behavior: ListBehavior(membership: .changes),
        policy: LoadPolicy(loadsAutomatically: false))
    try await list.loadMore()
    print("opened at \(list.peek(list.startingPosition)?.text ?? "?"), \(list.count) messages known")

    // A view asks by itself, as one scrolls. Rows that come above move nothing on screen.
    while !list.isStartKnown { try await list.loadMore(.before) }
    print("read up to \(list.peek(0)?.text ?? "?")")
    while !list.isEndKnown { try await list.loadMore(.after) }
    print("and down to \(list.peek(list.count - 1)?.text ?? "?"), \(list.counters.requests) requests")

    let position = try await list.jump(to: .id(12))
    print("row \(position) is \(list.peek(position)?.text ?? "?")")
}

try await show()
