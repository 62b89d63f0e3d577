#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import UIKit

    /// A batch of updates, from its call to its end.
    struct LayoutBatch {
        /// The distance to move the content by, because of cell sizes in the batch. UIKit ignores adjustments until its end.
        var staged = 0.0
        /// Items that are removed or moved, in positions before it. Until UIKit has chosen the offset, a size for such a path belongs to a
        /// leaving cell.
        let leaving: Set<Int>
        /// `true` if UIKit has asked for the offset after it.
        var isAtTarget = false
        /// The headers and ends that were shown before it, by kind.
        let shown: [String: [IndexPath]]
    }

    extension PagedListLayout {
        /// A batch is about to be made.
        ///
        /// - Parameter leaving: items that are removed or moved, in positions before it.
        func beginBatch(leaving: Set<Int>) {
            guard let collectionView else { return }
            let kinds = [
                UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter,
                Self.elementKindAbove,
            ]
            batch = LayoutBatch(
                leaving: leaving,
                shown: Dictionary(
                    uniqueKeysWithValues: kinds.map {
                        ($0, collectionView.indexPathsForVisibleSupplementaryElements(ofKind: $0))
                    }))
        }

        /// Moves the content by the size differences measured in the batch.
        func endBatch() {
            guard let staged = batch?.staged else { return }
            batch = nil
            if staged != 0 { invalidateLayout(with: context(moving: staged)) }
        }
    }
#endif
