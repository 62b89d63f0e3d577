import Testing
import UIKit

extension ViewTests {
    /// Offsets, fingers and animations of scroll views. Names begin with the rule of the catalog of devices.
    @MainActor struct ScrollRuleTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
        private let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 500))

        init() {
            view.contentSize = CGSize(width: 100, height: 10_000)
            window.addSubview(view)
        }

        @Test func `UCV-26: Offsets are whole pixels, and whole points before the first window`() {
            let early = UIScrollView(frame: view.frame)
            early.contentOffset.y = 10.4
            #expect(early.contentOffset.y == 10)
            view.contentOffset.y = 10.4
            #expect(view.contentOffset.y != 10.4 && (view.contentOffset.y - 10.4).magnitude <= 1.0 / 6)
            // Comparing for equality takes a set offset for the reader's; within half a pixel does not.
            #expect((view.contentOffset.y - 10.4).magnitude < 0.5)
        }

        @Test
        func
            `UCV-27: A fling goes on from an offset that is set as a property, and stops for one that is not animated`()
        {
            view.standInBeginDrag()
            view.standInEndDrag(velocity: 40)
            view.contentOffset.y = 5_000
            #expect(view.standInFlingFrame() && view.contentOffset.y == 5_040 && view.stoppedFlings == 0)
            view.setContentOffset(CGPoint(x: 0, y: 6_000), animated: false)
            #expect(!view.standInFlingFrame() && view.contentOffset.y == 6_000 && view.stoppedFlings == 1)
        }

        @Test func `UCV-28: Under a finger a set offset is undone by the next move, and a layout's adjustment kept`() {
            let small = SmallCollection()
            small.count = 100
            #expect(small.laidOut().isEmpty)
            let view = small.view
            view.standInBeginDrag()
            view.standInDrag(by: 100)
            view.contentOffset.y += 500
            view.standInDrag(by: 10)
            #expect(view.contentOffset.y == 110)
            let context = UICollectionViewLayoutInvalidationContext()
            context.contentOffsetAdjustment.y = 500
            small.layout.invalidateLayout(with: context)
            view.standInDrag(by: 10)
            #expect(view.contentOffset.y == 620)
        }

        @Test func `UCV-29: An animation ends at its old target, or is stopped, by a set offset or a reload`() {
            func scroll(stops: Bool, _ change: (UICollectionView) -> Void) -> CGFloat {
                let small = SmallCollection()
                small.count = 100
                #expect(small.laidOut().isEmpty)
                small.view.stopsAnimations = stops
                small.view.setContentOffset(CGPoint(x: 0, y: 1_000), animated: true)
                change(small.view)
                small.view.standInAnimate()
                return small.view.contentOffset.y
            }
            #expect(scroll(stops: false) { $0.contentOffset.y = 300 } == 1_000)
            #expect(scroll(stops: true) { $0.contentOffset.y = 300 } == 300)
            #expect(scroll(stops: false) { $0.reloadData() } == 1_000)
            #expect(scroll(stops: true) { $0.reloadData() } == 0)
            #expect(scroll(stops: true) { $0.performBatchUpdates {} } == 0)
            #expect(scroll(stops: true) { _ in } == 1_000)
        }

        @Test func `X-10: The status bar scrolls the only view that allows it, to its top`() {
            view.contentInset.top = 50
            view.contentOffset.y = 3_000
            let other = UIScrollView(frame: view.frame)
            window.addSubview(other)
            window.standInTapStatusBar()
            view.standInAnimate()
            #expect(view.contentOffset.y == 3_000)
            other.scrollsToTop = false
            window.standInTapStatusBar()
            view.standInAnimate()
            #expect(view.contentOffset.y == -50)
        }

        @Test func `X-11: With a trackpad a fling runs on where the content became shorter`() {
            func flingFrames() -> CGFloat {
                view.contentSize.height = 10_000
                view.contentOffset.y = 5_000
                view.standInBeginDrag()
                view.standInEndDrag(velocity: 100)
                _ = view.standInFlingFrame()
                view.contentSize.height = 5_500
                while view.standInFlingFrame() {}
                return view.contentOffset.y
            }
            #expect(flingFrames() <= 5_100)
            view.flingsBeyondEnds = true
            #expect(flingFrames() > 5_500)
        }

        @Test func `X-12: Frames are drawn with 32 bits, which is too little beyond some millions of points`() {
            func error(at offset: CGFloat) -> CGFloat {
                view.contentOffset.y = offset
                let frame = CGRect(x: 0, y: offset + 10.3, width: 100, height: 50)
                return (view.standInDrawn(frame) - (frame.minY - view.contentOffset.y)).magnitude
            }
            #expect(error(at: 3_900_000.3) < 0.5 && error(at: 90_000_000.3) > 1)
        }
    }
}
