// 155,000 characters in sections by letter, with sticky headers and an index. Start the server with `make run`.
import Paging
import PagingHTTP
import PagingUI
import UIKit

@main
final class App: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = SceneDelegate.self
        return configuration
    }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UINavigationController(rootViewController: CharactersViewController())
        window.makeKeyAndVisible()
        self.window = window
    }
}

struct Character: Decodable, Identifiable, Sendable {
    let id: Int
    let character: String
    let name: String
    let code: String
}

final class CharactersViewController: UIViewController {
    private let list: PagedList<Character>
    private var events: ListAppEvents?

    init(_ list: PagedList<Character>? = nil) {
        self.list =
            list
            ?? PagedList(HTTPSource(URL(string: "http://127.0.0.1:8080/lists/unicode")!, groupBy: "letter"))
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

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

#Preview {
    CharactersViewController(
        .preview([Character(id: 65, character: "A", name: "LATIN CAPITAL LETTER A", code: "U+0041")]))
}
