// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uiscrollview
open class UIScrollView: UIView {
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero {
        didSet { if contentInset != oldValue { adjustedContentInsetDidChange() } }
    }
    open var adjustedContentInset: UIEdgeInsets { contentInset }
    /// https://developer.apple.com/documentation/uikit/uiscrollview/adjustedcontentinsetdidchange()
    open func adjustedContentInsetDidChange() { setNeedsLayout() }
    open var isTracking = false
    open var isDragging = false
    open var isDecelerating = false
    open var alwaysBounceVertical = false
    open var refreshControl: UIRefreshControl?
    private var offset = CGPoint.zero
    /// How often the content was too short for the offset, which then moved. For tests.
    public var clamps = 0

    open override var bounds: CGRect { CGRect(origin: offset, size: frame.size) }
    open var contentOffset: CGPoint {
        get { offset }
        set {
            if newValue == offset { return }
            offset = newValue
            didScroll()
            setNeedsLayout()
        }
    }
    /// Where an animation is on the way to; ``standInAnimate(frames:)`` goes there. For tests.
    public private(set) var animationTarget: CGPoint?
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        animationTarget = animated ? contentOffset : nil
        if !animated { self.contentOffset = contentOffset }
    }
    /// Scrolls to where an animation is on the way to, frame by frame. For tests.
    public func standInAnimate(frames: Int = 10) {
        guard let target = animationTarget else { return }
        animationTarget = nil
        let first = contentOffset.y
        for frame in 1...frames {
            contentOffset.y += (target.y - first) / CGFloat(frames)
            if frame == frames { contentOffset.y = target.y }
            layoutIfNeeded()
        }
    }
    /// A subclass takes the new bounds in.
    func didScroll() {}
    /// Moves the offset without telling anybody: what a layout's adjustment does.
    func adjustOffset(by y: CGFloat) {
        if y != 0 { offset.y += y }
    }
    func clampOffset() {
        let most = max(0, contentSize.height + contentInset.bottom - frame.size.height)
        let inside = min(max(-contentInset.top, offset.y), most)
        if inside != offset.y { clamps += 1 }
        contentOffset.y = inside
    }
}

/// https://developer.apple.com/documentation/uikit/uirefreshcontrol
open class UIRefreshControl: UIView {
    let action: UIAction?
    public private(set) var isRefreshing = false
    public init(frame: CGRect, primaryAction: UIAction?) {
        action = primaryAction
        super.init(frame: frame)
    }
    public required init?(coder: NSCoder) { nil }
    open func beginRefreshing() { isRefreshing = true }
    open func endRefreshing() { isRefreshing = false }
    /// Pulls the control, as a finger does.
    public func pull() {
        beginRefreshing()
        if let action { action.handler(action) }
    }
}

/// https://developer.apple.com/documentation/uikit/uiaction
@MainActor
open class UIAction: NSObject {
    let handler: @MainActor (UIAction) -> Void
    public init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
        self.handler = handler
        super.init()
    }
}
