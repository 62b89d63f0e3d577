#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Paging
    internal import PagingCore
    public import UIKit

    extension PagedCollectionView {
        /// The end at which the view is at home; see ``ListEdge``.
        public var edge: ListEdge { listLayout.edge }

        /// The distance from the list's end, in points, that still counts as at the end. Within it a view that is at home at the end follows new
        /// rows.
        public var endThreshold: CGFloat {
            get { listLayout.endThreshold }
            set { listLayout.endThreshold = newValue }
        }

        /// Scrolls to the list's end, as far as it is loaded.
        ///
        /// On a long way only the last screens are scrolled, the rest is skipped. If rows that are not loaded follow, call
        /// ``PagedList/jump(to:)`` with ``StartingPlace/end`` first.
        ///
        /// - Parameter animated: `true` to animate the scroll.
        public func scrollToEnd(animated: Bool = true) { listLayout.scroll(to: .end, animated: animated) }

        /// Scrolls a row to the top, or as near as the list's end allows.
        ///
        /// - Parameters:
        ///   - position: the row's position; past the end the last one.
        ///   - animated: `true` to animate the scroll.
        public func scroll(to position: Int, animated: Bool = true) {
            guard !presenter.rows.isEmpty else { return }
            let row = max(0, min(position, presenter.rows.count - 1))
            listLayout.scroll(to: .row(presenter.shown.item(ofRow: row)), animated: animated)
        }

        /// Scrolls the row of an item to the top, or as near as the list's end allows.
        ///
        /// - Parameters:
        ///   - id: the item's identifier.
        ///   - animated: `true` to animate the scroll.
        /// - Returns: `true` if the row is loaded. If not, ``PagedList/jump(to:)`` loads it and the view goes there.
        @discardableResult
        public func scroll(toID id: some Hashable & Sendable, animated: Bool = true) -> Bool {
            guard let row = presenter.position(ofID: id) else { return false }
            scroll(to: row, animated: animated)
            return true
        }
    }

    extension PagedCollectionView: ScrollingDisplay {
        func show(_ place: ViewBeginning, animated: Bool) {
            switch place {
            case .row(let row): scroll(to: row, animated: animated)
            case .end: scrollToEnd(animated: animated)
            }
        }

        func shownPosition(ofID id: some Hashable & Sendable) -> Int? { presenter.position(ofID: id) }
    }

    extension PagedListLayout {
        /// Moves the content to where a reload keeps the first visible row in place.
        func moveToTarget() {
            if let collectionView, let target = takeTarget() { setOffset(target, of: collectionView) }
        }

        /// Moves the content. Under a finger only a layout can: an offset that is set is undone by the finger's next move.
        func setOffset(_ offset: CGFloat, of collectionView: UICollectionView) {
            if collectionView.isTracking {
                invalidateLayout(with: context(moving: Double(offset - collectionView.contentOffset.y)))
            } else {
                collectionView.contentOffset = CGPoint(x: 0, y: offset)
            }
        }

        /// Scrolls to a place.
        func scroll(to place: ViewBeginning, animated: Bool) {
            destination = nil
            guard let collectionView, frames.count > 0 else { return }
            guard animated, let way = frames.way(to: place) else { return begin(at: place) }
            if let jump = way.jump { setOffset(move(to: jump), of: collectionView) }
            destination = (place, CGFloat(way.target))
            collectionView.setContentOffset(CGPoint(x: 0, y: way.target), animated: true)
        }

        /// With a trackpad a fling runs to the end that the list had at its start, and leaves an empty screen if the list became shorter
        /// meanwhile.
        func returnInside() {
            guard let view = collectionView, !view.isTracking, !view.isDecelerating else { return }
            let insets = view.adjustedContentInset
            let last = max(-insets.top, view.contentSize.height + insets.bottom - view.bounds.height)
            if view.contentOffset.y > last + ListFramesLimits.rounding { view.contentOffset.y = last }
        }

        /// Continues to the scroll's destination: rows measured on the way have other heights than the way was computed with.
        func goOn() {
            guard let collectionView, let (place, target) = destination else { return }
            if collectionView.isTracking { return destination = nil }
            guard (collectionView.contentOffset.y - target).magnitude < 0.5 else { return }
            scroll(to: place, animated: true)
        }
    }
#endif
