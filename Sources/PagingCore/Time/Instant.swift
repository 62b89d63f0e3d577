/// A point on the caller's clock, in milliseconds from a start that the caller chose.
///
/// The core reads no clock: whoever drives a machine passes `now` with each event. Only differences count, so any
/// monotonic clock will do; an event whose `now` lies before the last one's is taken as simultaneous with it.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the clock's start. Finite.
    public var milliseconds: Double

    /// Makes an instant.
    @inlinable
    public init(milliseconds: Double) {
        self.milliseconds = milliseconds
    }

    /// Whether one instant comes before another.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant so many milliseconds later.
    @inlinable
    public func advanced(byMilliseconds span: Double) -> Instant {
        Instant(milliseconds: milliseconds + span)
    }

    /// Milliseconds from an earlier instant to this one; negative where the other is later.
    @inlinable
    public func milliseconds(since other: Instant) -> Double {
        milliseconds - other.milliseconds
    }
}

extension Duration {
    /// The duration in milliseconds.
    @inlinable
    public var inMilliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
