#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Paging
    internal import PagingCore
    internal import UIKit

    /// Cells of another type, and VoiceOver's place, when rows are reloaded.
    extension PagedCollectionView {
        /// Reloads rows that were loaded or are placeholders now, and returns them.
        func reloadCells(_ rows: [Int], arrived: [Int]) -> Set<Int> {
            let shown = presenter.shown
            let placeholders = rows.filter { item in shown.row(at: item).map { shown.rows[$0] == nil } ?? false }
            let items = Set(placeholders + arrived)
            guard !items.isEmpty, isReadyForBatches else { return [] }
            let selected = (indexPathsForSelectedItems ?? []).filter { items.contains($0.item) }
            listLayout.followScroll()
            listLayout.beginBatch(leaving: items)
            UIView.performWithoutAnimation { reloadItems(at: items.sorted().map(Self.path)) }
            listLayout.endBatch()
            for path in selected { selectItem(at: path, animated: false, scrollPosition: []) }
            return items
        }

        /// The item whose cell has VoiceOver's focus, or `nil` if there is none.
        var focusedItem: Int? {
            var view = UIAccessibility.focusedElement(using: nil) as? UIView
            while let inner = view {
                if let cell = inner as? UICollectionViewCell { return indexPath(for: cell)?.item }
                view = inner.superview
            }
            return nil
        }

        /// After a reload VoiceOver goes to the first element on screen, unless its former place is set.
        func refocus() {
            guard let focused else { return }
            self.focused = nil
            guard let item = focused.items(in: presenter.shown).first, let cell = cellForItem(at: Self.path(item))
            else {
                return
            }
            UIAccessibility.post(notification: .layoutChanged, argument: cell)
        }
    }
#endif
