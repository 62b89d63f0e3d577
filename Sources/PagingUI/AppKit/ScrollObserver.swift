#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit

    /// Observes a clip view's moves and its size: AppKit reports the first by its bounds and the second by its frame.
    @MainActor
    final class ScrollObserver {
        /// `true` while the content is pulled beyond an end and comes back, as of its last move. AppKit moves it then: an offset that is set
        /// makes it snap.
        private(set) var isBouncing = false
        /// `true` while fingers or momentum move the content, until it has come back from beyond an end.
        private var isLive = false
        private weak var clip: NSClipView?
        private var observations: [Observation] = []

        init(_ clip: NSClipView, onScroll: @escaping @MainActor @Sendable () -> Void) {
            self.clip = clip
            clip.postsBoundsChangedNotifications = true
            clip.postsFrameChangedNotifications = true
            let didMove: @MainActor @Sendable () -> Void = { [weak self] in self?.followMove() }
            observe(NSView.boundsDidChangeNotification, of: clip) {
                didMove()
                onScroll()
            }
            observe(NSView.frameDidChangeNotification, of: clip, onScroll)
            guard let scrollView = clip.superview else { return }
            observe(NSScrollView.willStartLiveScrollNotification, of: scrollView) { [weak self] in self?.isLive = true }
            observe(NSScrollView.didLiveScrollNotification, of: scrollView, didMove)
            observe(NSScrollView.didEndLiveScrollNotification, of: scrollView) { [weak self] in
                self?.endMove()
                onScroll()
            }
        }

        private func observe(
            _ name: Notification.Name, of view: NSView, _ body: @escaping @MainActor @Sendable () -> Void
        ) {
            observations.append(Observation(name, of: view, body))
        }

        /// The content is at rest, or out of sight: AppKit moves nothing in no window.
        func endMove() { (isLive, isBouncing) = (false, false) }

        private func followMove() {
            guard isLive, let clip, let scrollView = clip.superview as? NSScrollView else { return }
            let (top, insets) = (clip.bounds.minY, scrollView.contentInsets)
            let last = max(-insets.top, (clip.documentView?.frame.height ?? 0) + insets.bottom - clip.bounds.height)
            isBouncing =
                top < -insets.top - ListFramesLimits.sameOffset || top > last + ListFramesLimits.sameOffset
        }
    }

    /// Calls a closure for each notification of a name, until it is released.
    private final class Observation: @unchecked Sendable {
        // Proof of Sendable: it is set once, and a notification center may be used from any thread.
        private let token: any NSObjectProtocol

        @MainActor
        init(_ name: Notification.Name, of view: NSView, _ body: @escaping @MainActor @Sendable () -> Void) {
            token = NotificationCenter.default.addObserver(forName: name, object: view, queue: nil) { _ in
                MainActor.assumeIsolated { body() }
            }
        }

        deinit { NotificationCenter.default.removeObserver(token) }
    }
#endif
