/// A full-text index of a table's columns: SQLite's FTS5, maintained by triggers, so that any program may write.
///
/// `paging_search_N` contains the words of each row under the row's number. It stores its own copy of the texts, because `REPLACE` removes rows
/// without firing a trigger. Texts of such rows are overwritten when their number is used again. They are never found before, because a search
/// only returns existing rows of the table.
///
/// Source: SQLite, "SQLite FTS5 Extension".
struct SearchIndex: Hashable, Sendable {
    /// The number in the names of its table and triggers.
    let number: Int64
    /// The table's name.
    let list: String
    /// The searched columns.
    let columns: [String]
    /// The column that is the table's row number.
    let key: String

    var words: String { "paging_search_\(number)" }

    /// Plans an index, without writing anything.
    ///
    /// - Throws: ``SearchIndexError`` if the table cannot have one.
    init(number: Int64, of list: ListDescription, columns: [String]) throws(SearchIndexError) {
        guard !list.isView, case .integer(let key) = list.key else { throw .noKey(list: list.name) }
        guard !columns.isEmpty else { throw .noColumns(list: list.name) }
        for column in columns where list.column(named: column) == nil {
            throw .unknownColumn(column, list: list.name, known: list.columns.map(\.name))
        }
        (self.number, self.list, self.columns) = (number, list.name, columns)
        self.key = list.columns[key].name
    }

    /// The statement that creates the table. Diacritics are ignored.
    var definition: String {
        "CREATE VIRTUAL TABLE \(words) USING fts5(\(fields), tokenize = 'unicode61 remove_diacritics 2')"
    }

    /// The triggers, by name.
    var triggers: [SQLTrigger] {
        // Not REPLACE, because in a trigger the statement that fired it determines the conflict resolution.
        let put =
            "DELETE FROM \(words) WHERE rowid = NEW.\(quoted(key)); "
            + "INSERT INTO \(words) (rowid, \(fields)) SELECT \(values("paging_t")) FROM \(table) AS paging_t "
            + "WHERE paging_t.\(quoted(key)) = NEW.\(quoted(key));"
        let remove =
            "DELETE FROM \(words) WHERE rowid = OLD.\(quoted(key)) AND NOT EXISTS "
            + "(SELECT 1 FROM \(table) AS paging_t WHERE paging_t.\(quoted(key)) = OLD.\(quoted(key)));"
        let changes = ([key] + columns).map { "OLD.\(quoted($0)) IS NOT NEW.\(quoted($0)) COLLATE BINARY" }
        return [
            trigger("insert", "AFTER INSERT", put),
            trigger("update", "AFTER UPDATE", when: changes.joined(separator: " OR "), remove + " " + put),
            trigger("delete", "AFTER DELETE", remove),
        ]
    }

    /// The statement that indexes a number of rows after a row number. The parameters are the row number and the number of rows.
    var filling: String {
        "INSERT OR REPLACE INTO \(words) (rowid, \(fields)) SELECT \(values("paging_t")) FROM \(table) AS paging_t "
            + "WHERE paging_t.\(quoted(key)) > ?1 ORDER BY paging_t.\(quoted(key)) LIMIT ?2"
    }

    /// The number of rows that ``filling`` indexes, and the row number of the last one.
    var chunk: String {
        "SELECT count(*), max(\(quoted(key))) FROM (SELECT \(quoted(key)) FROM \(table) WHERE \(quoted(key)) > ?1 "
            + "ORDER BY \(quoted(key)) LIMIT ?2)"
    }

    /// The columns of the index, by number, because names in the table may be anything.
    private var fields: String { columns.indices.map { "c\($0)" }.joined(separator: ", ") }
    private var table: String { quoted(list) }

    private func quoted(_ name: String) -> String { SQLName.quoted(name) }

    private func values(_ row: String) -> String {
        ([key] + columns).map { "\(row).\(quoted($0))" }.joined(separator: ", ")
    }

    private func trigger(
        _ name: String, _ event: String, when condition: String? = nil, _ body: String
    ) -> SQLTrigger {
        SQLTrigger("\(words)_\(name)", event, on: table, when: condition, body)
    }
}
