import Testing
import UIKit

extension ViewTests {
    /// The questions to a layout in a batch. Names begin with the rule of the catalog of devices.
    @MainActor struct BatchLayoutRuleTests {
        private func deletingTwo(_ layout: SmallLayout) -> [String] {
            let small = SmallCollection(layout)
            #expect(small.laidOut().isEmpty)
            small.view.performBatchUpdates {
                small.count -= 2
                small.view.deleteItems(at: [small.path(3), small.path(4)])
            }
            return small.broken
        }

        /// Rows of the counts alone.
        final class Strict: SmallLayout {
            override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
                indexPath.item < count ? super.layoutAttributesForItem(at: indexPath) : nil
            }
        }

        @Test func `UCV-10: A path that is out of range in a batch has attributes`() {
            #expect(deletingTwo(SmallLayout()).isEmpty)
            #expect(
                deletingTwo(Strict()).first == "no attributes for [0, 10] in a batch; those without a frame would do")
        }

        /// Takes any size that it is offered in a batch; `isCareful` leaves those of elements that are not there.
        final class Taking: SmallLayout {
            let isCareful: Bool
            private var isUpdating = false
            init(isCareful: Bool) {
                self.isCareful = isCareful
                super.init()
            }
            required init?(coder: NSCoder) { nil }
            override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
                isUpdating = true
            }
            override func finalizeCollectionViewUpdates() { isUpdating = false }
            override func shouldInvalidateLayout(
                forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
            ) -> Bool {
                let path = preferredAttributes.indexPath
                if !isUpdating { return false }
                return !isCareful
                    || path.count == 2 && path.item < count && preferredAttributes.frame != originalAttributes.frame
            }
        }

        @Test func `UCV-11: Sizes of paths from before a batch, and of empty ones, are not taken`() {
            let (careful, careless) = (Taking(isCareful: true), Taking(isCareful: false))
            (careful.headers, careless.headers) = ([0], [0])
            #expect(deletingTwo(careful).isEmpty)
            let broken = deletingTwo(careless)
            #expect(broken.contains("the size of an element that is not there, at [0, 9]"))
            #expect(broken.contains("the size of an element that is not there, at []"))
        }

        @Test func `UCV-12: Sizes of cells that leave in a batch are not taken`() {
            #expect(deletingTwo(Taking(isCareful: true)).isEmpty)
            #expect(
                deletingTwo(Taking(isCareful: false)).first
                    == "the size of a cell that leaves, for the item that is at [0, 3] now")
        }

        /// Rows whose heights are by item, which follow the updates late.
        final class Late: SmallLayout {
            let isSilent: Bool
            private var tall = 5
            private var isWaiting = false
            init(isSilent: Bool) {
                self.isSilent = isSilent
                super.init()
            }
            required init?(coder: NSCoder) { nil }
            override func height(of item: Int) -> CGFloat { item == tall ? 70 : 50 }
            override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
                if context.invalidateDataSourceCounts, !context.invalidateEverything { isWaiting = true }
                super.invalidateLayout(with: context)
            }
            override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
                isWaiting = false
                tall -= updateItems.count { $0.updateAction == .delete }
            }
            override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
                isWaiting && isSilent ? nil : super.layoutAttributesForElements(in: rect)
            }
        }

        @Test func `UCV-17: Once the counts changed, a layout gives the new frames or none`() {
            #expect(deletingTwo(Late(isSilent: true)).isEmpty)
            #expect(deletingTwo(Late(isSilent: false)).first == "old attributes for [0, 3], after the counts changed")
        }

        @Test func `UCV-20: Attributes beyond the counts are reported, and have no cell`() {
            final class Beyond: SmallLayout {
                var extra = 0
                override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
                    let more = (count..<count + extra).map { item in
                        let attributes = UICollectionViewLayoutAttributes(
                            forCellWith: IndexPath(item: item, section: 0))
                        attributes.frame = CGRect(x: 0, y: 0, width: 99, height: 50)
                        return attributes
                    }
                    return (super.layoutAttributesForElements(in: rect) ?? []) + more
                }
            }
            let layout = Beyond()
            let small = SmallCollection(layout)
            #expect(small.laidOut().isEmpty)
            layout.extra = 1
            layout.invalidateLayout()
            #expect(small.laidOut() == ["the layout has attributes for [0, 10], which does not exist"])
            #expect(small.view.cellForItem(at: small.path(10)) == nil)
        }

        @Test func `UCV-41: Contexts for preferred attributes come from super, and a reload's invalidates everything`()
        {
            final class Contexts: SmallLayout {
                var isPlain = false
                var reloads = 0
                override func shouldInvalidateLayout(
                    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
                ) -> Bool { preferredAttributes.indexPath.item == 0 }
                override func invalidationContext(
                    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
                ) -> UICollectionViewLayoutInvalidationContext {
                    isPlain
                        ? UICollectionViewLayoutInvalidationContext()
                        : super.invalidationContext(
                            forPreferredLayoutAttributes: preferredAttributes,
                            withOriginalAttributes: originalAttributes)
                }
                override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
                    if context.invalidateEverything { reloads += 1 }
                    super.invalidateLayout(with: context)
                }
            }
            let layout = Contexts()
            let small = SmallCollection(layout)
            #expect(small.laidOut().isEmpty)
            layout.isPlain = true
            small.view.reloadData()
            #expect(small.laidOut().first == "a context for preferred attributes that does not come from super")
            #expect(layout.reloads == 1)
        }
    }
}
