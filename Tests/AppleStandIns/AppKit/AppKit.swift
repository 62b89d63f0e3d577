// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import Foundation

/// Stand-ins for the part of AppKit that PagingUI uses, written from Apple's public documentation; as those for UIKit.
@MainActor
public enum StandIn {
    /// Called with the rule that was broken. A test collects them.
    public static var onBrokenRule: (String) -> Void = { fatalError("Broken rule: \($0)") }
    static func broken(_ rule: String) { onBrokenRule(rule) }
}

/// https://developer.apple.com/documentation/appkit/nsview
@MainActor
open class NSView: NSObject {
    public nonisolated static let boundsDidChangeNotification = Notification.Name("NSViewBoundsDidChange")
    open var frame: NSRect
    open weak var superview: NSView?
    open var postsBoundsChangedNotifications = false
    public init(frame frameRect: NSRect) {
        frame = frameRect
        super.init()
    }
    open var window: NSWindow? { superview?.window }
    open var visibleRect: NSRect { frame }
    open var enclosingScrollView: NSScrollView? { (superview as? NSClipView)?.superview as? NSScrollView }
    open func scroll(_ point: NSPoint) { (superview as? NSClipView)?.scroll(to: point) }
}

/// https://developer.apple.com/documentation/appkit/nswindow
@MainActor
open class NSWindow: NSObject {
    /// https://developer.apple.com/documentation/appkit/nswindow/stylemask-swift.struct
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let titled = StyleMask(rawValue: 1)
        public static let closable = StyleMask(rawValue: 2)
        public static let resizable = StyleMask(rawValue: 8)
    }
    /// https://developer.apple.com/documentation/appkit/nswindow/backingstoretype
    public enum BackingStoreType: Sendable { case buffered }
    open var contentView: NSView?
    open var title = ""
    public init(contentRect: NSRect, styleMask style: StyleMask, backing: BackingStoreType, defer flag: Bool) {
        super.init()
    }
    open func makeKeyAndOrderFront(_ sender: Any?) {}
}

/// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor
open class NSApplication: NSObject {
    /// https://developer.apple.com/documentation/appkit/nsapplication/activationpolicy-swift.enum
    public enum ActivationPolicy: Sendable { case regular }
    public static let shared = NSApplication()
    open weak var delegate: (any NSApplicationDelegate)?
    @discardableResult
    open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { true }
    open func run() {}
}

/// https://developer.apple.com/documentation/appkit/nsapplicationdelegate
@MainActor
public protocol NSApplicationDelegate: NSObjectProtocol {
    func applicationDidFinishLaunching(_ notification: Notification)
}

/// https://developer.apple.com/documentation/appkit/nsclipview
open class NSClipView: NSView {
    open var bounds = NSRect.zero
    open var documentView: NSView? { didSet { documentView?.superview = self } }
    open func scroll(to newOrigin: NSPoint) {
        let most = max(0, (documentView?.frame.height ?? 0) - bounds.height)
        let origin = NSPoint(x: 0, y: max(0, min(most, newOrigin.y)))
        if origin == bounds.origin { return }
        bounds.origin = origin
        if postsBoundsChangedNotifications {
            NotificationCenter.default.post(name: NSView.boundsDidChangeNotification, object: self)
        }
    }
}

/// https://developer.apple.com/documentation/appkit/nsscrollview
open class NSScrollView: NSView {
    public let contentView = NSClipView(frame: .zero)
    /// The window that the view is in. For tests.
    public var standInWindow: NSWindow?
    public override init(frame frameRect: NSRect) {
        super.init(frame: frameRect)
        contentView.superview = self
        contentView.bounds.size = frameRect.size
    }
    open override var window: NSWindow? { standInWindow }
    open var documentView: NSView? {
        get { contentView.documentView }
        set { contentView.documentView = newValue }
    }
    open var hasVerticalScroller = false
}

/// https://developer.apple.com/documentation/appkit/nstextfield
open class NSTextField: NSView {
    open var stringValue = ""
    public convenience init(labelWithString stringValue: String) {
        self.init(frame: .zero)
        self.stringValue = stringValue
    }
}

/// https://developer.apple.com/documentation/appkit/nstablecolumn
@MainActor
open class NSTableColumn: NSObject {
    open var title = ""
    public let identifier: NSUserInterfaceItemIdentifier
    public init(identifier: NSUserInterfaceItemIdentifier) {
        self.identifier = identifier
        super.init()
    }
}
/// https://developer.apple.com/documentation/appkit/nsuserinterfaceitemidentifier
public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
