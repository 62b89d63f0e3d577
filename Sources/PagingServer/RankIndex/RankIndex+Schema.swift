/// The statements that make a rank index. Verified as text when a database is opened: an index that a schema change has
/// outdated is not used.
extension RankIndex {
    private var names: [String] { columns.map(\.name) }
    private func values(_ row: String) -> [String] { columns.map { $0.value(of: row) } }
    private func named(_ row: String) -> [String] { columns.map { "\(row).\($0.name)" } }
    private var table: String { SQLName.quoted(list) }

    /// The tables, with only the first bucket of each level.
    var tables: [String] {
        let definitions = columns.map {
            $0.collation.uppercased() == "BINARY" ? $0.name : "\($0.name) COLLATE \(SQLName.quoted($0.collation))"
        }.joined(separator: ", ")
        let key = key.order()
        return [
            "CREATE TABLE \(rows) (\(definitions), PRIMARY KEY (\(key))) WITHOUT ROWID",
            "CREATE TABLE \(nodes) (level, \(definitions), count NOT NULL, size NOT NULL, "
                + "PRIMARY KEY (level, \(key))) WITHOUT ROWID",
            "CREATE TABLE \(replaced) (seq INTEGER PRIMARY KEY, \(definitions))",
        ]
    }

    /// The triggers on the table, by name. They keep the rows' keys.
    var tableTriggers: [SQLTrigger] {
        let insertCurrent =
            "INSERT INTO \(rows) SELECT \(values("paging_t").joined(separator: ", ")) FROM \(table) AS paging_t "
            + "WHERE \(same("paging_t", as: "NEW", identity)) "
            + "AND NOT EXISTS (SELECT 1 FROM \(rows) WHERE \(key.equals(values("paging_t"))));"
        let deleteOld =
            "DELETE FROM \(rows) WHERE \(key.equals(values("OLD"))) AND NOT EXISTS (SELECT 1 FROM \(table) AS paging_t "
            + "WHERE \(same("paging_t", as: "OLD", identity)) AND \(isUnchanged("paging_t", "OLD")));"
        let isMoved = sources.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
        return [
            trigger("insert", "AFTER INSERT", insertCurrent),
            trigger("update", "AFTER UPDATE", when: isMoved, deleteOld + " " + insertCurrent),
            trigger("delete", "AFTER DELETE", deleteOld),
        ] + replaceTriggers
    }

    /// `INSERT OR REPLACE` and `UPDATE OR REPLACE` remove rows without firing triggers, unless a connection enables that. So
    /// conflicting rows are noted before the statement, and the rows that it removed leave the index after it.
    private var replaceTriggers: [SQLTrigger] {
        func conflicts(_ keys: [[String]]) -> [String] {
            keys.map { "FROM \(table) AS paging_t WHERE \(same("paging_t", as: "NEW", $0))" }
        }
        func note(_ keys: [[String]]) -> String {
            let isStill =
                "EXISTS (SELECT 1 FROM \(table) AS paging_t WHERE \(isAt("paging_t", replaced)))"
            // Statements that replace nothing leave notes behind, which are removed now and then.
            let prune =
                "DELETE FROM \(replaced) WHERE (SELECT max(seq) FROM \(replaced)) > \(RankIndex.notes) AND \(isStill);"
            return prune
                + conflicts(keys).map {
                    " INSERT INTO \(replaced) (\(key.list)) SELECT \(values("paging_t").joined(separator: ", ")) \($0);"
                }.joined()
        }
        func exists(_ keys: [[String]]) -> String {
            conflicts(keys).map { "EXISTS (SELECT 1 \($0))" }.joined(separator: " OR ")
        }
        let keys = [identity] + uniqueKeys
        let isChanged = keys.map { key in
            let changed = key.map { "OLD.\(SQLName.quoted($0)) IS NOT NEW.\(SQLName.quoted($0))" }
            return "((\(changed.joined(separator: " OR "))) AND \(exists([key])))"
        }
        let sweep =
            "DELETE FROM \(rows) WHERE (\(key.list)) IN (SELECT \(key.list) FROM \(replaced)) "
            + "AND NOT EXISTS (SELECT 1 FROM \(table) AS paging_t WHERE \(isAt("paging_t", rows))); "
            + "DELETE FROM \(replaced);"
        let hasNotes = "EXISTS (SELECT 1 FROM \(replaced))"
        return [
            trigger("note_insert", "BEFORE INSERT", when: exists(keys), note(keys)),
            trigger("note_update", "BEFORE UPDATE", when: isChanged.joined(separator: " OR "), note(keys)),
            trigger("sweep_insert", "AFTER INSERT", when: hasNotes, sweep),
            trigger("sweep_update", "AFTER UPDATE", when: hasNotes, sweep),
        ]
    }

