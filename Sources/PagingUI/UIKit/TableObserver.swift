#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import UIKit

    /// Hears of a table's moves and of its layouts, so that the table's delegate and subclass are the app's.
    @MainActor
    final class TableObserver {
        private let observations: [NSKeyValueObservation]

        /// Begins to listen.
        ///
        /// - Parameters:
        ///   - tableView: the table, which keeps a view without content for it.
        ///   - onScroll: called when the content's offset changes.
        ///   - onWindow: called when the table comes to a window.
        ///   - onLayout: called when its size or what is covered of it changes.
        init(
            _ tableView: UITableView, onScroll: @escaping @MainActor @Sendable () -> Void,
            onWindow: @escaping @MainActor @Sendable () -> Void,
            onLayout: @escaping @MainActor @Sendable () -> Void
        ) {
            observations = [
                tableView.observe(\.contentOffset) { _, _ in MainActor.assumeIsolated { onScroll() } },
                tableView.observe(\.contentInset) { _, _ in MainActor.assumeIsolated { onLayout() } },
            ]
            let probe = LayoutProbe(frame: tableView.bounds)
            (probe.onWindow, probe.onLayout) = (onWindow, onLayout)
            probe.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            probe.isUserInteractionEnabled = false
            tableView.insertSubview(probe, at: 0)
        }
    }

    /// A view without content that is as large as the one that it is in.
    private final class LayoutProbe: UIView {
        var onWindow: () -> Void = {}
        var onLayout: () -> Void = {}

        override func didMoveToWindow() {
            super.didMoveToWindow()
            if window != nil { onWindow() }
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            onLayout()
        }

        override func safeAreaInsetsDidChange() {
            super.safeAreaInsetsDidChange()
            onLayout()
        }
    }
#endif
