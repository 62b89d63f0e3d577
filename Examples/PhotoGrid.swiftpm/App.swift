// 100,000 photos in a grid, month by month, over a source in the process: no server is needed.
import Paging
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
        window.rootViewController = UINavigationController(rootViewController: PhotosViewController())
        window.makeKeyAndVisible()
        self.window = window
    }
}

struct Photo: Identifiable, Sendable {
    let id: Int
    /// Stands for the picture: a color, from 0 to 1.
    let hue: Double
}

/// Stands for a library on a disk or a server: it answers after a while, and knows how many photos each month has.
struct PhotoLibrary: SectionedPageSource {
    let capabilities: SourceCapabilities = .positions
    private let months = (0..<120).map { month in
        ListSection(title: "\(2016 + month / 12)-\(month % 12 + 1)", count: 500 + month * 7_919 % 667)
    }
    private var count: Int { months.reduce(0) { $0 + $1.count } }

    func page(for request: PageRequest) async throws -> Page<Photo> {
        try await Task.sleep(for: .milliseconds(150))
        guard case .positions(let range) = request else { return Page([], at: 0, total: count) }
        let photos = range.clamped(to: 0..<count).map { Photo(id: $0, hue: Double($0 % 360) / 360) }
        return Page(photos, at: range.lowerBound, total: count)
    }

    func sections() async throws -> [ListSection] { months }
}

final class PhotosViewController: UIViewController {
    private let list: PagedList<Photo>

    init(_ list: PagedList<Photo> = PagedList(PhotoLibrary())) {
        self.list = list
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Photos"
        // Squares of at least 100 points, as many side by side as fit.
        let grid = ListGrid(columns: .adaptive(minimum: 100), spacing: 2)
        let photos = PagedCollectionView(list, grid: grid, headerHeight: 32) { cell, row in
            var background = UIBackgroundConfiguration.clear()
            background.backgroundColor =
                row.item.map { UIColor(hue: $0.hue, saturation: 0.5, brightness: 0.9, alpha: 1) }
                ?? .secondarySystemFill
            cell.backgroundConfiguration = background
        }
        photos.frame = view.bounds
        photos.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(photos)
    }
}

#Preview {
    PhotosViewController(.preview((0..<60).map { Photo(id: $0, hue: Double($0) / 60) }))
}
