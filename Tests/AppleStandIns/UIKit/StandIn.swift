// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import Foundation

/// Stand-ins for the part of UIKit that PagingUI uses, written from Apple's public documentation.
///
/// They check types on systems without UIKit, and behave: the list views keep the rules that the documentation states, and
/// report where one is broken, as UIKit raises `NSInternalInconsistencyException`.
@MainActor
public enum StandIn {
    /// Called with the rule that was broken. A test collects them.
    public static var onBrokenRule: (String) -> Void = { fatalError("Broken rule: \($0)") }

    static func broken(_ rule: String) { onBrokenRule(rule) }
}

/// https://developer.apple.com/documentation/uikit/indexpath
extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public var section: Int { self[0] }
    public var item: Int { self[1] }
    public var row: Int { self[1] }
}

/// https://developer.apple.com/documentation/uikit/uiedgeinsets
public struct UIEdgeInsets: Equatable, Sendable {
    public var top, left, bottom, right: CGFloat
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}
