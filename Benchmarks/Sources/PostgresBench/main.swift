// The cost of pages of PostgreSQL at any depth of a long table, with a rank index and without, and the index's cost for writers.
//
//     swift run -c release --package-path Benchmarks PostgresBench [ROWS] [--seconds N]
import BenchTable
import Foundation
import PagingServer

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 10_000_000
let seconds = arguments.firstIndex(of: "--seconds").flatMap { Double(arguments[$0 + 1]) } ?? 5
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paging-pg-bench-\(getpid())")
let server = try Server(in: folder)
defer { server.stop() }

func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// Milliseconds of the wall clock, the median of several runs after a first one.
func milliseconds(_ runs: Int = 15, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    return median(
        (0...runs).map { _ in
            let (seconds, attoseconds) = clock.measure(body).components
            return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
        }.dropFirst().map(\.self))
}

say("Writing \(count) rows ...")
let database = Connection(server.address)
// The numbers have gaps, so that no key can be worked out from a position.
database.run("CREATE TABLE t (id int PRIMARY KEY, k int NOT NULL, name text NOT NULL)")
database.run(
    "INSERT INTO t SELECT i * 3, random() * 1e9, 'name ' || (random() * 5000)::int FROM generate_series(1, \(count)) i")
database.run("CREATE INDEX t_k ON t (k, id)")
database.run("VACUUM ANALYZE t")

/// Microseconds an insert takes, in transactions of a hundred.
@MainActor func insertCost() -> Double {
    let inserts = 5_000
    return milliseconds(3) {
        for start in stride(from: 0, to: inserts, by: 100) {
            database.run("BEGIN")
            for row in start..<start + 100 {
                database.run(
                    "INSERT INTO t VALUES (\(count * 3 + 1 + row), random() * 1e9, 'name ' || (random() * 5000)::int)")
            }
            database.run("COMMIT")
        }
        database.run("DELETE FROM t WHERE id > \(count * 3)")
    } * 1e3 / Double(inserts)
}

/// Microseconds a row takes that comes in one statement with many.
@MainActor func bulkCost() -> Double {
    let rows = 50_000
    return milliseconds(3) {
        database.run(
            "INSERT INTO t SELECT \(count * 3) + i, random() * 1e9, 'bulk' FROM generate_series(1, \(rows)) i")
        database.run("DELETE FROM t WHERE id > \(count * 3)")
    } * 1e3 / Double(rows)
}

var table = BenchTable()
let responder = Responder(try Database(server.address), queryMilliseconds: 600_000)
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

table.section("Writing to \(count) rows and an index on k, and removing it again")
table.add("an insert, without a rank index", insertCost(), unit: "µs", atMost: nil)
table.add("a row of 50,000 at once, without", bulkCost(), unit: "µs", atMost: nil)
let alone = Writers(address: server.address, seconds: seconds).run(folds: false)
table.add("eight writers, without", alone, unit: "/s", atMost: nil)
database.run("DELETE FROM t WHERE id > \(count * 3)")
database.run("VACUUM ANALYZE t")

table.section("Without a rank index: 50 rows by k")
for offset in offsets {
    table.add(
        "OFFSET \(offset)",
        milliseconds(3) { database.run("SELECT * FROM t ORDER BY k, id LIMIT 50 OFFSET \(offset)") }, unit: "ms",
        atMost: nil)
}
table.add(
    "keyset, in the middle",
    milliseconds { database.run("SELECT * FROM t WHERE (k, id) > (500000000, 0) ORDER BY k, id LIMIT 50") }, unit: "ms",
    atMost: nil)
var rows = 50
table.add(
    "the server by a cursor",
    milliseconds {
        rows += 1
        let response = responder.respond(to: Request(target: "/lists/t?limit=\(rows)&after=&sort=k"))
        precondition(response.status == 200)
    }, unit: "ms", atMost: nil)

for (sort, order) in [("id", "id"), ("name,-k", "name, k desc"), ("k", "k")] {
    say("Indexing by \(order) ...")
    let clock = ContinuousClock()
    let indexing = try RankIndexes.open(server.address)
    let built = try clock.measure { _ = try indexing.build(list: "t", order: order) { _ in } }.components.seconds
    table.section("With a rank index: 50 rows by \(order); built in \(built) s")
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
    table.add("the position of a row", position, unit: "ms", atMost: max(1, 2 * costs[0]))
    if order != "k" { try indexing.drop(list: "t", order: order, isDryRun: false) }
}

table.section("Writing with one rank index, and removing it again")
table.add("an insert", insertCost(), unit: "µs", atMost: nil)
table.add("a row of 50,000 at once", bulkCost(), unit: "µs", atMost: nil)
// Counts left unfolded by the inserts before are not part of the writers' cost.
_ = try RankIndexes.open(server.address).fold(list: "t")
let counted = Writers(address: server.address, seconds: seconds).run(folds: true)
table.add("eight writers", counted, unit: "/s", atMost: nil)
table.add("what they are slowed by", alone / counted, unit: "×", atMost: 2)
let faults = try RankIndexes.open(server.address).check(list: "t", order: "k")
precondition(faults.isEmpty, "the counts are wrong: \(faults)")
table.add("buckets that are wrong after it", Double(faults.count), unit: "", atMost: 0)
table.show()
