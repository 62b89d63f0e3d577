/// The cursors of the rows of a list in one order.
struct ListCursors {
    private let policy: CursorPolicy
    /// Names the list, its columns and the order: what a cursor's values mean.
    private let definition: UInt64
    /// How many columns order the list.
    private let places: Int

    init(_ policy: CursorPolicy, of list: ListDescription, _ sql: SelectionSQL) {
        self.policy = policy
        places = sql.keyIndices.count
        var hash = StableHash()
        for text in [list.name, sql.columns, sql.filter, sql.order(backwards: false)] {
            hash.combine(text.utf8)
            hash.combine(UInt8(0))
        }
        // Two sections of a list differ in the bound value alone.
        hash.combine("\(sql.bindings)".utf8)
        definition = hash.value
    }

    /// The values of a cursor that a client sent.
    ///
    /// - Throws: a problem: 400 where the cursor is none or forged, 410 where it has expired or is of another list.
    func key(of text: String) throws(Problem) -> [DatabaseValue] {
        try policy.read(text, definition: definition, places: places)
    }

    /// The cursor of a row.
    ///
    /// - Throws: a problem (422) where the row's key does not fit into an address.
    func text(of key: [DatabaseValue]) throws(Problem) -> String {
        try policy.text(of: key, definition: definition)
    }
}
