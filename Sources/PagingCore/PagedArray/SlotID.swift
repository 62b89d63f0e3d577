/// The identity of one slot of a ``PagedArray``, the same whether the slot is loaded or not.
///
/// A slot keeps its identity when it is filled, cleared or edited, when slots come and go around it, and when it moves.
/// Identities mean nothing outside the array that gave them and the copies made of it. The order of identities is that of
/// their raw values, and says nothing about positions.
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
