// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/appkit/nsuserinterfacelayoutdirection
public enum NSUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

/// https://developer.apple.com/documentation/appkit/nsview
@MainActor
open class NSView: NSObject {
    public nonisolated static let boundsDidChangeNotification = Notification.Name("NSViewBoundsDidChange")
    public nonisolated static let frameDidChangeNotification = Notification.Name("NSViewFrameDidChange")

    /// https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let width = AutoresizingMask(rawValue: 2)
        public static let height = AutoresizingMask(rawValue: 16)
    }

    open var frame: NSRect {
        didSet {
            if frame.size == oldValue.size { return }
            needsLayout = true
            if postsFrameChangedNotifications {
                NotificationCenter.default.post(name: NSView.frameDidChangeNotification, object: self)
            }
        }
    }
    open internal(set) weak var superview: NSView?
    public private(set) var subviews: [NSView] = []
    open var autoresizingMask: AutoresizingMask = []
    open var postsBoundsChangedNotifications = false
    open var postsFrameChangedNotifications = false
    open var userInterfaceLayoutDirection = NSUserInterfaceLayoutDirection.leftToRight
    open var needsLayout = true
    /// The view has a layer once this is set.
    open var wantsLayer = false {
        didSet { if wantsLayer, layer == nil { layer = CALayer() } }
    }
    open var layer: CALayer?

    public init(frame frameRect: NSRect) {
        frame = frameRect
        super.init()
    }
    public required init?(coder: NSCoder) { nil }

    open var bounds: NSRect {
        get { NSRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    open var window: NSWindow? { superview?.window }
    open var visibleRect: NSRect { (superview as? NSClipView)?.bounds ?? frame }
    open var enclosingScrollView: NSScrollView? { (superview as? NSClipView)?.superview as? NSScrollView }
    open func addSubview(_ view: NSView) {
        subviews.append(view)
        view.superview = self
        view.viewDidMoveToSuperview()
    }
    /// https://developer.apple.com/documentation/appkit/nsview/scroll(_:)
    open func scroll(_ point: NSPoint) {
        guard let clip = superview as? NSClipView else { return }
        clip.scroll(to: clip.constrained(point))
    }
    /// https://developer.apple.com/documentation/appkit/nsview/bitmapimagerepforcachingdisplay(in:)
    open func bitmapImageRepForCachingDisplay(in rect: NSRect) -> NSBitmapImageRep? { NSBitmapImageRep() }
    open func cacheDisplay(in rect: NSRect, to bitmapImageRep: NSBitmapImageRep) {}
    open func viewDidMoveToSuperview() {}
    open func viewDidMoveToWindow() {}
    open func layout() {}
    /// Whether it is laying out.
    private var isLayingOut = false
    open func layoutSubtreeIfNeeded() {
        // "It's not legal to call -layoutSubtreeIfNeeded on a view which is already being laid out": logged, and not done.
        if isLayingOut { return StandIn.broken("layoutSubtreeIfNeeded on a view that is laying out") }
        isLayingOut = true
        defer { isLayingOut = false }
        var rounds = 0
        while needsLayout, rounds < 20 {
            needsLayout = false
            layout()
            rounds += 1
        }
        if rounds == 20 { StandIn.broken("a layout that invalidates itself for ever") }
    }
}

/// https://developer.apple.com/documentation/appkit/nsbitmapimagerep
open class NSBitmapImageRep: NSObject {
    public enum FileType: UInt, Sendable { case png = 4 }
    public struct PropertyKey: Hashable, Sendable {}
    open func representation(using storageType: FileType, properties: [PropertyKey: Any]) -> Data? { Data() }
}

/// https://developer.apple.com/documentation/foundation/nsedgeinsets
public struct NSEdgeInsets: Equatable, Sendable {
    public var top, left, bottom, right: CGFloat
    public init() { (top, left, bottom, right) = (0, 0, 0, 0) }
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

/// https://developer.apple.com/documentation/appkit/nsclipview
open class NSClipView: NSView {
    private var origin = NSPoint.zero
    open override var bounds: NSRect {
        get { NSRect(origin: origin, size: frame.size) }
        set { scroll(to: newValue.origin) }
    }
    open var documentView: NSView? {
        didSet {
            documentView?.superview = self
            documentView?.viewDidMoveToSuperview()
        }
    }
    /// How often the document was too short for what is shown, which then moved. For tests.
    public var clamps = 0

    func constrained(_ point: NSPoint) -> NSPoint {
        let insets = (superview as? NSScrollView)?.contentInsets ?? NSEdgeInsets()
        let last = (documentView?.frame.height ?? 0) + insets.bottom - frame.height
        return NSPoint(x: 0, y: max(-insets.top, min(last, point.y)))
    }
    /// The document is of another size.
    func constrain() {
        let inside = constrained(origin)
        if inside == origin || isBouncing { return }
        clamps += 1
        move(to: inside)
        isReflected = true
    }
    /// https://developer.apple.com/documentation/appkit/nsclipview/scroll(to:)
    ///
    /// It does not constrain: the origin may be beyond the ends, as it is in a bounce.
    open func scroll(to newOrigin: NSPoint) {
        if isBouncing { StandIn.broken("a scroll in a bounce, which snaps") }
        move(to: newOrigin)
    }
    private func move(to newOrigin: NSPoint) {
        if newOrigin == origin { return }
        origin = newOrigin
        isReflected = false
        documentView?.needsLayout = true
        changes += 1
        if !postsLessOften || changes % 3 == 0 { postBoundsChange() }
    }
    /// Whether the content is beyond its end and comes back, which AppKit does frame by frame. For tests.
    public private(set) var isBouncing = false
    /// Whether the scrollers know where the content is, by `reflectScrolledClipView(_:)`. For tests.
    public internal(set) var isReflected = true
    /// Whether two of three changes are told by live scrolling alone, as responsive scrolling does. For tests.
    public var postsLessOften = false
    private var changes = 0

    /// Whether fingers or momentum move the content, until a bounce has come to its end. For tests.
    public private(set) var isLive = false

    /// Fingers come down on the trackpad. For tests.
    public func standInBeginScroll() {
        isLive = true
        post(NSScrollView.willStartLiveScrollNotification)
    }
    /// Fingers and momentum take the content somewhere, beyond its ends too. For tests.
    public func standInScroll(to y: CGFloat) {
        if !isLive { standInBeginScroll() }
        let new = NSPoint(x: 0, y: y)
        isBouncing = constrained(new) != new
        move(to: new)
        isReflected = true
        post(NSScrollView.didLiveScrollNotification)
    }
    /// Scrolling is over, and the content is back at its end. For tests.
    public func standInEndBounce() {
        (isBouncing, isLive) = (false, false)
        move(to: constrained(origin))
        isReflected = true
        post(NSScrollView.didEndLiveScrollNotification)
    }
    /// Outside of a window nothing moves, and nobody is told that it ended.
    func standInStop() {
        (isBouncing, isLive) = (false, false)
        move(to: constrained(origin))
    }
    private func post(_ name: Notification.Name) {
        if let scrollView = superview as? NSScrollView {
            NotificationCenter.default.post(name: name, object: scrollView)
        }
    }
    /// "whenever the view's bounds rectangle changes independently of the frame rectangle"
    func postBoundsChange() {
        if postsBoundsChangedNotifications {
            NotificationCenter.default.post(name: NSView.boundsDidChangeNotification, object: self)
        }
    }
}

/// https://developer.apple.com/documentation/appkit/nsscrollview
open class NSScrollView: NSView {
    public nonisolated static let willStartLiveScrollNotification = Notification.Name(
        "NSScrollViewWillStartLiveScrollNotification")
    public nonisolated static let didLiveScrollNotification = Notification.Name("NSScrollViewDidLiveScrollNotification")
    public nonisolated static let didEndLiveScrollNotification = Notification.Name(
        "NSScrollViewDidEndLiveScrollNotification")
    public let contentView = NSClipView(frame: .zero)
    /// The window that the view is in. For tests.
    public var standInWindow: NSWindow? {
        didSet {
            if (standInWindow == nil) == (oldValue == nil) { return }
            if standInWindow == nil { contentView.standInStop() }
            documentView?.viewDidMoveToWindow()
        }
    }
    public override init(frame frameRect: NSRect) {
        super.init(frame: frameRect)
        contentView.superview = self
        contentView.frame.size = frameRect.size
    }
    public required init?(coder: NSCoder) { nil }
    open override var frame: NSRect {
        didSet {
            contentView.frame.size = frame.size
            contentView.documentView?.needsLayout = true
        }
    }
    open override var window: NSWindow? { standInWindow }
    open var documentView: NSView? {
        get { contentView.documentView }
        set { contentView.documentView = newValue }
    }
    open var hasVerticalScroller = false
    /// https://developer.apple.com/documentation/appkit/nsscrollview/contentinsets
    open var contentInsets = NSEdgeInsets() {
        didSet { if contentInsets != oldValue { contentView.constrain() } }
    }
    open var automaticallyAdjustsContentInsets = true {
        didSet { adjust() }
    }
    /// The height of the window's toolbar over the view, which insets follow where they are adjusted automatically. For tests.
    public var standInToolbarHeight: CGFloat = 0 {
        didSet { adjust() }
    }
    private func adjust() {
        if automaticallyAdjustsContentInsets, standInToolbarHeight > 0 || contentInsets.top > 0 {
            contentInsets.top = standInToolbarHeight
        }
    }
    open func reflectScrolledClipView(_ cView: NSClipView) { cView.isReflected = true }
}
