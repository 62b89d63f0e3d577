@testable import PagingServer

/// A table that is written to at random, in every way that SQLite has, and the orders to index it by.
struct RankTable {
    let statements: [String]
    let orders: [String]
    let hasIntegerKey: Bool
    private let hasUnique: Bool

    init(_ random: inout SplitMix64) {
        hasIntegerKey = random.below(3) > 0
        hasUnique = random.below(2) == 0
        let unique = hasUnique ? ", UNIQUE (u)" : ""
        var statements = [
            hasIntegerKey
                ? "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT COLLATE NOCASE, n INTEGER, u INTEGER\(unique))"
                : "CREATE TABLE t (k TEXT COLLATE NOCASE, l INTEGER, a, b TEXT COLLATE NOCASE, n INTEGER, u INTEGER\(unique), "
                    + "PRIMARY KEY (k, l)) WITHOUT ROWID"
        ]
        let key = hasIntegerKey ? "id = NEW.id" : "k = NEW.k AND l = NEW.l"
        if random.below(2) == 0 {
            // A program's own trigger changes the row again, before or after the triggers of the index.
            statements.append(
                "CREATE TRIGGER touch AFTER UPDATE OF a ON t BEGIN UPDATE t SET n = n + 1 WHERE \(key); END")
            statements.append(
                "CREATE TRIGGER drain AFTER INSERT ON t WHEN NEW.n = 5 BEGIN DELETE FROM t WHERE n = 4; END")
        }
        self.statements = statements
        orders = ["n", "-a, b", "b, n desc", "n desc, b desc, a", hasIntegerKey ? "id" : "k"]
    }

    /// One statement that writes to the table.
    private func statement(_ random: inout SplitMix64) -> (sql: String, values: [DatabaseValue]) {
        let row = key(&random) + [a(&random), b(&random), n(&random), u(&random)]
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        let find = hasIntegerKey ? "id = ?" : "k = ? AND l = ?"
        let verb = random.element(of: ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "REPLACE"])
        switch random.below(12) {
        case 0...4: return ("\(verb) INTO t VALUES (\(marks))", row)
        case 5:
            let target = hasIntegerKey ? "id" : "k, l"
            return (
                "INSERT INTO t VALUES (\(marks)) ON CONFLICT (\(target)) DO UPDATE SET a = excluded.a, n = excluded.n",
                row
            )
        case 6: return ("DELETE FROM t WHERE \(find)", key(&random))
        case 7: return ("DELETE FROM t WHERE n = ?", [n(&random)])
        case 8:
            return (
                "UPDATE OR REPLACE t SET n = ?, b = ?, u = ? WHERE \(find)",
                Array(row.suffix(3).reordered) + key(&random)
            )
        case 9: return ("UPDATE t SET a = ?, n = n + 1 WHERE n > ?", [a(&random), n(&random)])
        case 10:
            return hasIntegerKey
                ? ("UPDATE OR REPLACE t SET rowid = ? WHERE id = ?", key(&random) + key(&random))
                : ("UPDATE OR IGNORE t SET k = ?, l = ? WHERE k = ? AND l = ?", key(&random) + key(&random))
        default:
            let columns = hasIntegerKey ? "200 + i * 2" : "'bulk' || (i % 3), i"
            let unique = hasUnique ? "NULL" : "i"
            return (
                "WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < ?) "
                    + "INSERT OR REPLACE INTO t SELECT \(columns), i % 7, 'b' || (i % 5), i % 11, \(unique) FROM s",
                [.integer(Int64(random.below(60)))]
            )
        }
    }

    /// Programs that write to the table. One of three fires triggers for replaced rows too.
    static func writers(of fixture: Fixture) throws -> [SQLiteConnection] {
        let writers = try (0..<3).map { _ in try SQLiteConnection(path: fixture.path, mode: .create) }
        try writers[2].execute("PRAGMA recursive_triggers = 1")
        for writer in writers { try writer.execute("PRAGMA synchronous = OFF") }
        return writers
    }

    /// Writes to the table so many times, now and then in a part that may be undone.
    func write(_ count: Int, by writer: SQLiteConnection, _ random: inout SplitMix64) throws {
        for _ in 0..<count {
            if random.below(5) == 0 {
                try writer.execute("SAVEPOINT s")
                for _ in 0..<random.below(5) { try attempt(writer, &random) }
                if random.below(2) == 0 { try writer.execute("ROLLBACK TO s") }
                try writer.execute("RELEASE s")
            }
            try attempt(writer, &random)
        }
    }

    /// Runs a statement that may break a constraint.
    func attempt(_ connection: SQLiteConnection, _ random: inout SplitMix64) throws {
        let statement = statement(&random)
        do { try connection.execute(statement.sql, statement.values) } catch let error as SQLiteError {
            guard error.message.contains("constraint failed") else { throw error }
        }
    }

    private func key(_ random: inout SplitMix64) -> [DatabaseValue] {
        let number = DatabaseValue.integer(Int64(random.below(150)))
        if hasIntegerKey { return [random.below(20) == 0 ? .integer(-1) : number] }
        return [.text(random.element(of: ["x", "X", "y", "zz", "", "é"])), number]
    }

    private func a(_ random: inout SplitMix64) -> DatabaseValue {
        random.element(of: [
            .null, .integer(1), .real(1), .real(1.5), .text("1"), .text(""), .blob([]), .blob([0]), .integer(.min),
            .real(.infinity),
        ])
    }

    private func b(_ random: inout SplitMix64) -> DatabaseValue {
        random.element(of: [.null, .text("a"), .text("A"), .text("b"), .text("")])
    }

    private func n(_ random: inout SplitMix64) -> DatabaseValue {
        random.below(8) == 0 ? .null : .integer(Int64(random.below(12)))
    }

    private func u(_ random: inout SplitMix64) -> DatabaseValue {
        hasUnique && random.below(3) == 0 ? .null : .integer(Int64(random.below(80)))
    }
}

extension ArraySlice<DatabaseValue> {
    /// `b, n, u` as `n, b, u`.
    fileprivate var reordered: [DatabaseValue] { [self[startIndex + 1], self[startIndex], self[startIndex + 2]] }
}
