extension PagedArray: Equatable where Item: Equatable {
    /// `true` if two arrays have the same count and the same items at the same positions. Identities are not compared.
    ///
    /// - Complexity: O(*runs* + ``loadedCount``), whatever ``count`` is.
    @inlinable
    public static func == (lhs: PagedArray, rhs: PagedArray) -> Bool {
        guard lhs.count == rhs.count, lhs.loadedCount == rhs.loadedCount else { return false }
        // Both have the same number of items, so it is enough to compare in one direction.
        var others = rhs.loadedItems.makeIterator()
        for (position, item) in lhs.loadedItems {
            guard let other = others.next(), other.position == position, other.item == item else { return false }
        }
        return true
    }
}

extension PagedArray: Hashable where Item: Hashable {
    /// Feeds the count and the items with their positions to a hasher.
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
