extension RowSelection {
    /// The rank index with exactly these rows in exactly this order, and the end from which it is read.
    func rank(in list: ListDescription) -> (index: ListRank, isMirrored: Bool)? {
        guard isUnfiltered, !list.ranks.isEmpty, let order = RankOrder(terms, of: list) else { return nil }
        return list.ranks.first { $0.order.places == order.places }.map { ($0, order.isMirrored) }
    }

    /// The rank index with the rows of this section next to each other in exactly this order, and the end from which it is read.
    func sectionRank(in list: ListDescription) -> (index: ListRank, isMirrored: Bool)? {
        guard isWholeSection, let order = RankOrder(terms, of: list) else { return nil }
        // Sections may be in either order.
        let found = list.ranks.first {
            $0.order.places.first?.column == groupBy && $0.order.places.dropFirst() == order.places.dropFirst()
        }
        return found.map { ($0, order.isMirrored) }
    }

    /// A rank index that counts this section, whatever the order in it.
    func countingRank(in list: ListDescription) -> ListRank? {
        guard isWholeSection else { return nil }
        return list.ranks.first { $0.order.places.first?.column == groupBy }
    }

    /// `true` if these are all rows of one section.
    private var isWholeSection: Bool { group != nil && filter == nil && search == nil }
}
