#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Observation
    internal import Paging
    internal import PagingCore
    internal import UIKit

    /// Headers, the footer, and the activity of the list as a whole.
    extension PagedCollectionView {
        /// Makes the registrations of supplementary views. Since iOS 15, UIKit raises for a registration made while it asks its data source.
        func registerSupplementaryViews() {
            func register(
                _ kind: String, fill: @escaping (PagedCollectionView, UICollectionViewListCell, Int) -> Void
            ) {
                registrations[kind] = SupplementaryRegistration(elementKind: kind) { [weak self] view, _, path in
                    if let self { fill(self, view, path.item) }
                }
            }
            register(Self.elementKindSectionHeader) { list, view, item in
                if let title = list.title(at: item) { list.configureHeader(view, title) }
            }
            register(Self.elementKindSectionFooter) { list, view, _ in list.fillFooter(view) }
            register(PagedListLayout.elementKindAbove) { list, view, _ in
                list.configureEdge(view, EdgeState(list.list, .before), .before)
            }
        }

        /// Keeps the footer up to date with the list's state, and has a screen reader announce loads.
        func observeState() {
            let state = withObservationTracking {
                _ = (FooterState(list), list.loadStates)
                return list.state
            } onChange: { [weak self, ledger = list.ledger] in
                ledger.turn { self?.observeState() }
            }
            fillEdges()
            if window != nil, let text = announcer.announcement(of: state, count: list.count) {
                UIAccessibility.post(notification: .announcement, argument: text)
            }
        }

        /// Shows the state of either end of the list.
        func fillEdges() {
            let (before, after) = (EdgeState(list, .before), EdgeState(list, .after))
            if edgeHeight > 0 {
                listLayout.setRoom(above: before.isShown ? edgeHeight : 0, footer: after.isShown ? edgeHeight : 0)
            }
            forEachShown(Self.elementKindSectionFooter) { view, _ in fillFooter(view) }
            forEachShown(PagedListLayout.elementKindAbove) { view, _ in configureEdge(view, before, .before) }
        }

        private func fillFooter(_ view: UICollectionViewListCell) {
            if edgeHeight > 0 { return configureEdge(view, EdgeState(list, .after), .after) }
            configureFooter(view, FooterState(list))
        }

        /// Headers that stay on screen may belong to other sections now.
        func fillHeaders() {
            forEachShown(Self.elementKindSectionHeader) { view, item in
                if let title = title(at: item) { configureHeader(view, title) }
            }
        }

        private func forEachShown(_ kind: String, _ body: (UICollectionViewListCell, Int) -> Void) {
            for path in indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                if let view = supplementaryView(forElementKind: kind, at: path) as? UICollectionViewListCell {
                    body(view, path.item)
                }
            }
        }

        /// Fills all existing cells again, since the app's closures depend on more than the rows.
        func refill() {
            guard isLaidOut else { return }
            // UIKit prepares cells that are not on screen, and later shows them unchanged.
            let near = visibleRows.lowerBound - BatchPlan.reach..<visibleRows.upperBound + BatchPlan.reach
            let items = near.clamped(to: 0..<presenter.shown.count).filter { cellForItem(at: Self.path($0)) != nil }
            reconfigure(items, arrived: [])
            fillHeaders()
            fillEdges()
        }
    }
#endif
