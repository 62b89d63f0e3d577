/// An observation of a list's changes. It ends when this token is cancelled or released.
public final class ListObservation: Sendable {
    private let isOn = Locked(true)

    init() {}

    deinit { cancel() }

    /// Ends the observation: its closure is not called again, not even for a change that is being delivered.
    public func cancel() { isOn.withLock { $0 = false } }

    /// `true` if the closure is still called.
    public var isActive: Bool { isOn.withLock { $0 } }
}