    /// The triggers on the index's own tables, by name. They keep the counts.
    var countTriggers: [SQLTrigger] {
        func count(_ row: String, _ change: String) -> String {
            (1...self.levels).map { (level: Int) -> String in
                let nearest = key.firstRows(
                    from: nodes, also: "level = \(level) AND ", named(row), backwards: true, limit: 1)
                return "UPDATE \(nodes) SET count = count \(change) 1 WHERE level = \(level) AND "
                    + "(\(key.list)) = (\(nearest));"
            }.joined(separator: " ")
        }
        let here = "level = NEW.level AND \(key.equals(named("NEW")))"
        let middleRow = key.firstRows(from: rows, named("NEW"), limit: 1, offset: fanOut)
        let splitRows =
            "INSERT INTO \(nodes) SELECT 1, \(key.list), NEW.count - \(fanOut), NEW.size FROM (\(middleRow)); "
            + "UPDATE \(nodes) SET count = \(fanOut) WHERE \(here);"
        let children = key.firstRows(
            from: nodes, also: "level = NEW.level - 1 AND ", selecting: ", count", named("NEW"),
            limit: fanOut * 8)
        let sums = "sum(count) OVER (ORDER BY \(key.order()) ROWS UNBOUNDED PRECEDING) - count AS before"
        let middleNode =
            "FROM (SELECT \(key.list), \(sums) FROM (\(children))) WHERE before >= NEW.size / 2 AND before < NEW.count "
            + "ORDER BY before LIMIT 1"
        let splitNodes =
            "UPDATE \(nodes) SET count = ifnull((SELECT before \(middleNode)), count) WHERE \(here); "
            + "INSERT INTO \(nodes) SELECT NEW.level, \(key.list), NEW.count - before, NEW.size \(middleNode);"
        let allLevels = (1...levels).map(String.init).joined(separator: ", ")
        // A bucket stays if a bucket above begins with it, because that one finds its first bucket by it.
        let removeEmpty =
            "DELETE FROM \(nodes) WHERE level IN (\(allLevels)) AND level <= NEW.level AND \(key.equals(named("NEW"))) "
            + "AND count = 0 AND NOT EXISTS (SELECT 1 FROM \(nodes) AS paging_n "
            + "WHERE paging_n.level = NEW.level + 1 AND "
            + "(\(named("paging_n").joined(separator: ", "))) = (\(named("NEW").joined(separator: ", "))));"
        let isFull = "NEW.count > NEW.size AND NEW.level"
        return [
            trigger("count_insert", "AFTER INSERT", on: rows, count("NEW", "+")),
            trigger("count_delete", "AFTER DELETE", on: rows, count("OLD", "-")),
            trigger("split_rows", "AFTER UPDATE OF count", on: nodes, when: "\(isFull) = 1", splitRows),
            trigger("split_nodes", "AFTER UPDATE OF count", on: nodes, when: "\(isFull) > 1", splitNodes),
            trigger(
                "empty", "AFTER UPDATE OF count", on: nodes,
                when: "NEW.count = 0 AND NEW.c0 <> \(columns[0].sentinel)", removeEmpty),
        ]
    }

    /// The statements that add the first bucket of each level.
    ///
    /// - Parameter count: the rows in them.
    func node(level: Int, _ key: [String], count: String) -> String {
        "INSERT INTO \(nodes) VALUES (\(level), \(key.joined(separator: ", ")), \(count), \(2 * half(level: level)))"
    }

    /// The key of the first buckets.
    var sentinel: [String] { [columns[0].sentinel] + columns.dropFirst().map { _ in "0" } }

    /// The prefix of its triggers' names.
    var triggerPrefix: String { "paging_rank_\(number)_" }

    /// The most notes of rows that may be replaced.
    private static let notes = 100

    private var sources: [String] {
        columns.filter { !$0.isFlag }.compactMap { $0.source.map(SQLName.quoted) }
    }

    private func trigger(
        _ name: String, _ event: String, on table: String? = nil, when condition: String? = nil, _ body: String
    ) -> SQLTrigger {
        SQLTrigger(triggerPrefix + name, event, on: table ?? self.table, when: condition, body)
    }

    private func same(_ left: String, as right: String, _ columns: [String]) -> String {
        columns.map { "\(left).\(SQLName.quoted($0)) = \(right).\(SQLName.quoted($0))" }.joined(separator: " AND ")
    }

    private func isUnchanged(_ left: String, _ right: String) -> String {
        sources.map { "\(left).\($0) IS \(right).\($0)" }.joined(separator: " AND ")
    }

    /// `true` if a row of the table is at a key of one of the index's tables.
    private func isAt(_ row: String, _ table: String) -> String {
        let finds = zip(identity, identityPlaces).map { "\(row).\(SQLName.quoted($0)) = \(table).\(names[$1])" }
        let matches = columns.map { "\(table).\($0.name) = \($0.value(of: row))" }
        return (finds + matches).joined(separator: " AND ")
    }
}
