// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor
open class UIResponder: NSObject {
    public nonisolated override init() { super.init() }
}

/// https://developer.apple.com/documentation/quartzcore/calayer
@MainActor
open class CALayer: NSObject {
    public private(set) var animationCount = 0
    open func add(_ animation: CAAnimation, forKey key: String?) { animationCount += 1 }
}

/// https://developer.apple.com/documentation/quartzcore/caanimation
@MainActor
open class CAAnimation: NSObject {
    public nonisolated override init() { super.init() }
    open var duration: CFTimeInterval = 0
}

/// https://developer.apple.com/documentation/corefoundation/cftimeinterval
public typealias CFTimeInterval = Double

/// https://developer.apple.com/documentation/quartzcore/catransitiontype
public struct CATransitionType: Equatable, Sendable {
    public static let fade = CATransitionType()
}

/// https://developer.apple.com/documentation/quartzcore/catransition
open class CATransition: CAAnimation {
    open var type = CATransitionType.fade
}

/// https://developer.apple.com/documentation/uikit/uicolor
open class UIColor: NSObject, @unchecked Sendable {
    // Proof of Sendable: it has no state.
    public static let secondaryLabel = UIColor()
    public static let systemBackground = UIColor()
    public static let separator = UIColor()
    public static let secondarySystemFill = UIColor()
    public override init() {}
    public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {}
}

/// https://developer.apple.com/documentation/uikit/uiuserinterfacelayoutdirection
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

/// https://developer.apple.com/documentation/uikit/uiview
open class UIView: UIResponder, UITraitChangeObservable {
    public var standInTraitHandlers: [() -> Void] = []
    open var frame: CGRect {
        didSet {
            if frame.size == oldValue.size { return }
            setNeedsLayout()
            for view in subviews {
                if view.autoresizingMask.contains(.flexibleWidth) {
                    view.frame.size.width += frame.width - oldValue.width
                }
                if view.autoresizingMask.contains(.flexibleHeight) {
                    view.frame.size.height += frame.height - oldValue.height
                }
            }
        }
    }
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    public let layer = CALayer()
    open var traitCollection: UITraitCollection { UITraitCollection() }
    /// Set by tests; read alone in UIKit.
    open var effectiveUserInterfaceLayoutDirection = UIUserInterfaceLayoutDirection.leftToRight
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var backgroundColor: UIColor?
    open var translatesAutoresizingMaskIntoConstraints = true
    open var autoresizingMask: AutoresizingMask = []
    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []
    private var needsLayout = true

    /// https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }

    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }
    public required init?(coder: NSCoder) { nil }

    open var window: UIWindow? { superview?.window }
    open func addSubview(_ view: UIView) {
        subviews.append(view)
        view.superview = self
        view.tellMoveToWindow()
    }
    open func insertSubview(_ view: UIView, at index: Int) { addSubview(view) }
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        tellMoveToWindow()
    }
    private func tellMoveToWindow() {
        didMoveToWindow()
        for view in subviews { view.tellMoveToWindow() }
    }
    open func didMoveToWindow() {}
    open func safeAreaInsetsDidChange() {}
    open var isUserInteractionEnabled = true
    open func layoutSubviews() {}
    open func setNeedsLayout() { needsLayout = true }
    open func layoutIfNeeded() {
        var rounds = 0
        while needsLayout, rounds < 20 {
            needsLayout = false
            layoutSubviews()
            rounds += 1
        }
        if rounds == 20 { StandIn.broken("a layout that invalidates itself for ever") }
        for view in subviews { view.layoutIfNeeded() }
    }
    open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitylabel
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var isAccessibilityElement = false
}

/// https://developer.apple.com/documentation/uikit/uiwindow
open class UIWindow: UIView {
    open override var window: UIWindow? { self }
    open var rootViewController: UIViewController? {
        didSet { if let view = rootViewController?.view { addSubview(view) } }
    }
    open func makeKeyAndVisible() {}
    /// Pushes a screen: the new view is in the window and laid out before the old one leaves it. For tests.
    public func standInPush(_ new: UIView, over old: UIView) {
        new.frame = old.frame
        addSubview(new)
        new.layoutIfNeeded()
        old.removeFromSuperview()
    }
    /// Taps the status bar: one scroll view that is visible and allows it scrolls to its top, of several none. For tests.
    public func standInTapStatusBar() {
        func scrollViews(_ view: UIView) -> [UIScrollView] {
            if view.isHidden { return [] }
            let own = (view as? UIScrollView).map { $0.scrollsToTop ? [$0] : [] } ?? []
            return own + view.subviews.flatMap(scrollViews)
        }
        let all = scrollViews(self)
        guard all.count == 1, let only = all.first else { return }
        only.setContentOffset(CGPoint(x: 0, y: -only.adjustedContentInset.top), animated: true)
    }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
open class UIViewController: UIResponder {
    open lazy var view: UIView! = {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        return view
    }()
    open var title: String?
    public nonisolated override init() { super.init() }
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { nil }
    open func viewDidLoad() {}
    open func loadView() {}
}

/// https://developer.apple.com/documentation/uikit/uiaccessibility
@MainActor
public enum UIAccessibility {
    public struct Notification: Equatable, Sendable {
        let name: String
        public static let announcement = Notification(name: "announcement")
        public static let layoutChanged = Notification(name: "layoutChanged")
    }
    /// https://developer.apple.com/documentation/uikit/uiaccessibility/assistivetechnologyidentifier
    public struct AssistiveTechnologyIdentifier: Equatable, Sendable {
        public static let notificationVoiceOver = AssistiveTechnologyIdentifier()
    }
    /// The view in which VoiceOver is.
    static weak var focusedCollection: UICollectionView?
    public static func focusedElement(using identifier: AssistiveTechnologyIdentifier?) -> Any? {
        focusedCollection.flatMap { view in view.focused.flatMap { view.cells[$0] } }
    }
    public static var isReduceMotionEnabled = false
    public static var announcements: [String] = []
    /// Whether VoiceOver looks for an element, while announcements are lost.
    static var isFocusMoving = false
    public static func post(notification: Notification, argument: Any?) {
        if notification == .layoutChanged, let cell = argument as? UICollectionViewCell, let view = focusedCollection {
            view.focused = view.indexPath(for: cell)
        }
        if let text = argument as? String, !isFocusMoving { announcements.append(text) }
    }
}
