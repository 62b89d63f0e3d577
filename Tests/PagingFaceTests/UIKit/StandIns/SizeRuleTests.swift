import Testing
import UIKit

extension ViewTests {
    /// Sizes of cells and views, insets and animations. Names begin with the rule of the catalog of devices.
    @MainActor struct SizeRuleTests {
        /// Rows that are as high as their cells ask for.
        final class Fitting: SmallLayout {
            var heights: [Int: CGFloat] = [:]
            var log: [String] = []
            override func height(of item: Int) -> CGFloat { heights[item] ?? 50 }
            override func shouldInvalidateLayout(
                forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
            ) -> Bool {
                let isOther = preferredAttributes.frame.height != originalAttributes.frame.height
                if isOther { heights[preferredAttributes.indexPath.item] = preferredAttributes.frame.height }
                return isOther
            }
            override func prepare(forAnimatedBoundsChange oldBounds: CGRect) {
                log.append("prepare \(oldBounds.width)")
            }
            override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
                log.append("target \(collectionView?.frame.width ?? 0)")
                return CGPoint(x: 0, y: 100)
            }
            override func initialLayoutAttributesForAppearingItem(
                at itemIndexPath: IndexPath
            ) -> UICollectionViewLayoutAttributes? {
                let attributes = layoutAttributesForItem(at: itemIndexPath)
                attributes?.frame.origin.x = -99
                return itemIndexPath.item == 1 ? attributes : nil
            }
        }
        private let layout = Fitting()
        private let small: SmallCollection

        init() {
            small = SmallCollection(layout)
            small.count = 100
        }

        @Test func `UCV-18: An animation begins where the layout says, or where the cell was`() {
            #expect(small.laidOut().isEmpty)
            small.view.performBatchUpdates {
                small.count += 1
                small.view.insertItems(at: [small.path(0)])
            }
            #expect(small.view.standInStartFrames[small.path(1)]?.minX == -99)
            #expect(small.view.standInStartFrames[small.path(2)] == CGRect(x: 0, y: 50, width: 99, height: 50))
        }

        @Test(arguments: [false, true])
        func `UCV-22, UCV-33: Cells of the screen to come are made ahead, and sized there or not`(sizesAhead: Bool) {
            small.view.sizesAhead = sizesAhead
            small.makeCell = { [small] path in
                let cell = small.view.dequeueConfiguredReusableCell(using: small.cells, for: path, item: path.item)
                cell.fittingHeight = 60
                return cell
            }
            #expect(small.laidOut().isEmpty)
            small.view.contentOffset.y = 100
            #expect(small.laidOut().isEmpty)
            let last = small.view.indexPathsForVisibleItems.map(\.item).max() ?? 0
            let ahead = small.path(last + 2)
            // `cellForItem(at:)` gives it, which is not on screen and may never be.
            #expect(small.view.cellForItem(at: ahead) != nil && !small.view.visibleCells.isEmpty)
            #expect((layout.heights[ahead.item] == 60) == sizesAhead)
        }

        @Test func `UCV-25: A rotation asks for a target, and a delegate answers last; a reload does not ask`() {
            final class Delegate: NSObject, UICollectionViewDelegate {
                func collectionView(
                    _ collectionView: UICollectionView,
                    targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
                ) -> CGPoint { CGPoint(x: 0, y: proposedContentOffset.y + 11) }
            }
            #expect(small.laidOut().isEmpty)
            small.view.standInRotate(to: CGSize(width: 500, height: 100))
            #expect(layout.log == ["prepare 100.0", "target 500.0"] && small.view.contentOffset.y == 100)
            let delegate = Delegate()
            small.view.delegate = delegate
            small.view.standInRotate(to: CGSize(width: 100, height: 500))
            #expect(small.view.contentOffset.y == 111)
            layout.log = []
            small.view.reloadData()
            #expect(small.laidOut().isEmpty && layout.log.isEmpty)
        }

        @Test func `UCV-31: Bars count in a window alone, and content at its top stays there`() {
            let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
            view.contentSize.height = 5_000
            view.safeArea = UIEdgeInsets(top: 88, left: 0, bottom: 34, right: 0)
            view.layoutIfNeeded()
            #expect(view.adjustedContentInset == .zero && view.contentOffset.y == 0)
            small.window.addSubview(view)
            #expect(view.adjustedContentInset == .zero)
            view.layoutIfNeeded()
            #expect(view.adjustedContentInset.top == 88 && view.contentOffset.y == -88)
            view.contentInset.bottom = 300
            #expect(view.adjustedContentInset.bottom == 334)
            view.contentOffset.y = 700
            view.safeArea.top = 44
            #expect(view.contentOffset.y == 700)
        }

        @Test func `UCV-32: A refresh control takes room above the content while it refreshes`() {
            let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
            small.window.addSubview(view)
            let control = UIRefreshControl(frame: .zero, primaryAction: nil)
            view.refreshControl = control
            control.beginRefreshing()
            #expect(view.contentInset.top == 60 && view.contentOffset.y == 0)
            control.endRefreshing()
            #expect(view.contentInset.top == 0)
            control.pull()
            #expect(view.contentOffset.y == -60)
            control.endRefreshing()
            #expect(view.contentInset.top == 0 && view.contentOffset.y == 0)
        }

        @Test func `UCV-40: A cell asks for another size by itself, at rest, under a finger and in a batch`() {
            #expect(small.laidOut().isEmpty)
            let cell = small.view.cellForItem(at: small.path(2))
            cell?.fittingHeight = 90
            small.view.layoutIfNeeded()
            #expect(layout.heights[2] == 90)
            small.view.standInBeginDrag()
            cell?.fittingHeight = 70
            small.view.standInDrag(by: 10)
            #expect(layout.heights[2] == 70)
            small.view.performBatchUpdates { cell?.fittingHeight = 60 }
            #expect(layout.heights[2] == 60)
            small.view.selfSizingInvalidation = .disabled
            cell?.fittingHeight = 50
            small.view.setNeedsLayout()
            small.view.layoutIfNeeded()
            #expect(layout.heights[2] == 60 && small.broken.isEmpty)
        }
    }
}
