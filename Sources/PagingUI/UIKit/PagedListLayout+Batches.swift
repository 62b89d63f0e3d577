#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import UIKit

    /// A batch of updates, from its call to its end.
    struct LayoutBatch {
        /// The distance that the content is to move by for the sizes of cells in the batch. UIKit ignores adjustments until its end.
        var staged = 0.0
        /// Items that go or move, in positions before it. Before UIKit has chosen the offset a size at such a path is that of a cell that leaves.
        let leaving: Set<Int>
        /// `true` if UIKit has asked for the offset after it.
        var isAtTarget = false
        /// The headers and ends that were shown before it, by kind.
        let shown: [String: [IndexPath]]
    }

    extension PagedListLayout {
        /// A batch is about to be made.
        ///
        /// - Parameter leaving: items that go or move, in positions before it.
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

        /// The content moves by what cells were measured to in the batch.
        func endBatch() {
            guard let staged = batch?.staged else { return }
            batch = nil
            if staged != 0 { invalidateLayout(with: context(moving: staged)) }
        }
    }
#endif
