import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// The forms of `ALTER TABLE`, over columns of any type, beside a log, a rank and a full-text index: none of the application's statements
/// fails that succeeds on a twin without them, nor waits for longer than two seconds while others read, and what clients see is what the twin has, or refused.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresAlterPropertyTests
{
    @Test(arguments: Seeds.some(2, of: 40)) func `No ALTER TABLE makes a statement fail`(_ seed: UInt64) throws {
        var world = try AlteredWorld(seed)
        defer { #expect(world.reader.end() == [], Seeds.replay(seed, "PostgresAlterPropertyTests")) }
        for _ in 0..<6 { try world.step() }
    }
}

/// A table `t` with all that we keep beside it, and its twin `u` with nothing.
private struct AlteredWorld {
    private let seed: UInt64
    private var random: SplitMix64
    private let fixture: PostgresFixture
    let reader: AlteredReader
    private let connection: PostgresConnection
    private var served: ServedFixture
    private var known: KnownList?
    private var history: [String] = []
    private var next = 100

    init(_ seed: UInt64) throws {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        let key = random.element(of: ["int", "bigint", "text", "varchar(8)", "numeric(6,0)"])
        let columns = (0..<2).map { "c\($0) \(AlteredTypes.names[random.below(AlteredTypes.names.count)])" }
        let fixture = try PostgresFixture(["CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')"])
        for table in ["t", "u"] {
            try fixture.write([
                "CREATE TABLE \(table) (id \(key) PRIMARY KEY, \(columns.joined(separator: ", ")), w text)",
                "INSERT INTO \(table) (id, w) SELECT i::text::\(key), 'w' || i % 5 || ' x' FROM generate_series(1, 30) i",
            ])
        }
        (self.fixture, self.random) = (fixture, random)
        connection = try fixture.connection()
        reader = try AlteredReader(fixture)
        // No statement waits for longer.
        try connection.script("SET lock_timeout = '2s'; SET client_min_messages = error")
        served = try Self.serve(fixture)
        try keep()
        known = try look()
    }

    /// Makes what is not there, or has ended, where the table can have it.
    private func keep() throws {
        let columns = try AlteredColumn.all(of: "u", connection)
        _ = try? PostgresChangeLogging(address: fixture.address).start(list: "t")
        for column in columns.dropFirst().prefix(2) {
            let order = SQLName.quoted(column.name)
            if (try? PostgresRankIndexing(address: fixture.address).isIndexed(list: "t", order: order)) == true {
                continue
            }
            _ = try? PostgresRankIndexing(address: fixture.address).build(list: "t", order: order)
        }
        _ = try? PostgresSearchIndexing(address: fixture.address).build(
            list: "t", columns: columns.suffix(2).map(\.name))
    }

    mutating func step() throws {
        let columns = try AlteredColumn.all(of: "u", connection)
        for statement in AlteredStatements.alteration(of: columns, &random) { try run(statement) }
        let now = try AlteredColumn.all(of: "u", connection)
        for _ in 0..<3 {
            next += 1
            try run(AlteredStatements.writing(now, next, &random))
        }
        try compareClients()
        if random.below(3) == 0 {
            try keep()
            known = try look()
        }
    }

    /// Runs a statement on both tables.
    private mutating func run(_ statement: (_ table: String) -> String) throws {
        func result(_ table: String) -> String? {
            do {
                try connection.script(statement(table))
                return nil
            } catch {
                _ = try? connection.script("ROLLBACK")
                return "\(error)"
            }
        }
        history.append(statement("t"))
        let (twin, ours) = (result("u"), reader.during { result("t") })
        #expect(
            (twin == nil) == (ours == nil), "\(ours ?? "it succeeds, and not for the twin: \(twin ?? "")"): \(note)")
        let differences = try connection.script(
            "SELECT count(*) FROM ((SELECT t::text FROM t EXCEPT ALL SELECT u::text FROM u) UNION ALL (SELECT u::text FROM u EXCEPT ALL SELECT t::text FROM t)) AS s"
        )
        try #require(differences == ["0"], note)
    }

    private var note: Comment { "\(history.suffix(6)) \(Seeds.replay(seed, "PostgresAlterPropertyTests"))" }

    private static func serve(_ fixture: PostgresFixture) throws -> ServedFixture {
        ServedFixture(
            fixture: fixture,
            responder: Responder(.postgres(try PostgresDatabase(address: fixture.address)), queryMilliseconds: 60_000))
    }

    private mutating func compareClients() throws {
        // How soon a server notices that a table has another key is no matter here.
        served = try Self.serve(fixture)
        for column in try AlteredColumn.all(of: "u", connection).prefix(3) {
            let name = column.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for sort in [name, "-" + name] {
                let (ours, twin) = (
                    served.get("/lists/t?sort=\(sort)&limit=200"), served.get("/lists/u?sort=\(sort)&limit=200")
                )
                #expect(ours.status == twin.status, "\(sort): \(String(decoding: ours.body, as: UTF8.self)) \(note)")
                guard ours.status == 200 else { continue }
                let (page, twins) = (try ours.json(), try twin.json())
                #expect(page["objects"] == twins["objects"], "\(sort): \(page)\n\(twins) \(note)")
                #expect(page.value(at: "paging/totalCount") == twins.value(at: "paging/totalCount"), note)
            }
        }
        guard let earlier = known else { return known = try look() }
        let now = try look()
        if let now, served.get("/lists/t/changes?since=\(earlier.version)").status == 200 {
            let replayed = try earlier.replayed(served, "id")
            #expect(replayed.ids == now.ids && replayed.rows == now.rows, note)
        }
        known = now
    }

    /// The list as a client has it; `nil` where its rows have no key, or no log.
    private func look() throws -> KnownList? {
        guard served.get("/lists/t/ids?sort=id").status == 200,
            try PostgresChangeLogging(address: fixture.address).logs().first?.isUsable == true
        else { return nil }
        return try KnownList(served, "id")
    }
}
