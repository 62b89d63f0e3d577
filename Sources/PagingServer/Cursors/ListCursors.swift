/// The cursors of the rows of a list in one order.
struct ListCursors {
    private let policy: CursorPolicy
    /// Identifies the list, its columns and the order, which define the meaning of a cursor's values.
    private let definition: UInt64
    /// The number of columns that order the list.
    private let places: Int

    init(_ policy: CursorPolicy, of list: ListDescription, _ sql: SelectionSQL) {
        self.policy = policy
        places = sql.keyIndices.count
        var hash = StableHash()
        for text in [list.name, sql.columns, sql.filter, sql.order(backwards: false)] {
            hash.combine(text.utf8)
            hash.combine(UInt8(0))
        }
        // Two sections of a list differ only in the bound value.
        // A text made for each page would cost as much as the rest.
        hash.combine(sql.bindings.isEmpty ? "[]".utf8 : "\(sql.bindings)".utf8)
        definition = hash.value
    }

    /// The values in a client's cursor.
    ///
    /// - Throws: a problem: 400 if the cursor is malformed or forged, 410 if it has expired or belongs to another list.
    func key(of text: String) throws(Problem) -> [DatabaseValue] {
        try policy.read(text, definition: definition, places: places)
    }

    /// The cursor of a row.
    ///
    /// - Throws: a problem (422) if the row's key does not fit into an address.
    func text(of key: [DatabaseValue]) throws(Problem) -> String {
        try policy.text(of: key, definition: definition)
    }
}
