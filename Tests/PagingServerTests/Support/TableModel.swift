import PagingWire

@testable import PagingServer

/// A table at random, and what its pages must be, worked out without SQL.
struct TableModel {
    struct Column {
        var name: String
        var ignoresCase: Bool
    }

    struct Row {
        var values: [DatabaseValue]
        /// The values that break ties, the least first.
        var key: [DatabaseValue]
        /// Tells the row, whatever else it holds.
        var mark: Int
    }

    struct Term {
        var column: Int
        var descends: Bool
    }

    let columns: [Column]
    let backend: Backend
    var rows: [Row] = []
    var statements: [(sql: String, values: [DatabaseValue])] = []

    /// Whether the list is a view, whose rows have no key.
    var isView: Bool { statements.contains { $0.sql.hasPrefix("CREATE VIEW") } }

    /// - Parameter backend: PostgreSQL has types, and neither hidden row numbers nor an order of a view's equal rows.
    init(_ random: inout SplitMix64, _ backend: Backend = .sqlite) {
        enum Shape: CaseIterable { case dense, sparse, composite, hidden, view }
        let isPostgres = backend == .postgres
        let shape = random.element(of: isPostgres ? [.dense, .sparse, .composite] : Shape.allCases)
        self.backend = backend
        columns = [
            Column(name: "free", ignoresCase: false), Column(name: "text", ignoresCase: !isPostgres),
            Column(name: "number", ignoresCase: false),
        ]
        let table = shape == .view ? "u" : "t"
        let head =
            switch shape {
            case .dense, .sparse: "k INTEGER PRIMARY KEY"
            case .hidden: "k INTEGER"
            case .composite, .view: "k TEXT, l INTEGER"
            }
        statements.append(
            (
                """
                CREATE TABLE \(table) (\(head), free \(isPostgres ? "FLOAT8" : ""),
                text TEXT \(isPostgres ? "" : "COLLATE NOCASE"), number INTEGER, mark INTEGER
                \(shape == .composite ? ", PRIMARY KEY (k, l))" : ")")
                \(shape == .composite && !isPostgres ? "WITHOUT ROWID" : "")
                """, []
            ))
        for column in columns where random.below(2) == 0 {
            statements.append(("CREATE INDEX \(table)_\(column.name) ON \(table) (\(column.name))", []))
        }
        var next: Int64 = Int64(random.below(2000)) - 1000
        for mark in 0..<random.below(1200) {
            next += shape == .sparse ? Int64(1 + random.below(9)) : 1
            let values = columns.indices.map { TableModel.value($0, &random, isPostgres) }
            let key: [DatabaseValue]
            switch shape {
            case .dense, .sparse: key = [.integer(next)]
            case .hidden: key = [.integer(Int64(mark))]
            case .composite, .view: key = [.text("k\(random.below(7))"), .integer(Int64(mark))]
            }
            let stored = shape == .hidden ? [.null] : key
            statements.append(
                (
                    "INSERT INTO \(table) VALUES (\((stored + values + [.null]).indices.map { "?\($0 + 1)" }.joined(separator: ",")))",
                    stored + values + [.integer(Int64(mark))]
                ))
            rows.append(Row(values: values, key: key, mark: mark))
        }
        if shape == .view { statements.append(("CREATE VIEW t AS SELECT k, l, free, text, number, mark FROM u", [])) }
    }

    private static func value(_ column: Int, _ random: inout SplitMix64, _ isPostgres: Bool) -> DatabaseValue {
        switch column {
        case 0 where isPostgres:
            random.element(of: [
                .null, .null, .real(0.1), .real(1.5), .real(-2), .real(-.infinity), .real(.infinity), .real(1e300),
            ])
        case 0:
            random.element(of: [
                .null, .text(""), .text("1"), .integer(1), .real(1.5), .blob([1]), .blob([]), .integer(-3), .text("é"),
                .text("a b&c"), .real(-.infinity), .text([0xFF, 0x41]),
            ])
        case 1: random.element(of: [.null, .text(""), .text("a"), .text("A"), .text("b"), .text("Z"), .text("é")])
        default: random.below(9) == 0 ? .null : .integer(Int64(random.below(12)) - 5)
        }
    }

    /// The rows in an order: that of the terms, and then of the key, in the direction of the last term.
    func sorted(_ terms: [Term]) -> [Row] {
        let tieDescends = terms.last?.descends ?? false
        return rows.sorted { left, right in
            for term in terms {
                let order = compare(
                    left.values[term.column], right.values[term.column], columns[term.column].ignoresCase)
                if order != 0 { return (order < 0) != term.descends }
            }
            for (left, right) in zip(left.key, right.key) {
                let order = compare(left, right, false)
                if order != 0 { return (order < 0) != tieDescends }
            }
            return false
        }
    }

    /// Whether two values are at the same place of a column's order.
    func areEqual(_ left: DatabaseValue, _ right: DatabaseValue, column: Int) -> Bool {
        compare(left, right, columns[column].ignoresCase) == 0
    }

    private func compare(_ left: DatabaseValue, _ right: DatabaseValue, _ ignoresCase: Bool) -> Int {
        func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int { left < right ? -1 : left > right ? 1 : 0 }
        func bytes(_ left: [UInt8], _ right: [UInt8]) -> Int {
            left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
        }
        func folded(_ text: [UInt8]) -> [UInt8] {
            ignoresCase ? text.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 } : text
        }
        return switch (left, right) {
        case (.text(let left), .text(let right)): bytes(folded(left), folded(right))
        case (.blob(let left), .blob(let right)): bytes(left, right)
        default:
            if let left = left.number, let right = right.number {
                sign(left, right)
            } else {
                sign(left.rank, right.rank)
            }
        }
    }
}

extension TableModel {
    func serve() throws -> ServedFixture {
        let fixture = try backend.fixture()
        let connection = try fixture.writer()
        try connection.forEachRow("BEGIN") { _ in }
        for statement in statements { try connection.forEachRow(statement.sql, statement.values) { _ in } }
        try connection.forEachRow("COMMIT") { _ in }
        return try fixture.responder()
    }

    /// An order at random, and the parameter that asks for it.
    func order(_ random: inout SplitMix64) -> (terms: [Term], query: String) {
        var columns = Array(self.columns.indices)
        columns.shuffle(using: &random)
        let terms = columns.prefix(random.below(4)).map { Term(column: $0, descends: random.below(2) == 0) }
        let sort = terms.map { ($0.descends ? "-" : "") + self.columns[$0.column].name }.joined(separator: ",")
        return (terms, terms.isEmpty ? "" : "&sort=\(sort)")
    }
}

extension DatabaseValue {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    fileprivate var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        case .json: 4
        }
    }
}
