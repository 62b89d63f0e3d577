extension RowSelection {
    /// The rank index that has exactly these rows in exactly this order, read from which end.
    func rank(in list: ListDescription) -> (index: ListRank, isMirrored: Bool)? {
        guard areAll, !list.ranks.isEmpty, let order = RankOrder(terms, of: list) else { return nil }
        return list.ranks.first { $0.order.places == order.places }.map { ($0, order.isMirrored) }
    }
}
