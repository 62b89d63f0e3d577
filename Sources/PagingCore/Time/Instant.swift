/// A point on the caller's clock, in milliseconds from a start that the caller chose.
///
/// The core reads no clock: the driver passes `now` with each event. Only differences count, so any monotonic clock will do. An event whose
/// `now` is before the last one's counts as simultaneous with it.
@frozen
package struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the clock's start. Finite.
    package var milliseconds: Double

    /// Makes an instant.
    @inlinable
    package init(milliseconds: Double) {
        self.milliseconds = milliseconds
    }

    /// `true` if one instant comes before another.
    @inlinable
    package static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant so many milliseconds later.
    @inlinable
    package func advanced(byMilliseconds span: Double) -> Instant {
        Instant(milliseconds: milliseconds + span)
    }

    /// Milliseconds from an earlier instant to this one; negative if the other is later.
    @inlinable
    package func milliseconds(since other: Instant) -> Double {
        milliseconds - other.milliseconds
    }
}

extension Duration {
    /// The duration in milliseconds.
    @inlinable
    package var inMilliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
