extension PagedArray: Equatable where Item: Equatable {
    /// `true` if two arrays have as many slots and the same items in the same places. Identities are not compared.
    ///
    /// - Complexity: O(*runs* + ``loadedCount``), whatever ``count`` is.
    @inlinable
    public static func == (lhs: PagedArray, rhs: PagedArray) -> Bool {
        guard lhs.count == rhs.count, lhs.loadedCount == rhs.loadedCount else { return false }
        // As many are loaded on both sides: if every item here is there too, there is none there that is not here.
        var others = rhs.loadedItems.makeIterator()
        for (position, item) in lhs.loadedItems {
            guard let other = others.next(), other.position == position, other.item == item else { return false }
        }
        return true
    }
}

extension PagedArray: Hashable where Item: Hashable {
    /// Feeds the count, and the items with their positions, to a hasher.
    ///
    /// - Complexity: O(*runs* + ``loadedCount``), whatever ``count`` is.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for (position, item) in loadedItems {
            hasher.combine(position)
            hasher.combine(item)
        }
    }
}
