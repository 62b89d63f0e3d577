import Testing
import UIKit

extension ViewTests {
    /// Menus, the index, selection, focus and reordering of a collection view. Names begin with the rule of the catalog of devices.
    @MainActor struct InteractionRuleTests {
        private let small = SmallCollection()
        private var view: UICollectionView { small.view }

        private func deleteFirst() {
            view.performBatchUpdates {
                small.count -= 1
                view.deleteItems(at: [small.path(0)])
            }
        }

        @Test func `UCV-6: A cell that is reconfigured is the one that is there, of the same type`() {
            let others = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { _, _, _ in }
            #expect(small.laidOut().isEmpty)
            view.reconfigureItems(at: [small.path(0)])
            #expect(small.broken.isEmpty)
            small.makeCell = { [view] in view.dequeueConfiguredReusableCell(using: others, for: $0, item: 0) }
            view.reconfigureItems(at: [small.path(0)])
            #expect(small.broken == ["another cell than the one that is reconfigured"])
            small.broken = []
            view.reloadItems(at: [small.path(0)])
            #expect(small.broken.isEmpty && view.cellForItem(at: small.path(0)) is UICollectionViewListCell)
        }

        @Test func `UCV-13: The cell of a context menu is there when the menu closes`() {
            #expect(small.laidOut().isEmpty)
            view.standInOpenMenu(at: small.path(1))
            deleteFirst()
            view.standInCloseMenu()
            #expect(small.broken.isEmpty)
            view.standInOpenMenu(at: small.path(0))
            view.reloadData()
            view.layoutIfNeeded()
            view.standInCloseMenu()
            view.standInOpenMenu(at: small.path(0))
            deleteFirst()
            view.standInCloseMenu()
            #expect(
                small.broken.count == 2
                    && small.broken.first == "the cell of a context menu is in no window when it closes")
        }

        /// A source with an index, whose titles lead anywhere.
        final class Indexed: NSObject, UICollectionViewDataSource {
            let small: SmallCollection
            var titles = ["A", "B"]
            var path: (Int) -> Int = { 5 * $0 }
            init(_ small: SmallCollection) { self.small = small }
            func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
                small.count
            }
            func collectionView(
                _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
            ) -> UICollectionViewCell {
                collectionView.dequeueConfiguredReusableCell(using: small.cells, for: indexPath, item: 0)
            }
            func indexTitles(for collectionView: UICollectionView) -> [String]? { titles }
            func collectionView(
                _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
            ) -> IndexPath { IndexPath(item: path(index), section: 0) }
        }

        @Test func `UCV-14: The titles of the last reload lead to items that exist`() {
            let source = Indexed(small)
            view.dataSource = nil
            view.dataSource = source
            small.count = 100
            view.reloadData()
            #expect(small.laidOut().isEmpty)
            view.standInTapIndexTitle(at: 1)
            #expect(small.broken.isEmpty && view.contentOffset.y == 250)
            // Titles are kept: a third is not known until a reload.
            source.titles.append("C")
            source.path = { _ in 200 }
            view.standInTapIndexTitle(at: 2)
            #expect(small.broken.isEmpty)
            view.standInTapIndexTitle(at: 1)
            #expect(small.broken == ["the index title B leads to [0, 200], which does not exist"])
        }

        @Test func `UCV-15: Nothing is reloaded while updates are uncommitted`() {
            #expect(small.laidOut().isEmpty)
            view.reloadData()
            #expect(small.laidOut().isEmpty)
            view.hasUncommittedUpdates = true
            view.reloadData()
            #expect(small.broken == ["reloadData while updates are uncommitted: it removes placeholders"])
        }

        @Test func `UCV-34: Items are scrolled to by the frames of now, and a stuck header covers them`() {
            final class Estimating: SmallLayout {
                var measured: Set<Int> = []
                override func height(of item: Int) -> CGFloat { measured.contains(item) ? 80 : 50 }
                override func shouldInvalidateLayout(
                    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
                ) -> Bool { measured.insert(preferredAttributes.indexPath.item).inserted }
            }
            let layout = Estimating()
            let small = SmallCollection(layout)
            small.count = 100
            #expect(small.laidOut().isEmpty)
            small.view.scrollToItem(at: small.path(99), at: .bottom, animated: false)
            #expect(small.laidOut().isEmpty)
            let last = small.view.cellForItem(at: small.path(99))
            // The rows on the way were measured on arrival: what was the end is not.
            #expect((last?.frame.maxY ?? .infinity) > small.view.bounds.maxY)
            for _ in 0..<3 {
                small.view.scrollToItem(at: small.path(99), at: .bottom, animated: false)
                #expect(small.laidOut().isEmpty)
            }
            #expect(small.view.cellForItem(at: small.path(99))?.frame.maxY == small.view.bounds.maxY)
        }

        @Test func `UCV-30: A stuck header covers the row that is scrolled to`() {
            final class Sticky: SmallLayout {
                override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
                override func layoutAttributesForSupplementaryView(
                    ofKind elementKind: String, at indexPath: IndexPath
                ) -> UICollectionViewLayoutAttributes? {
                    let attributes = super.layoutAttributesForSupplementaryView(ofKind: elementKind, at: indexPath)
                    attributes?.frame.origin.y = max(attributes?.frame.minY ?? 0, collectionView?.contentOffset.y ?? 0)
                    return attributes
                }
            }
            for (layout, isCovered) in [(Sticky(), true), (SmallLayout(), false)] {
                layout.headers = [0]
                let small = SmallCollection(layout)
                small.count = 100
                #expect(small.laidOut().isEmpty)
                small.view.scrollToItem(at: small.path(50), at: .top, animated: false)
                #expect(small.laidOut().isEmpty)
                #expect((small.view.standInCover(of: small.path(50)) != nil) == isCovered)
            }
        }

        @Test
        func `X-6: The focus follows batches, and a reload moves it to the first cell while announcements are lost`() {
            #expect(small.laidOut().isEmpty)
            UIAccessibility.announcements = []
            view.standInFocus = small.path(4)
            deleteFirst()
            #expect(view.standInFocus == small.path(3))
            view.reloadData()
            UIAccessibility.post(notification: .announcement, argument: "lost")
            view.layoutIfNeeded()
            UIAccessibility.post(notification: .announcement, argument: "heard")
            #expect(view.standInFocus == small.path(0) && UIAccessibility.announcements == ["heard"])
        }

        @Test func `X-7: VoiceOver knows the cells that exist`() {
            small.count = 1_000
            #expect(small.laidOut().isEmpty)
            #expect(view.cellForItem(at: small.path(9)) != nil && view.cellForItem(at: small.path(11)) == nil)
            // It scrolls by pages.
            view.contentOffset.y += view.bounds.height
            #expect(small.laidOut().isEmpty && view.cellForItem(at: small.path(19)) != nil)
            #expect(!view.indexPathsForVisibleItems.contains(small.path(8)))
        }

        @Test func `X-9: Batches carry the selection, deletions and reloads drop it, and several need to be allowed`() {
            #expect(small.laidOut().isEmpty)
            for allowsMultiple in [false, true] {
                view.allowsMultipleSelection = allowsMultiple
                for item in [0, 3, 5] {
                    view.selectItem(at: small.path(item), animated: false, scrollPosition: [])
                }
                deleteFirst()
                #expect(view.indexPathsForSelectedItems == (allowsMultiple ? [2, 4] : [4]).map(small.path))
                view.reloadData()
                #expect(view.indexPathsForSelectedItems == [])
            }
        }
    }
}
