import PagingCore

extension Table {
    static let moving = ListBehavior(membership: .changes)
    static let telling: SourceCapabilities = [.positions, .changes, .live]

    /// A list whose first rows are on screen, and whose stream is open.
    static func listening(
        _ letters: String = "abcdefghijklmno", _ behavior: ListBehavior = moving,
        _ capabilities: SourceCapabilities = telling
    ) -> Table {
        var table = Table(letters, behavior, capabilities: capabilities)
        table.tellsVersions = true
        table.look(0..<5)
        _ = table.requests()
        return table
    }
}
