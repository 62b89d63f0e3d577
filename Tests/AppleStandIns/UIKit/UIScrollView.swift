// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uiscrollview
open class UIScrollView: UIView, StandInObservable {
    public var standInObservations: [(keyPath: AnyKeyPath, observation: StandInWeak)] = []
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero {
        didSet {
            if contentInset == oldValue { return }
            adjustedContentInsetDidChange()
            tellObservers(of: UIEdgeInsets.self)
        }
    }
    /// The insets of bars, which count once the view was laid out in a window. Set by tests, as ``standInKeyboard`` is.
    public var safeArea = UIEdgeInsets.zero {
        didSet { if safeArea != oldValue { safeAreaChanged() } }
    }
    private var countedSafeArea = UIEdgeInsets.zero
    open var adjustedContentInset: UIEdgeInsets {
        UIEdgeInsets(
            top: contentInset.top + countedSafeArea.top, left: contentInset.left,
            bottom: contentInset.bottom + countedSafeArea.bottom, right: contentInset.right)
    }
    /// UIKit keeps the top alone: content that was at its top is there afterwards.
    private func safeAreaChanged() {
        guard window != nil, countedSafeArea != safeArea else { return }
        let top = -adjustedContentInset.top
        countedSafeArea = safeArea
        if contentOffset.y == top { contentOffset.y = -adjustedContentInset.top }
        adjustedContentInsetDidChange()
        for view in subviews { view.safeAreaInsetsDidChange() }
    }
    open override func layoutIfNeeded() {
        safeAreaChanged()
        super.layoutIfNeeded()
    }
    /// https://developer.apple.com/documentation/uikit/uiscrollview/adjustedcontentinsetdidchange()
    open func adjustedContentInsetDidChange() { setNeedsLayout() }
    open var isTracking = false
    open var isDragging = false
    open var isDecelerating = false
    open var scrollsToTop = true
    open var alwaysBounceVertical = false
    open var refreshControl: UIRefreshControl? {
        didSet { refreshControl?.scrollView = self }
    }
    private var offset = CGPoint.zero
    /// How often the content was too short for the offset, which then moved. For tests.
    public var clamps = 0

