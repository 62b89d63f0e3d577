// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uitraitdefinition
public protocol UITraitDefinition {}
/// https://developer.apple.com/documentation/uikit/uitrait
public typealias UITrait = any UITraitDefinition.Type
/// https://developer.apple.com/documentation/uikit/uitraitpreferredcontentsizecategory
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {}
/// https://developer.apple.com/documentation/uikit/uitraitcollection
open class UITraitCollection: NSObject {
    open var displayScale: CGFloat { 3 }
}
/// https://developer.apple.com/documentation/uikit/uitraitchangeregistration
public protocol UITraitChangeRegistration {}

/// https://developer.apple.com/documentation/uikit/uitraitchangeobservable-67e94
@MainActor
public protocol UITraitChangeObservable: AnyObject {
    /// Called when traits change. For tests.
    var standInTraitHandlers: [() -> Void] { get set }
}

struct StandInRegistration: UITraitChangeRegistration {}

extension UITraitChangeObservable {
    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        standInTraitHandlers.append { [weak self] in
            if let self { handler(self, UITraitCollection()) }
        }
        return StandInRegistration()
    }
}
