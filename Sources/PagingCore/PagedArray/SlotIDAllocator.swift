/// Gives every new slot an identity that no slot of the array has had before.
///
/// New identities are above all others or below them, whichever makes a new slot the neighbor in identity of the slot beside it. So slots that
/// are added one after the other at either end form long runs.
@frozen
@usableFromInline
struct SlotIDAllocator: Sendable {
    /// The identity after the highest given.
    @usableFromInline var nextAbove: Int
    /// The lowest identity given.
    @usableFromInline var lowest: Int
    /// `true` if identities ascend along the list, which makes finding one a search.
    @usableFromInline var ascends: Bool

    @inlinable
    init() {
        nextAbove = 0
        lowest = 0
        ascends = true
    }

    /// The first of `count` new identities for slots between two others.
    ///
    /// - Parameters:
    ///   - count: the number of identities, at least 1.
    ///   - left: the identity of the slot before, or `nil` at the start of the list.
    ///   - right: the identity of the slot after, or `nil` at the end of the list.
    /// - Returns: the first identity, or `nil` if none are left above and below.
    @inlinable
    mutating func take(_ count: Int, between left: Int?, and right: Int?) -> Int? {
        let above = nextAbove.addingReportingOverflow(count)
        let below = lowest.subtractingReportingOverflow(count)
        let followsLeft = left.map { $0 &+ 1 == nextAbove } ?? false
        let prefersBelow = right != nil && !followsLeft && (left == nil || right == lowest)
        if above.overflow || (prefersBelow && !below.overflow) {
            guard !below.overflow else { return nil }
            ascends = ascends && left == nil
            lowest = below.partialValue
            return lowest
        }
        ascends = ascends && right == nil
        defer { nextAbove = above.partialValue }
        return nextAbove
    }

    /// Gives no further identities. Free ones can then only be found by a search of every run.
    @inlinable
    mutating func exhaust() {
        nextAbove = .max
        lowest = .min
        ascends = false
    }
}
