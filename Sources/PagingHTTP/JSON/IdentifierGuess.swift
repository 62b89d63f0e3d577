public import PagingWire

extension JSONValue {
    /// The members that usually identify a row, the most specific first.
    public static let identifierNames = [
        "id", "_id", "Id", "ID", "pk", "uuid", "guid", "uid", "Arn", "key", "pageid", "slug", "code", "codePoint",
        "url",
        "href", "self_link", "selfLink", "resource_uri", "@id", "name", "Name",
    ]

    /// Guesses the member that identifies the rows of a list.
    ///
    /// ```swift
    /// JSONValue.guessedIdentifier(in: page.items)  // "id"
    /// ```
    ///
    /// - Parameter rows: some rows, such as those of the first page.
    /// - Returns: the first usual name under which every row has a different text or number, or `nil` if there is none.
    /// - Complexity: O(n) in the number of rows.
    public static func guessedIdentifier(in rows: [JSONValue]) -> FieldPath? {
        guard !rows.isEmpty else { return nil }
        // Relay: `{"cursor": …, "node": {"id": …}}`.
        let nodes = rows.compactMap { $0["node"] }
        if nodes.count == rows.count, let inner = guessedIdentifier(in: nodes) {
            return FieldPath(names: ["node"] + inner.names)
        }
        let own = identifierNames.lazy.map { FieldPath(names: [$0]) }.first { identifies($0, rows) }
        if let own { return own }
        // FHIR: `{"resource": {"id": …}}`; Kubernetes: `{"metadata": {"uid": …}}`.
        for name in ["resource", "metadata"] {
            let objects = rows.compactMap { $0[name]?.object.map { JSONValue.object($0) } }
            if objects.count == rows.count, let inner = guessedIdentifier(in: objects) {
                return FieldPath(names: [name] + inner.names)
            }
        }
        return nil
    }

    /// `true` if every row has a different text or number at a path.
    static func identifies(_ path: FieldPath, _ rows: [JSONValue]) -> Bool {
        var seen: Set<JSONValue> = []
        return rows.allSatisfy { row in
            let value = row.value(at: path)
            switch value {
            case .string(let text): return !text.isEmpty && seen.insert(.string(text)).inserted
            case .integer, .unsigned, .decimal: return value.map { seen.insert($0).inserted } ?? false
            default: return false
            }
        }
    }
}
