#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import UIKit

    /// Observes a table's moves and its layouts, so that the table's delegate and subclass are the app's.
    @MainActor
    final class TableObserver {
        private let observations: [NSKeyValueObservation]

        /// Begins to listen.
        ///
        /// - Parameters:
        ///   - tableView: the table, to which an empty view is added for it.
        ///   - onScroll: called when the content's offset changes.
        ///   - onWindow: called when the table comes to a window.
        ///   - onLayout: called when its size or its covered part changes.
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

    /// An empty view as large as its superview.
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
