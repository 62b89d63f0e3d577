/// A full-text index over columns of a table: SQLite's FTS5, kept by triggers, so that any program may write.
///
/// `paging_search_N` holds the words of each row under the row's number. It keeps texts of its own: `REPLACE` removes rows and fires
/// no trigger, and what is left of those is overwritten when their number comes again, and is never found before, as a search
/// asks for rows that the table has.
///
/// Source: SQLite, "SQLite FTS5 Extension".
struct SearchIndex: Hashable, Sendable {
    /// The number in the names of its table and triggers.
    let number: Int64
    /// The table's name.
    let list: String
    /// The columns that are searched.
    let columns: [String]
    /// The column that is the table's row number.
    let key: String

    var words: String { "paging_search_\(number)" }

    /// Makes the plan of an index; it writes nothing.
    ///
    /// - Throws: ``SearchIndexError`` where the table cannot have one.
    init(number: Int64, of list: ListDescription, columns: [String]) throws(SearchIndexError) {
        guard !list.isView, case .integer(let key) = list.key else { throw .noKey(list: list.name) }
        guard !columns.isEmpty else { throw .noColumns(list: list.name) }
        for column in columns where list.column(named: column) == nil {
            throw .unknownColumn(column, list: list.name, known: list.columns.map(\.name))
        }
        (self.number, self.list, self.columns) = (number, list.name, columns)
        self.key = list.columns[key].name
    }

    /// The statement that makes the table. Marks over letters are no difference.
    var definition: String {
        "CREATE VIRTUAL TABLE \(words) USING fts5(\(fields), tokenize = 'unicode61 remove_diacritics 2')"
    }

    /// The triggers, by name.
    var triggers: [SQLTrigger] {
        // Not REPLACE: in a trigger the statement that fired it decides what becomes of a conflict.
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

    /// The statement that puts so many rows behind a row number into the index; the parameters are that and their number.
    var filling: String {
        "INSERT OR REPLACE INTO \(words) (rowid, \(fields)) SELECT \(values("paging_t")) FROM \(table) AS paging_t "
            + "WHERE paging_t.\(quoted(key)) > ?1 ORDER BY paging_t.\(quoted(key)) LIMIT ?2"
    }

    /// How many rows ``filling`` takes, and the row number of the last of them.
    var chunk: String {
        "SELECT count(*), max(\(quoted(key))) FROM (SELECT \(quoted(key)) FROM \(table) WHERE \(quoted(key)) > ?1 "
            + "ORDER BY \(quoted(key)) LIMIT ?2)"
    }

    /// The columns of the index, by place: names of the table's may be anything.
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
