/// The identity of one slot of a ``PagedArray``, the same if the slot is loaded or not.
///
/// A slot keeps its identity when it is filled, cleared or edited, when slots are inserted or removed around it, and when it moves. Identities
/// are only meaningful in their array and its copies. Their order is that of their raw values, and says nothing about positions.
@frozen
public struct SlotID: Hashable, Comparable, Sendable {
    /// The identity as a number, which may be negative.
    public let rawValue: Int

    /// Makes an identity of its number.
    @inlinable
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `true` if one raw value is below the other.
    @inlinable
    public static func < (lhs: SlotID, rhs: SlotID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
