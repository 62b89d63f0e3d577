/// Finds identifiers by value, and returns the index of the one found.
///
/// Open addressing over indices. The identifiers stay in their array, and 32 bits of the hash beside each index save nearly every comparison
/// that would fail.
@frozen
@usableFromInline
struct IdentifierTable {
    /// For each place the upper half holds bits of the hash, the lower half the index plus one; 0 is an empty place.
    @usableFromInline var places: [UInt64]
    @usableFromInline let mask: Int

    /// Makes a table with room for a number of identifiers, at most `UInt32.max - 1`.
    @inlinable
    init(capacity: Int) {
        var size = 16
        while size < capacity * 2 {
            size *= 2
        }
        places = [UInt64](repeating: 0, count: size)
        mask = size - 1
    }

    /// Inserts an identifier, unless an equal one is there.
    ///
    /// - Returns: the index of the equal one, or `nil` if there was none.
    @inlinable
    mutating func insert<ID: Hashable>(_ id: ID, index: Int, identifier: (Int) -> ID) -> Int? {
        let hash = id.hashValue
        // The low bits choose the place; the high bits tell apart identifiers with the same place.
        let tag = UInt64(truncatingIfNeeded: UInt(bitPattern: hash) >> (UInt.bitWidth - 32)) << 32
        var place = hash & mask
        while true {
            let entry = places[place]
            if entry == 0 {
                places[place] = tag | UInt64(UInt32(index + 1))
                return nil
            }
            if entry & 0xFFFF_FFFF_0000_0000 == tag {
                let other = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
                if identifier(other) == id {
                    return other
                }
            }
            place = (place + 1) & mask
        }
    }
}
