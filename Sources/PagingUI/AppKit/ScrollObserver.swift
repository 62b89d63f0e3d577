#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit

    /// Observes a clip view's moves and its size: AppKit reports the first by its bounds and the second by its frame.
    final class ScrollObserver: @unchecked Sendable {
        // Proof of Sendable: it is set once, and a notification center may be used from any thread.
        private let tokens: [any NSObjectProtocol]

        @MainActor
        init(_ clip: NSClipView, onScroll: @escaping @MainActor @Sendable () -> Void) {
            clip.postsBoundsChangedNotifications = true
            clip.postsFrameChangedNotifications = true
            tokens = [NSView.boundsDidChangeNotification, NSView.frameDidChangeNotification].map { name in
                NotificationCenter.default.addObserver(forName: name, object: clip, queue: nil) { _ in
                    MainActor.assumeIsolated { onScroll() }
                }
            }
        }

        deinit {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }
    }
#endif
