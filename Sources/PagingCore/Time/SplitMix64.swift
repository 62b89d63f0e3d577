/// A small random generator with a seed, so that jitter is the same in every replay.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
@frozen
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
    @usableFromInline var state: UInt64

    /// Makes a generator; the same seed gives the same numbers.
    @inlinable
    package init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    @inlinable
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, not including, 1.
    @inlinable
    package mutating func nextUnit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
