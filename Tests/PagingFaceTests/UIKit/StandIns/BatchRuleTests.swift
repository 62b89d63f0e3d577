import Testing
import UIKit

extension ViewTests {
    /// The steps of a batch of a collection view. Names begin with the rule of the catalog of devices.
    @MainActor struct BatchRuleTests {
        /// Rows whose sizes are measured, and which stay on screen while one above them is.
        final class Measuring: SmallLayout {
            var heights: [Int: CGFloat] = [:]
            var log: [String] = []
            /// Whether adjustments wait for the end of the batch, as they have to.
            var isStaging = true
            private var isUpdating = false
            private var staged: CGFloat = 0

            override func height(of item: Int) -> CGFloat { heights[item] ?? 50 }
            override func prepare() { log.append("prepare") }
            override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
                log.append("updates")
                isUpdating = true
                let inserted = updateItems.count { $0.updateAction == .insert }
                heights = Dictionary(uniqueKeysWithValues: heights.map { ($0.key + inserted, $0.value) })
            }
            override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
                if context.invalidateDataSourceCounts, !context.invalidateEverything { log.append("counts") }
                super.invalidateLayout(with: context)
            }
            override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
                log.append("target")
                return CGPoint(x: 0, y: proposedContentOffset.y + 50)
            }
            override func shouldInvalidateLayout(
                forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
            ) -> Bool { preferredAttributes.frame.height != originalAttributes.frame.height }
            override func invalidationContext(
                forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
            ) -> UICollectionViewLayoutInvalidationContext {
                let context = super.invalidationContext(
                    forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
                let item = preferredAttributes.indexPath.item
                let more = preferredAttributes.frame.height - height(of: item)
                heights[item] = preferredAttributes.frame.height
                if originalAttributes.frame.minY < collectionView?.contentOffset.y ?? 0 {
                    if isUpdating, isStaging { staged += more } else { context.contentOffsetAdjustment.y = more }
                }
                return context
            }
            override func finalizeCollectionViewUpdates() {
                log.append("finalize")
                isUpdating = false
                let context = newContext()
                (context.contentOffsetAdjustment.y, staged) = (staged, 0)
                invalidateLayout(with: context)
            }
            private func newContext() -> UICollectionViewLayoutInvalidationContext {
                UICollectionViewLayoutInvalidationContext()
            }
        }

        /// A view of measured rows that is scrolled into the middle of one, above which a taller row comes.
        private func insertingTallRow(isStaging: Bool) -> (moved: CGFloat, log: [String]) {
            let layout = Measuring()
            layout.isStaging = isStaging
            let small = SmallCollection(layout)
            small.count = 30
            small.view.contentOffset = CGPoint(x: 0, y: 90)
            #expect(small.laidOut().isEmpty)
            layout.log = []
            small.makeCell = { [unowned small] path in
                layout.log.append("cell")
                let cell = small.view.dequeueConfiguredReusableCell(using: small.cells, for: path, item: 0)
                cell.fittingHeight = 80
                return cell
            }
            // The third row is half on screen, and becomes the fourth.
            let cell = small.view.cellForItem(at: small.path(2))
            let before = (cell?.frame.minY ?? 0) - small.view.contentOffset.y
            small.view.performBatchUpdates {
                small.count += 1
                small.view.insertItems(at: [small.path(2)])
            }
            #expect(small.broken.isEmpty && small.view.cellForItem(at: small.path(3)) === cell)
            return ((cell?.frame.minY ?? 0) - small.view.contentOffset.y - before, layout.log)
        }

        @Test func `UCV-23: An adjustment for a size in a batch counts at its end alone`() {
            #expect(insertingTallRow(isStaging: false).moved == 30)
            #expect(insertingTallRow(isStaging: true).moved == 0)
        }

        @Test func `UCV-24: A batch has its order, and new cells are measured before its end`() {
            let log = insertingTallRow(isStaging: true).log
            let order = ["counts", "prepare", "updates", "target", "cell", "finalize"]
            #expect(order.compactMap { log.firstIndex(of: $0) } == order.compactMap { log.firstIndex(of: $0) }.sorted())
            #expect(Set(order).isSubset(of: log))
        }

        /// A layout that says which headers come and go, or does not.
        final class Reporting: SmallLayout {
            var gone: [IndexPath] = []
            var come: [IndexPath] = []
            override func indexPathsToDeleteForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { gone }
            override func indexPathsToInsertForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { come }
        }

        @Test func `UCV-19: A header that leaves its path in a batch is reported`() {
            let layout = Reporting()
            layout.headers = [0, 4]
            let small = SmallCollection(layout)
            let kind = UICollectionView.elementKindSectionHeader
            #expect(small.laidOut().isEmpty)
            func insertAbove() {
                small.view.performBatchUpdates {
                    small.count += 1
                    layout.headers = [0, 5]
                    small.view.insertItems(at: [small.path(1)])
                }
            }
            insertAbove()
            #expect(small.broken.first == "the \(kind) at [0, 4] has no attributes, and was not reported as deleted")
            small.view.finishAnimations()
            (small.count, layout.headers) = (10, [0, 4])
            small.view.reloadData()
            _ = small.laidOut()
            let first = small.view.supplementaryView(forElementKind: kind, at: small.path(0))
            (layout.gone, layout.come) = ([small.path(4)], [small.path(5)])
            insertAbove()
            #expect(small.broken.isEmpty)
            #expect(small.view.supplementaryView(forElementKind: kind, at: small.path(5)) != nil)
            // A header that stays is not asked for again.
            #expect(small.view.supplementaryView(forElementKind: kind, at: small.path(0)) === first)
        }

        @Test func `UCV-35: A batch may begin before another has ended, which may be never`() {
            let small = SmallCollection()
            #expect(small.laidOut().isEmpty)
            var ends: [Bool] = []
            func deleteFirst() {
                small.view.performBatchUpdates {
                    small.count -= 1
                    small.view.deleteItems(at: [small.path(0)])
                } completion: {
                    ends.append($0)
                }
            }
            deleteFirst()
            deleteFirst()
            small.view.batchEnd = .never
            small.view.finishAnimations()
            #expect(ends.isEmpty)
            small.view.batchEnd = .interrupted
            // After the view was removed, too.
            small.view.removeFromSuperview()
            small.view.finishAnimations()
            #expect(ends == [false, false] && small.broken.isEmpty)
        }

        @Test func `UCV-36: Thousands of items are reloaded, not inserted`() {
            let small = SmallCollection()
            #expect(small.laidOut().isEmpty)
            func insert(_ count: Int) {
                small.view.performBatchUpdates {
                    small.count += count
                    small.view.insertItems(at: (0..<count).map(small.path))
                }
            }
            insert(500)
            #expect(small.broken.isEmpty)
            insert(2_001)
            #expect(small.broken == ["2001 items in one batch, which takes seconds; a reload does not"])
        }

        @Test func `UCV-37: Outside a window a view is reloaded`() {
            let small = SmallCollection()
            #expect(small.laidOut().isEmpty)
            small.view.removeFromSuperview()
            small.view.reloadData()
            #expect(small.laidOut().isEmpty)
            small.view.performBatchUpdates {}
            #expect(small.broken == ["a batch outside a window, where a reload does"])
        }
    }
}
