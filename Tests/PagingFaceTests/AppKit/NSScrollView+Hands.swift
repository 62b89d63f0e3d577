import AppKit

/// Fingers on a trackpad: momentum is scrolling as theirs is, and nothing but the app covers a view.
extension NSScrollView: Hands {
    var isDragged: Bool { contentView.isLive }
    var isFlung: Bool { false }
    var velocity: CGFloat { 0 }
    var keyboardHeight: CGFloat {
        get { 0 }
        set {}
    }
    func press() { contentView.standInBeginScroll() }
    func drag(by distance: CGFloat) {
        // Beyond an end the content follows less and less.
        let top = contentView.bounds.minY + distance
        let last = max(0, (documentView?.frame.height ?? 0) - contentView.bounds.height)
        contentView.standInScroll(to: max(-150, min(last + 150, top)))
        documentView?.layoutSubtreeIfNeeded()
    }
    func lift(velocity: CGFloat) { contentView.standInEndBounce() }
    func flingFrame() -> Bool { false }
    func resizeCell(_ index: Int, to height: CGFloat) {}
}
