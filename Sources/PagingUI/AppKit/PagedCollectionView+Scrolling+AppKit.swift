#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import Paging
    internal import PagingCore
    public import AppKit

    extension PagedCollectionView {
        /// The end at which the view is at home; see ``ListEdge``.
        public var edge: ListEdge { listLayout.edge }

        /// The distance from the list's end, in points, that still counts as at the end. Within it a view that is at home at the end follows new
        /// rows.
        public var endThreshold: CGFloat {
            get { listLayout.endThreshold }
            set { listLayout.endThreshold = newValue }
        }

        /// Shows the list's end, as far as it is loaded.
        public func scrollToEnd() { listLayout.begin(at: .end) }

        /// Shows a row at the top, or as near as the list's end allows.
        ///
        /// - Parameter position: the row's position; past the end the last one.
        public func scroll(to position: Int) {
            guard !presenter.rows.isEmpty else { return }
            let row = max(0, min(position, presenter.rows.count - 1))
            listLayout.begin(at: .row(presenter.shown.item(ofRow: row)))
        }

        /// Shows the row of an item at the top, or as near as the list's end allows.
        ///
        /// - Parameter id: the item's identifier.
        /// - Returns: `true` if the row is loaded. If not, ``PagedList/jump(to:)`` loads it and the view goes there.
        @discardableResult
        public func scroll(toID id: some Hashable & Sendable) -> Bool {
            guard let row = presenter.position(ofID: id) else { return false }
            scroll(to: row)
            return true
        }
    }

    extension PagedCollectionView: ScrollingDisplay {
        func show(_ place: ViewBeginning, animated: Bool) {
            switch place {
            case .row(let row): scroll(to: row)
            case .end: scrollToEnd()
            }
        }

        func shownPosition(ofID id: some Hashable & Sendable) -> Int? { presenter.position(ofID: id) }
    }
#endif
