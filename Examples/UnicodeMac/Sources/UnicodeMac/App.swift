// 155,000 characters in a table with columns. Start the server with `make run`, then `swift run` here.
import AppKit
import Paging
import PagingHTTP
import PagingUI

struct Character: Decodable, Identifiable, Sendable {
    let id: Int
    let character: String
    let name: String
    let code: String
}

@main
@MainActor
final class App: NSObject, NSApplicationDelegate {
    private let list = PagedList(HTTPSource<Character>(URL(string: "http://127.0.0.1:8080/lists/unicode")!))
    private let window = NSWindow(
        contentRect: NSRect(x: 0, y: 0, width: 640, height: 480), styleMask: [.titled, .closable, .resizable],
        backing: .buffered, defer: false)

    static func main() {
        let delegate = App()
        NSApplication.shared.delegate = delegate
        NSApplication.shared.setActivationPolicy(.regular)
        NSApplication.shared.run()
    }

    func applicationDidFinishLaunching(_ notification: Notification) {
        window.contentView = CharactersView(list)
        window.title = "Unicode"
        window.makeKeyAndOrderFront(nil)
    }
}

/// A table of characters in its scroll view.
final class CharactersView: NSScrollView {
    private var table: PagedTable<Character>?

    init(_ list: PagedList<Character>) {
        super.init(frame: .zero)
        let tableView = NSTableView(frame: .zero)
        for name in ["character", "name", "code"] {
            let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier(name))
            column.title = name.capitalized
            tableView.addTableColumn(column)
        }
        hasVerticalScroller = true
        documentView = tableView
        table = PagedTable(tableView, list) { _, column, row in
            let text =
                switch column?.identifier.rawValue {
                case "character": row.item?.character
                case "code": row.item?.code
                default: row.item?.name
                }
            return NSTextField(labelWithString: text ?? "…")
        }
    }

    required init?(coder: NSCoder) { nil }
}

#Preview {
    CharactersView(.preview([Character(id: 65, character: "A", name: "LATIN CAPITAL LETTER A", code: "U+0041")]))
}
