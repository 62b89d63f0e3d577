#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Paging

    /// The delegate of a scroll view's collection view.
    final class RowsDelegate: NSObject, NSCollectionViewDelegate {
        var canSelect: (IndexPath) -> Bool = { _ in false }
        var didSelect: (IndexPath) -> Void = { _ in }
        var didDeselect: (IndexPath) -> Void = { _ in }

        func collectionView(
            _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
        ) -> Set<IndexPath> { indexPaths.filter(canSelect) }

        func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {
            for path in indexPaths.sorted() { didSelect(path) }
        }

        func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {
            for path in indexPaths.sorted() { didDeselect(path) }
        }
    }

    extension PagedCollectionView {
        func deselect(_ path: IndexPath) { deselectItems(at: [path]) }

        /// Shows items as selected or not.
        func select(_ items: Range<Int>, where isSelected: (IndexPath) -> Bool) {
            let paths = items.clamped(to: 0..<presenter.shown.count).map(Self.path)
            let new = selectionIndexPaths.subtracting(paths).union(paths.filter(isSelected))
            if new != selectionIndexPaths { selectionIndexPaths = new }
        }
    }
#endif
