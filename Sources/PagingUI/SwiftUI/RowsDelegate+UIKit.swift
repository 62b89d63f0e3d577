#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Paging
    internal import UIKit

    /// The delegate of a scroll view's collection view.
    final class RowsDelegate: NSObject, UICollectionViewDelegate {
        var canSelect: (IndexPath) -> Bool = { _ in false }
        var didSelect: (IndexPath) -> Void = { _ in }
        var didDeselect: (IndexPath) -> Void = { _ in }

        func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
            canSelect(indexPath)
        }

        func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
            canSelect(indexPath)
        }

        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            didSelect(indexPath)
        }

        func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
            // In a selection of one row the next selected row replaces it.
            if collectionView.allowsMultipleSelection { didDeselect(indexPath) }
        }
    }

    extension PagedCollectionView {
        func deselect(_ path: IndexPath) { deselectItem(at: path, animated: true) }

        /// Shows items as selected or not, and skips those that are right already.
        func select(_ items: Range<Int>, where isSelected: (IndexPath) -> Bool) {
            let selected = Set(indexPathsForSelectedItems ?? [])
            for path in items.clamped(to: 0..<presenter.shown.count).map(Self.path) {
                let wanted = isSelected(path)
                if wanted == selected.contains(path) { continue }
                if wanted {
                    selectItem(at: path, animated: false, scrollPosition: [])
                } else {
                    deselectItem(at: path, animated: false)
                }
            }
        }
    }
#endif
