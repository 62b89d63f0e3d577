#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Foundation
    public import Paging
    internal import UIKit

    /// Events in an app's life that a list follows: memory is released when it is short, and failed loads are repeated on return.
    ///
    /// Keep it for as long as the list is shown. For reachability, call ``PagedList/retry()`` when a connection is back.
    @MainActor
    public final class ListAppEvents {
        private let tokens: ObserverTokens

        /// Begins to listen.
        ///
        /// - Parameters:
        ///   - list: the list; it is not kept alive.
        ///   - center: the center in which the app's notifications are posted.
        public init<Element>(_ list: PagedList<Element>, center: NotificationCenter = .default) {
            func on(_ name: Notification.Name, _ action: @escaping @MainActor @Sendable (PagedList<Element>) -> Void)
                -> any NSObjectProtocol
            {
                center.addObserver(forName: name, object: nil, queue: .main) { [weak list] _ in
                    MainActor.assumeIsolated { if let list { action(list) } }
                }
            }
            tokens = ObserverTokens(
                center,
                [
                    on(UIApplication.didReceiveMemoryWarningNotification) { $0.releaseMemory() },
                    on(UIApplication.didEnterBackgroundNotification) { $0.releaseMemory() },
                    on(UIApplication.willEnterForegroundNotification) { $0.retry() },
                ])
        }
    }

    /// Observers that end with this object.
    private final class ObserverTokens: @unchecked Sendable {
        // Proof of Sendable: both are set once, and a notification center may be used from any thread.
        private let center: NotificationCenter
        private let tokens: [any NSObjectProtocol]

        init(_ center: NotificationCenter, _ tokens: [any NSObjectProtocol]) {
            (self.center, self.tokens) = (center, tokens)
        }

        deinit {
            for token in tokens { center.removeObserver(token) }
        }
    }
#endif