    open override var bounds: CGRect { CGRect(origin: offset, size: frame.size) }
    /// A plain set lets a fling run on, and an animation come to its end.
    open var contentOffset: CGPoint {
        get { offset }
        set {
            if stopsAnimations { animationTarget = nil }
            move(to: newValue)
        }
    }
    /// The pixels of a point. For tests.
    public var scale: CGFloat = 3
    private var hasHadWindow = false
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { hasHadWindow = true }
    }
    /// A multiple of a pixel; of a point, before the view was in a window.
    private func rounded(_ point: CGPoint) -> CGPoint {
        let scale = hasHadWindow ? scale : 1
        return CGPoint(x: (point.x * scale).rounded() / scale, y: (point.y * scale).rounded() / scale)
    }
    private func move(to newOffset: CGPoint) {
        let new = rounded(newOffset)
        if new == offset { return }
        let follow = boundsWillChange(to: CGRect(origin: new, size: frame.size))
        offset = new
        follow()
        setNeedsLayout()
        tellObservers(of: CGPoint.self)
    }

    // MARK: Animations

    /// Where an animation is on the way to; ``standInAnimate(frames:)`` goes there. For tests.
    public internal(set) var animationTarget: CGPoint?
    /// Whether a set, a batch or a reload stops an animation, which goes to its old end where it does not. For tests.
    public var stopsAnimations = false
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        animationTarget = animated ? contentOffset : nil
        if animated { return }
        if isDecelerating { stoppedFlings += 1 }
        (isDecelerating, velocity) = (false, 0)
        move(to: contentOffset)
    }
    /// Scrolls to where an animation is on the way to, frame by frame. For tests.
    public func standInAnimate(frames: Int = 10) {
        guard let target = animationTarget else { return }
        let first = contentOffset.y
        for frame in 1...frames {
            if animationTarget == nil { return }
            if frame == frames { animationTarget = nil }
            move(
                to: frame == frames
                    ? target : CGPoint(x: 0, y: contentOffset.y + (target.y - first) / CGFloat(frames)))
            layoutIfNeeded()
        }
    }

    // MARK: Fingers

    /// How many points a fling moves in the next frame. For tests.
    public private(set) var velocity: CGFloat = 0
    private var pan: (start: CGFloat, moved: CGFloat)?
    /// How often a set offset stopped a fling. For tests.
    public private(set) var stoppedFlings = 0
    /// Whether a fling runs to the end that it had at its start though the content became shorter, as with a trackpad. For tests.
    public var flingsBeyondEnds = false

    /// A finger comes down. For tests.
    public func standInBeginDrag() {
        (isTracking, isDragging, isDecelerating, velocity) = (true, true, false, 0)
        pan = (offset.y, 0)
    }
    /// It moves the content so far from where it was when the finger came, and from where the layout adjusted it to. For tests.
    public func standInDrag(by distance: CGFloat) {
        guard let (start, moved) = pan else { return }
        pan = (start, moved + distance)
        move(to: CGPoint(x: 0, y: start + moved + distance))
        layoutIfNeeded()
    }
    /// It lifts, and the content goes on, so many points in the next frame. For tests.
    public func standInEndDrag(velocity: CGFloat = 0) {
        (isTracking, isDragging, pan) = (false, false, nil)
        (self.velocity, isDecelerating) = (velocity, velocity != 0)
        if !isDecelerating { bounceBack() }
        setNeedsLayout()
        layoutIfNeeded()
    }
    /// A frame of a fling. False at its end. For tests.
    public func standInFlingFrame() -> Bool {
        guard isDecelerating else { return false }
        if velocity.magnitude < 0.5 || (!flingsBeyondEnds && inside(offset.y + velocity) != offset.y + velocity) {
            (isDecelerating, velocity) = (false, 0)
            bounceBack()
            setNeedsLayout()
        } else {
            move(to: CGPoint(x: 0, y: offset.y + velocity))
            velocity *= 0.97
        }
        layoutIfNeeded()
        return isDecelerating
    }

    /// Content that was pulled beyond an end comes back to it.
    private func bounceBack() {
        if !flingsBeyondEnds { move(to: CGPoint(x: offset.x, y: inside(offset.y))) }
    }

    /// A subclass asks whether the new bounds need another layout, and gives its work after the change.
    func boundsWillChange(to newBounds: CGRect) -> () -> Void { {} }
    /// Moves the offset without asking anybody: an adjustment of a layout, which a finger goes on from.
    func adjustOffset(by y: CGFloat) {
        if y == 0 { return }
        if stopsAnimations { animationTarget = nil }
        offset = rounded(CGPoint(x: offset.x, y: offset.y + y))
        pan?.start += y
        tellObservers(of: CGPoint.self)
    }
    private func inside(_ y: CGFloat) -> CGFloat {
        let most = max(0, contentSize.height + adjustedContentInset.bottom - frame.size.height)
        return min(max(-adjustedContentInset.top, y), most)
    }
    func clampOffset() {
        let inside = inside(offset.y)
        if inside != offset.y { clamps += 1 }
        move(to: CGPoint(x: offset.x, y: inside))
    }
    /// How far below the screen's top a frame is drawn: layers count in 32 bits. For tests.
    public func standInDrawn(_ frame: CGRect) -> CGFloat { CGFloat(Float(frame.minY) - Float(offset.y)) }
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
    weak var scrollView: UIScrollView?
    /// The room that it takes above the content while it refreshes.
    public static let height: CGFloat = 60
    /// Takes room, and does not show it: the offset stays.
    open func beginRefreshing() {
        if isRefreshing { return }
        isRefreshing = true
        scrollView?.contentInset.top += Self.height
    }
    /// Gives the room back. Content at its top goes along, under a finger too.
    open func endRefreshing() {
        if !isRefreshing { return }
        isRefreshing = false
        guard let scrollView else { return }
        let isAtTop = scrollView.contentOffset.y <= 0
        scrollView.contentInset.top -= Self.height
        if isAtTop {
            scrollView.contentOffset.y = max(scrollView.contentOffset.y, -scrollView.adjustedContentInset.top)
        }
    }
    /// Pulls the control, as a finger does.
    public func pull() {
        beginRefreshing()
        if let scrollView { scrollView.contentOffset.y = -scrollView.adjustedContentInset.top }
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
