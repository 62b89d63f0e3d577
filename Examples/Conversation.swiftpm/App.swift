// A channel of 200,000 messages, opened at the first unread one, in SwiftUI and in UIKit, over a source in the process: no server is needed.
import Foundation
import Paging
import PagingUI
import SwiftUI
import UIKit

@main
struct ConversationApp: App {
    var body: some Scene {
        WindowGroup { ChannelView(channel: OpenChannel()) }
    }
}

struct Message: Identifiable, Hashable, Sendable {
    let id: Int
    let author: String
    let text: String
    /// Days since the first message.
    var day: Int { id / 400 }
}

/// Stands for a server whose messages are read in order, both ways, and around one: an `HTTPSource` does the same.
actor Channel: PageSource {
    nonisolated let capabilities: SourceCapabilities = .cursors
    private var messages = (0..<200_000).map { Message(id: $0, author: "Author \($0 % 5)", text: "Message \($0)") }

    func page(for request: PageRequest) async throws -> Page<Message> {
        switch request {
        case .after(let cursor, let limit): page(from: cursor.flatMap(place).map { $0 + 1 } ?? 0, limit)
        case .before(let cursor, let limit):
            { page(from: max(0, $0 - limit), min(limit, $0)) }(cursor.flatMap(place) ?? messages.count)
        case .around(let id, let limit): page(from: max(0, (place(of: id) ?? 0) - limit / 2), limit)
        case .positions: throw UnsupportedRequest(request)
        }
    }

    private func place(of cursor: Cursor) -> Int? { Int(cursor.description) }

    private func page(from start: Int, _ limit: Int) -> Page<Message> {
        let end = min(start + limit, messages.count)
        return Page(
            Array(messages[start..<end]),
            continuation: end < messages.count ? .next(Cursor("\(end - 1)")) : .end,
            beginning: start > 0 ? .previous(Cursor("\(start)")) : .start)
    }

    func post(_ text: String) -> Message {
        let message = Message(id: messages.count, author: "You", text: text)
        messages.append(message)
        return message
    }
}

/// A channel that is on screen.
@MainActor
final class OpenChannel {
    let source = Channel()
    let list: PagedList<Message>
    /// Date lines.
    let days: ListSeparators<Message, Int>

    init(firstUnread: Int = 199_940) {
        list = PagedList(source, startingAt: .id(firstUnread), behavior: ListBehavior(membership: .changes))
        days = list.separators { above, below in
            guard let below, above?.day != below.day else { return nil }
            return below.day
        }
    }

    /// Shows a message at once, and takes it back where the server refuses it.
    func post(_ text: String) async {
        let draft = Message(id: -1, author: "You", text: text)
        guard let edit = try? list.insert(draft, at: .end) else { return }
        edit.confirm(as: await source.post(text))
        try? await list.refresh()
    }

    /// Goes to the newest message, whether or not what is between is loaded.
    func jumpToEnd(_ scroller: ListScroller) async {
        if list.isEndKnown { scroller.scrollToEnd() } else { _ = try? await list.jump(to: .end) }
    }
}

struct ChannelView: View {
    let channel: OpenChannel
    @State private var scroller = ListScroller()

    var body: some View {
        VStack {
            PagedScrollView(channel.list, edge: .end, rowHeight: 60, endThreshold: 60, scroller: scroller) { message in
                VStack {
                    Text(message.author).font(.headline)
                    Text(message.text)
                }
            } placeholder: {
                Text("…").redacted(reason: .placeholder)
            }
            .showSeparators(channel.days, height: 24) { Text("Day \($0)").font(.caption) }
            HStack {
                Button("Post") { Task { await channel.post("A message of your own") } }
                Button(channel.list.unseenBelow > 0 ? "\(channel.list.unseenBelow) new messages" : "Newest") {
                    Task { await channel.jumpToEnd(scroller) }
                }
            }
        }
    }
}

/// The same channel in a `List`, with its date lines.
struct DaysView: View {
    let channel: OpenChannel

    var body: some View {
        List {
            SeparatedForEach(channel.days) { message in
                Text(message.text)
            } placeholder: {
                Text("…").redacted(reason: .placeholder)
            } separator: { day in
                Text("Day \(day)").font(.caption)
            }
        }
    }
}

/// The same channel in UIKit, which says at its ends what loads there.
final class ChannelViewController: UIViewController {
    private let channel = OpenChannel()

    override func viewDidLoad() {
        super.viewDidLoad()
        let rows = PagedCollectionView(channel.list, edge: .end, rowHeight: 60) { cell, row in
            var content = UIListContentConfiguration.cell()
            content.text = row.item?.text ?? "…"
            cell.contentConfiguration = content
        }
        rows.endThreshold = 60
        rows.showSeparators(channel.days, height: 24) { cell, day in
            var content = UIListContentConfiguration.plainHeader()
            content.text = "Day \(day)"
            cell.contentConfiguration = content
        }
        rows.configureEdge = { cell, state, _ in
            var content = UIListContentConfiguration.plainFooter()
            if case .failed(let error) = state {
                content.text = error.localizedDescription
            } else {
                content.text = "Loading …"
            }
            cell.contentConfiguration = content
        }
        rows.edgeHeight = 44
        rows.frame = view.bounds
        rows.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(rows)
    }
}

#Preview {
    ChannelView(channel: OpenChannel())
}
