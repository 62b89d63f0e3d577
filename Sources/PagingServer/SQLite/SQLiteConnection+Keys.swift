/// The unique keys by which statements may replace rows of a table, besides its primary key.
enum UniqueKeys {
    /// The columns of each unique index.
    case columns([[String]])
    /// One of the indexes contains an expression, and no trigger can find the rows it replaces.
    case expression(index: String)
}

extension SQLiteConnection {
    /// The unique indexes of a table besides its primary key, in the order of their names.
    func uniqueKeys(of table: String) throws -> UniqueKeys {
        var names: [String] = []
        try forEachRow(
            "SELECT name FROM pragma_index_list(?1) WHERE \"unique\" AND origin <> 'pk' ORDER BY name", [.text(table)]
        ) { names.append($0.string(0)) }
        var keys: [[String]] = []
        for index in names {
            var (columns, isPlain) = ([String](), true)
            try forEachRow("SELECT cid, name FROM pragma_index_info(?1) ORDER BY seqno", [.text(index)]) { row in
                isPlain = isPlain && row.int64(0) >= 0
                columns.append(row.string(1))
            }
            guard isPlain else { return .expression(index: index) }
            keys.append(columns)
        }
        return .columns(keys)
    }
}
