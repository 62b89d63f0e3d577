// 155,000 characters in sections by letter, with sticky headers and an index. Start the server with `make run`.
import Paging
import PagingHTTP
import PagingUI
import UIKit

@main
final class App: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = UINavigationController(rootViewController: CharactersViewController())
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}

struct Character: Decodable, Identifiable, Sendable {
    let id: Int
    let character: String
    let name: String
    let code: String
}

final class CharactersViewController: UIViewController {
    private let list = PagedList(
        HTTPSource<Character>(URL(string: "http://127.0.0.1:8080/lists/unicode")!, groupBy: "letter"))
    private var events: ListAppEvents?

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Unicode"
        let table = PagedCollectionView(list, rowHeight: 60, headerHeight: 28) { cell, row in
            var content = UIListContentConfiguration.subtitleCell()
            content.text = row.item.map { "\($0.character)  \($0.name)" } ?? "…"
            content.secondaryText = row.item?.code ?? " "
            cell.contentConfiguration = content
        }
        table.frame = view.bounds
        table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        table.refreshControl = UIRefreshControl(
            frame: .zero,
            primaryAction: UIAction { [list, weak table] _ in
                Task {
                    try? await list.refresh()
                    table?.refreshControl?.endRefreshing()
                }
            })
        view.addSubview(table)
        // Memory is released when it is short, and failed loads are repeated when the app comes back.
        events = ListAppEvents(list)
    }
}
