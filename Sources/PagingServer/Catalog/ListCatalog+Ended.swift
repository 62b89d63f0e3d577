extension ListCatalog {
    /// The lists without the rank indexes that a writer's trigger has ended in this state. Their counts are wrong from then on, and the indexes
    /// may lack rows.
    func withoutEndedRanks(of asked: [ListDescription], _ snapshot: DatabaseSnapshot) throws -> ListCatalog {
        guard case .postgres(let connection) = snapshot.connection else { return self }
        let ranks = asked.flatMap { $0.ranks.compactMap(\.postgres) }
        guard !ranks.isEmpty else { return self }
        let query = ranks.map { "SELECT \(SQLName.literal($0.off)) FROM \($0.off)" }.joined(separator: " UNION ")
        func read() throws -> Set<String> { Set(try connection.column(query, [])) }
        let ended = try snapshot.ranks?.ended(query, read) ?? read()
        return ended.isEmpty ? self : without { list in list.postgres.map { ended.contains($0.off) } ?? false }
    }
}
