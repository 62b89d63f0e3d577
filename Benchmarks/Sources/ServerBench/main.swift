// The cost of pages at any depth of a long table, with a rank index and without, and the index's cost for writers.
//
//     swift run -c release --package-path Benchmarks ServerBench [ROWS]
import BenchTable
import Foundation
import PagingServer

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paging-bench-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = folder.appendingPathComponent("bench.sqlite").path

/// Milliseconds of the wall clock, the median of several runs after a first one.
func milliseconds(_ runs: Int = 15, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    return median(
        (0...runs).map { _ in
            let (seconds, attoseconds) = clock.measure(body).components
            return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
        }.dropFirst().map(\.self))
}

func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

say("Writing \(count) rows ...")
let database = Database(path)
// The numbers have gaps, so that no key can be worked out from a position.
database.run("CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER, name TEXT)")
database.run("BEGIN")
database.run(
    """
    WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ?1)
    INSERT INTO t SELECT i * 3, abs(random()) % 1000000000, 'name ' || (abs(random()) % 5000) FROM s
    """, [Int64(count)])
database.run("COMMIT")
database.run("CREATE INDEX t_k ON t (k)")

/// Microseconds an insert takes, in transactions of a hundred.
@MainActor func insertCost() -> Double {
    let inserts = 10_000
    return milliseconds(3) {
        for start in stride(from: 0, to: inserts, by: 100) {
            database.run("BEGIN")
            for _ in start..<start + 100 {
                database.run(
                    "INSERT INTO t (k, name) VALUES (abs(random()) % 1000000000, 'name ' || abs(random() % 5000))")
            }
            database.run("COMMIT")
        }
        database.run("DELETE FROM t WHERE id > ?1", [Int64(count * 3)])
    } * 1e3 / Double(inserts)
}

var table = BenchTable()
let responder = Responder(try SQLiteDatabase(path: path), queryMilliseconds: 600_000)
let offsets = [0, count / 2, max(0, count - 50)]

@MainActor func page(_ sort: String, _ offset: Int) -> Double {
    // Each a row further, or back at the end: what was answered before is only given again.
    var turn = 0
    return milliseconds {
        turn += 1
        let offset = offset < count / 2 ? offset + turn : offset - turn
        let response = responder.respond(to: Request(target: "/lists/t?limit=50&offset=\(offset)&sort=\(sort)"))
        precondition(response.status == 200, String(decoding: response.body, as: UTF8.self))
    }
}

table.section("An insert into \(count) rows and an index on k, and its delete")
table.add("without a rank index", insertCost(), unit: "µs", atMost: nil)

table.section("Without a rank index: 50 rows by k")
for offset in offsets {
    table.add(
        "OFFSET \(offset)",
        milliseconds(5) { database.run("SELECT * FROM t ORDER BY k, id LIMIT 50 OFFSET ?1", [Int64(offset)]) },
        unit: "ms",
        atMost: nil)
}
table.add(
    "keyset, in the middle",
    milliseconds {
        database.run("SELECT * FROM t WHERE (k, id) > (?1, ?2) ORDER BY k, id LIMIT 50", [500_000_000, 0])
    }, unit: "ms", atMost: nil)
for offset in offsets { table.add("the server at \(offset)", page("k", offset), unit: "ms", atMost: nil) }

for (sort, order) in [("id", "id"), ("k", "k"), ("name,-k", "name, k desc")] {
    say("Indexing by \(order) ...")
    let clock = ContinuousClock()
    let (seconds, _) = try clock.measure { _ = try RankIndexing(path: path).build(list: "t", order: order) }.components
    table.section("With a rank index: 50 rows by \(order); built in \(seconds) s")
    let costs = offsets.map { page(sort, $0) }
    for (offset, cost) in zip(offsets, costs) {
        table.add("the server at \(offset)", cost, unit: "ms", atMost: max(1, 2 * costs[0]))
    }
    var turn = 0
    let position = milliseconds {
        turn += 1
        let id = (count / 2 + turn) * 3
        let response = responder.respond(to: Request(target: "/lists/t/position?sort=\(sort)&id=\(id)"))
        precondition(response.status == 200)
    }
    table.add("the position of a row", position, unit: "ms", atMost: 1)
}

table.section("An insert and its delete")
table.add("with three rank indexes", insertCost(), unit: "µs", atMost: nil)
try RankIndexing(path: path).drop(list: "t", order: "id")
try RankIndexing(path: path).drop(list: "t", order: "name, k desc")
table.add("with one rank index", insertCost(), unit: "µs", atMost: nil)
table.show()
