/// A log of the rows of a table that came, went and changed, in the order of commits.
///
/// It is an ordinary table, `paging_log_N_change`, kept by triggers, so that any program may write. SQLite has one writer at a
/// time and a rollback takes an entry's number back, so numbers grow in the order of commits and have no gaps: the last one names the
/// state of the list.
///
/// An entry holds a row's key, a mark if the row existed before, the changed columns, and a random number, which tells it from the entry that
/// gets its number after a copy of the file was restored. A reader of the log looks
/// up the row in the table as it is *now*. So it does no harm that a statement such as `INSERT OR IGNORE`
/// leaves entries of rows that it did not touch: triggers cannot tell it from `REPLACE`, which removes rows and fires
/// none for that.
struct ChangeLog: Hashable, Sendable {
    /// The number in the names of its table and triggers.
    let number: Int64
    /// The table's name.
    let list: String
    /// The part of versions that no other log of the list has.
    let epoch: String
    /// The number of kept entries.
    let keep: Int
    /// The primary key's columns.
    let identity: [String]
    /// All columns, in the order of the bits that say which changed.
    let columns: [String]
    /// The columns of each further unique index, by which statements may replace rows.
    let uniqueKeys: [[String]]

    var entries: String { "paging_log_\(number)_change" }
    /// The columns of an entry that hold the row's key.
    var keys: [String] { identity.indices.map { "k\($0)" } }

    /// The bit of a changed column. Columns beyond the 62nd share one.
    static func bit(ofColumn column: Int) -> Int64 { 1 << Int64(min(column, 62)) }
}

extension ChangeLog {
    /// Makes the plan of a log, without writing anything.
    ///
    /// - Throws: ``ChangeLogError`` if the table cannot have one; `SQLiteError`.
    init(
        number: Int64, of list: ListDescription, epoch: String, keep: Int, _ connection: SQLiteConnection
    ) throws {
        guard !list.isView else { throw ChangeLogError.notATable(list: list.name) }
        guard let key = list.declaredKey else { throw ChangeLogError.noKey(list: list.name) }
        // Clients identify rows by their `id`, so it must be the key that the triggers use.
        guard list.idIsKey else { throw ChangeLogError.otherID(list: list.name) }
        (self.number, self.list, self.epoch, self.keep) = (number, list.name, epoch, keep)
        identity = key.map { list.columns[$0].name }
        columns = list.columns.map(\.name)
        switch try connection.uniqueKeys(of: list.name) {
        case .columns(let keys): uniqueKeys = keys
        case .expression(let index): throw ChangeLogError.uniqueExpression(list: list.name, index: index)
        }
    }

    /// The statement that makes the table.
    var definition: String {
        "CREATE TABLE \(entries) (seq INTEGER PRIMARY KEY, \(keys.joined(separator: ", ")), existed INTEGER NOT NULL, "
            + "columns INTEGER NOT NULL, at INTEGER NOT NULL, mark INTEGER NOT NULL)"
    }

    /// The triggers, by name.
    var triggers: [SQLTrigger] {
        let isSame = identity.map { "OLD.\(quoted($0)) IS NEW.\(quoted($0)) COLLATE BINARY" }.joined(separator: " AND ")
        let changes = columns.map { "OLD.\(quoted($0)) IS NOT NEW.\(quoted($0)) COLLATE BINARY" }
        let mask = changes.enumerated().map { "((\($1)) * \(ChangeLog.bit(ofColumn: $0)))" }.joined(separator: " | ")
        let keys = [identity] + uniqueKeys
        let conflicts = keys.map { exists($0) }.joined(separator: " OR ")
        let notes = keys.map { add(key("paging_t"), existed: true, "-1", from: conflict($0)) }.joined(separator: " ")
        let isMoved = keys.map { key in
            "((\(key.map { "OLD.\(quoted($0)) IS NOT NEW.\(quoted($0))" }.joined(separator: " OR "))) AND \(exists(key)))"
        }
        // One entry more than are kept, because the mark of the oldest known version is compared.
        return [
            trigger("note_insert", "BEFORE INSERT", when: conflicts, notes),
            trigger("note_update", "BEFORE UPDATE", when: isMoved.joined(separator: " OR "), notes),
            trigger("insert", "AFTER INSERT", add(key("NEW"), existed: false, "-1")),
            trigger(
                "update", "AFTER UPDATE", when: changes.joined(separator: " OR "),
                add(key("OLD"), existed: true, mask) + " "
                    + add(key("NEW"), existed: false, "-1", from: "WHERE NOT (\(isSame))")),
            trigger("delete", "AFTER DELETE", add(key("OLD"), existed: true, "-1")),
            trigger(
                "prune", "AFTER INSERT", on: entries, "DELETE FROM \(entries) WHERE seq < NEW.seq - \(keep);"),
        ]
    }

    private func quoted(_ name: String) -> String { SQLName.quoted(name) }
    private func key(_ row: String) -> String { identity.map { "\(row).\(quoted($0))" }.joined(separator: ", ") }

    /// The rows that a new one replaces, by a unique key.
    private func conflict(_ key: [String]) -> String {
        let isSame = key.map { "paging_t.\(quoted($0)) = NEW.\(quoted($0))" }.joined(separator: " AND ")
        return "FROM \(quoted(list)) AS paging_t WHERE \(isSame)"
    }

    private func exists(_ key: [String]) -> String { "EXISTS (SELECT 1 \(conflict(key)))" }

    private func add(_ key: String, existed: Bool, _ columns: String, from rows: String = "") -> String {
        "INSERT INTO \(entries) (\(keys.joined(separator: ", ")), existed, columns, at, mark) "
            + "SELECT \(key), \(existed ? 1 : 0), \(columns), CAST(strftime('%s', 'now') AS INTEGER), (random() & \(Int32.max)) | 1"
            + (rows.isEmpty ? ";" : " \(rows);")
    }

    private func trigger(
        _ name: String, _ event: String, on table: String? = nil, when condition: String? = nil, _ body: String
    ) -> SQLTrigger {
        SQLTrigger("paging_log_\(number)_\(name)", event, on: table ?? quoted(list), when: condition, body)
    }
}

extension ListDescription {
    /// `true` if the `id` of the list's objects is its key.
    var idIsKey: Bool { idColumn == nil || declaredKey == idColumn.map { [$0] } }
}
