import Testing
import UIKit

extension ViewTests {
    /// The layout's answers for regions and bounds. Names begin with the rule of the catalog of devices.
    @MainActor struct BoundsRuleTests {
        /// Rows and headers that follow the offset.
        final class Following: SmallLayout {
            var shift: CGFloat = 0
            var isInvalidating = true
            var movesWhenAsked = false
            var scrollsWhenAsked = false
            var asked: [(new: CGFloat, old: CGFloat)] = []
            var contexts = 0

            override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
                let attributes = super.layoutAttributesForItem(at: indexPath)
                attributes?.frame.origin.y += shift
                return attributes
            }
            override func layoutAttributesForSupplementaryView(
                ofKind elementKind: String, at indexPath: IndexPath
            ) -> UICollectionViewLayoutAttributes? {
                let attributes = super.layoutAttributesForSupplementaryView(ofKind: elementKind, at: indexPath)
                attributes?.frame.origin.y = max(attributes?.frame.minY ?? 0, collectionView?.contentOffset.y ?? 0)
                return attributes
            }
            override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
                asked.append((newBounds.minY, collectionView?.contentOffset.y ?? 0))
                if movesWhenAsked { shift += 1 }
                if scrollsWhenAsked { collectionView?.contentOffset.y += 7 }
                return isInvalidating
            }
            override func invalidationContext(
                forBoundsChange newBounds: CGRect
            ) -> UICollectionViewLayoutInvalidationContext {
                contexts += 1
                return super.invalidationContext(forBoundsChange: newBounds)
            }
        }
        private let layout = Following()
        private let small: SmallCollection

        init() {
            small = SmallCollection(layout)
            small.count = 200
        }

        private func scroll(to offset: CGFloat) -> [String] {
            small.view.contentOffset.y = offset
            return small.laidOut()
        }

        @Test func `UCV-8: A header has another frame only after an invalidation`() {
            layout.headers = [0]
            #expect(small.laidOut().isEmpty && scroll(to: 40).isEmpty)
            layout.isInvalidating = false
            #expect(scroll(to: 10).isEmpty)
            small.view.contentOffset.y = 990
            // Another region is asked for, which the header is in too.
            let kind = UICollectionView.elementKindSectionHeader
            #expect(small.laidOut() == ["the \(kind) at [0, 0] has another frame without an invalidation"])
        }

        @Test func `UCV-16: Answers for a region are kept until an invalidation`() {
            layout.isInvalidating = false
            #expect(small.laidOut().isEmpty)
            layout.shift = 25
            _ = small.laidOut()
            let first = small.view.cellForItem(at: small.path(0))
            #expect(first?.frame.minY == 0)
            layout.invalidateLayout()
            _ = small.laidOut()
            #expect(first?.frame.minY == 25)
        }

        @Test func `UCV-21: As wide as the view, content may get too few cells in a batch`() {
            func cellsAfterBatch(skips: Bool) -> Int {
                final class Wide: SmallLayout {
                    override var collectionViewContentSize: CGSize {
                        CGSize(width: width, height: super.collectionViewContentSize.height)
                    }
                    var width: CGFloat = 100
                }
                let layout = Wide()
                if !skips { layout.width = 99.9 }
                let small = SmallCollection(layout)
                small.count = 50
                small.view.skipsRegions = true
                small.view.contentOffset.y = 250
                #expect(small.laidOut().isEmpty)
                small.view.performBatchUpdates {
                    small.count = 49
                    small.view.deleteItems(at: [small.path(12)])
                }
                #expect(small.broken.isEmpty)
                return small.view.visibleCells.count
            }
            #expect(cellsAfterBatch(skips: true) < cellsAfterBatch(skips: false))
        }

        @Test func `UCV-39: The layout is asked about bounds before they come, and more often than they do`() {
            #expect(small.laidOut().isEmpty)
            layout.asked = []
            layout.contexts = 0
            for step in 1...21 { #expect(scroll(to: CGFloat(step)).isEmpty) }
            #expect(layout.asked.count > 21 && layout.contexts == 21)
            #expect(layout.asked.allSatisfy { $0.new > $0.old })
            layout.isInvalidating = false
            _ = scroll(to: 30)
            #expect(layout.contexts == 21)
        }

        @Test func `UCV-39: The question changes neither the layout nor the offset`() {
            #expect(small.laidOut().isEmpty)
            layout.movesWhenAsked = true
            #expect(Set(scroll(to: 10)) == ["a layout moves its frames while it is asked about bounds"])
            layout.movesWhenAsked = false
            layout.scrollsWhenAsked = true
            #expect(Set(scroll(to: 20)).contains("a layout scrolls while it is asked about bounds"))
        }
    }
}
