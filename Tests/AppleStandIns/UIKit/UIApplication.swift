// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor
open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
    public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
}

/// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    init()
}
extension UIApplicationDelegate {
    /// Stands for a delegate that does not implement it.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { UISceneConfiguration(isMissing: true) }

    /// "Apps built with the next SDK must adopt the scene-based life-cycle", or do not launch.
    public static func main() {
        let configuration = Self().application(
            UIApplication(), configurationForConnecting: UISceneSession(), options: UIScene.ConnectionOptions())
        if configuration.isMissing { StandIn.broken("\(Self.self) has no scene: the app does not launch") }
    }
}

/// https://developer.apple.com/documentation/uikit/uiscenesession
@MainActor
open class UISceneSession: NSObject {
    public struct Role: Hashable, Sendable {
        public static let windowApplication = Role()
    }
    public nonisolated override init() { super.init() }
    open var role: Role { .windowApplication }
}
/// https://developer.apple.com/documentation/uikit/uiscene
@MainActor
open class UIScene: UIResponder {
    /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions
    public struct ConnectionOptions: Sendable {}
}
/// https://developer.apple.com/documentation/uikit/uisceneconfiguration
@MainActor
open class UISceneConfiguration: NSObject {
    let isMissing: Bool
    open var delegateClass: AnyClass?
    init(isMissing: Bool) {
        self.isMissing = isMissing
        super.init()
    }
    public init(name: String?, sessionRole: UISceneSession.Role) {
        isMissing = false
        super.init()
    }
}
/// https://developer.apple.com/documentation/uikit/uiwindowscene
@MainActor
open class UIWindowScene: UIScene {}
/// https://developer.apple.com/documentation/uikit/uiwindowscenedelegate
@MainActor
public protocol UIWindowSceneDelegate: NSObjectProtocol {
    var window: UIWindow? { get set }
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
}
extension UIWindow {
    public convenience init(windowScene: UIWindowScene) { self.init(frame: UIScreen.main.bounds) }
}

extension UIApplication {
    /// Goes to the background, where the system lays views out on their side and in the dark, for pictures, and back. For tests.
    public static func standInEnterBackground(_ window: UIWindow) {
        NotificationCenter.default.post(name: didEnterBackgroundNotification, object: nil)
        for isPicture in [true, false] {
            for view in window.subviews {
                view.frame.size = CGSize(width: view.frame.height, height: view.frame.width)
                for handler in isPicture ? view.standInTraitHandlers : [] { handler() }
                view.layoutIfNeeded()
            }
        }
    }
}

/// https://developer.apple.com/documentation/uikit/uiscreen
@MainActor
open class UIScreen: NSObject {
    public static let main = UIScreen()
    open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
}

/// https://developer.apple.com/documentation/uikit/uinavigationcontroller
open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { super.init() }
    public required init?(coder: NSCoder) { nil }
}
