import UIKit

/// Tables have none: they measure rows under a finger by themselves, and no layout moves their content.
extension UICollectionView: Hands {
    var isDragged: Bool { isTracking }
    var isFlung: Bool { isDecelerating }
    var keyboardHeight: CGFloat {
        get { contentInset.bottom }
        set { contentInset.bottom = newValue }
    }
    func press() { standInBeginDrag() }
    func drag(by distance: CGFloat) { standInDrag(by: distance) }
    func lift(velocity: CGFloat) { standInEndDrag(velocity: velocity) }
    func flingFrame() -> Bool { standInFlingFrame() }
    func resizeCell(_ index: Int, to height: CGFloat) {
        let paths = indexPathsForVisibleItems.sorted()
        if !paths.isEmpty { cellForItem(at: paths[index % paths.count])?.fittingHeight = height }
    }
}
