/// A full-text index of a list, in either database.
enum ListSearch: Hashable, Sendable {
    case sqlite(SearchIndex)
    case postgres(PostgresSearch)

    /// The names of the searched columns.
    var columns: [String] {
        switch self {
        case .sqlite(let index): index.columns
        case .postgres(let index): index.columns
        }
    }

    /// The index of a SQLite file, or `nil` for the other database.
    var sqlite: SearchIndex? { if case .sqlite(let index) = self { index } else { nil } }

    /// The condition for rows with the words of a text: SQL with one parameter of the given number, and the parameter's value.
    func condition(
        _ text: SearchText, of list: ListDescription, parameter number: Int
    ) -> (sql: String, value: DatabaseValue) {
        switch self {
        case .sqlite(let index):
            let key = "\(list.sql).\(SQLName.quoted(index.key))"
            let found = "SELECT rowid FROM \(index.words) WHERE \(index.words) MATCH ?\(number)"
            return ("\(key) IN (\(found))", .text(text.fts5))
        case .postgres(let index):
            return (index.condition(text, parameter: number), .text(text.words.joined(separator: " ")))
        }
    }
}
