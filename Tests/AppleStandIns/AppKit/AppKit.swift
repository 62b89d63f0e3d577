// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import Foundation

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

/// https://developer.apple.com/documentation/appkit/nscolor
open class NSColor: NSObject, @unchecked Sendable {
    // Proof of Sendable: it has no state.
    public static let windowBackgroundColor = NSColor()
    public static let secondaryLabelColor = NSColor()
    public static let unemphasizedSelectedContentBackgroundColor = NSColor()
    public var cgColor: CGColor { CGColor() }
}

/// https://developer.apple.com/documentation/coregraphics/cgcolor
public final class CGColor: Sendable {}

/// https://developer.apple.com/documentation/quartzcore/calayer
@MainActor
open class CALayer: NSObject {
    public nonisolated override init() { super.init() }
    open var backgroundColor: CGColor?
}

/// https://developer.apple.com/documentation/appkit/nstextfield
open class NSTextField: NSView {
    open var stringValue = ""
    open var isEditable = true
    open var isBezeled = true
    open var drawsBackground = false
    open var backgroundColor: NSColor?
    open var textColor: NSColor?
    /// Required here alone, so that a registered class of headers can be made.
    public required override init(frame frameRect: NSRect) { super.init(frame: frameRect) }
    public required init?(coder: NSCoder) { nil }
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
