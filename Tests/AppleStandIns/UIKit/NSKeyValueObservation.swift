// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/foundation/nskeyvalueobservation
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    // Proof of Sendable: written on the main actor alone.
    fileprivate(set) var tell: (() -> Void)?
    init(_ tell: @escaping () -> Void) { self.tell = tell }
    public func invalidate() { tell = nil }
}
/// https://developer.apple.com/documentation/foundation/nskeyvalueobservedchange
public struct NSKeyValueObservedChange<Value> {}

/// A property that tells its observers when it is set. Those of a scroll view do.
@MainActor
public protocol StandInObservable: AnyObject {
    var standInObservations: [(keyPath: AnyKeyPath, observation: StandInWeak)] { get set }
}
/// Observations end with their tokens.
public struct StandInWeak {
    weak var observation: NSKeyValueObservation?
}

extension StandInObservable {
    /// https://developer.apple.com/documentation/foundation/nskeyvalueobserving
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observation = NSKeyValueObservation { [weak self] in
            if let self { changeHandler(self, NSKeyValueObservedChange()) }
        }
        standInObservations.append((keyPath, StandInWeak(observation: observation)))
        return observation
    }

    /// Properties are told apart by their types.
    func tellObservers(of type: Any.Type) {
        for (keyPath, weak) in standInObservations where Swift.type(of: keyPath).valueType == type {
            weak.observation?.tell?()
        }
    }
}
