#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import UIKit
#elseif (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit)
    public import AppKit
#endif

#if (canImport(Darwin) || APPLE_STAND_INS) && ((canImport(UIKit) && !os(watchOS) && !os(tvOS)) || canImport(AppKit))
    internal import Paging
    internal import PagingCore

    /// Rows of the list and index paths of the view, of UIKit and of AppKit.
    extension PagedCollectionView {
        /// The element in an index path's row, for a delegate, or `nil` for a placeholder or if there is no such row.
        ///
        /// The list may be ahead of the view, so its own element at that position may be a different one.
        public func element(at path: IndexPath) -> Element? {
            presenter.shown.row(at: path.item).flatMap { presenter.rows[$0] }
        }

        /// `true` if an item is a separator between rows.
        public func isSeparator(at path: IndexPath) -> Bool { presenter.shown.isSeparator(path.item) }

        /// The index path of a row.
        ///
        /// - Parameter position: the row's position in the list, as far as it is shown.
        public func indexPath(of position: Int) -> IndexPath { Self.path(presenter.shown.item(ofRow: position)) }

        /// The position in the list of an index path's row; for a separator, the position of the row below it.
        public func position(of path: IndexPath) -> Int { presenter.shown.nearestRow(to: path.item) }
    }
#endif
