import Synchronization
import Testing
import UIKit

extension ViewTests {
    /// Launch, background, threads and screens. Names begin with the rule of the catalog of devices.
    @MainActor struct SystemRuleTests {
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 500))

        init() { StandIn.onBrokenRule = { [broken] in broken.rules.append($0) } }

        @Test func `X-1: Notifications may come on another thread, where main-actor work traps`() async {
            let name = UIApplication.didReceiveMemoryWarningNotification
            let isMain = Mutex<Bool?>(nil)
            let right = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                isMain.withLock { $0 = Thread.isMainThread }
            }
            StandIn.offMain { NotificationCenter.default.post(name: name, object: nil) }
            NotificationCenter.default.removeObserver(right)
            #expect(isMain.withLock { $0 } == false)
            await #expect(processExitsWith: .failure) {
                let name = Notification.Name("memory")
                _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    MainActor.assumeIsolated {}
                }
                StandIn.offMain { NotificationCenter.default.post(name: name, object: nil) }
            }
        }

        final class WithoutScene: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool { true }
        }
        final class WithScene: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool { true }
            func application(
                _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
                options: UIScene.ConnectionOptions
            ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }
        }

        @Test func `X-3: An app has scenes, or does not launch`() {
            WithScene.main()
            #expect(broken.rules.isEmpty)
            WithoutScene.main()
            #expect(broken.rules == ["WithoutScene has no scene: the app does not launch"])
        }

        /// Says when it comes into a window, is laid out, and leaves it.
        final class LoggingView: UIView {
            let name: String
            var log: (String) -> Void = { _ in }
            init(_ name: String) {
                self.name = name
                super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
            }
            required init?(coder: NSCoder) { nil }
            override func didMoveToWindow() { log(name + (window == nil ? " leaves" : " comes")) }
            override func layoutSubviews() { log("\(name) is \(Int(frame.width)) wide") }
        }

        @Test func `X-4: A screen leaves after the next one was laid out`() {
            var log: [String] = []
            let (old, new) = (LoggingView("old"), LoggingView("new"))
            window.addSubview(old)
            (old.log, new.log) = ({ log.append($0) }, { log.append($0) })
            window.standInPush(new, over: old)
            #expect(log == ["new comes", "new is 100 wide", "old leaves"])
        }

        @Test func `X-5: In the background views are laid out on their side and in the dark, and back`() {
            var log: [String] = []
            let view = LoggingView("view")
            window.addSubview(view)
            view.layoutIfNeeded()
            view.log = { log.append($0) }
            view.registerForTraitChanges([]) { (_: LoggingView, _) in log.append("dark") }
            UIApplication.standInEnterBackground(window)
            #expect(log == ["dark", "view is 500 wide", "view is 100 wide"])
        }

        @Test func `X-8: A change of the text's size comes before layout`() {
            var log: [String] = []
            let view = LoggingView("view")
            window.addSubview(view)
            view.layoutIfNeeded()
            view.log = { log.append($0) }
            view.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) { (view: LoggingView, _) in
                log.append("larger")
                view.setNeedsLayout()
            }
            for handler in view.standInTraitHandlers { handler() }
            view.layoutIfNeeded()
            #expect(log == ["larger", "view is 100 wide"])
        }
    }
}
