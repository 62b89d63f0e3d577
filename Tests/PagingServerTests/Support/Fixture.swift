import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A database for a test.
protocol TestDatabase: AnyObject, Sendable {
    /// The path of its file, or its address.
    var place: String { get }
    /// Runs statements, each by itself.
    func write(_ statements: [String]) throws
    /// A connection that may write.
    func writer() throws -> DatabaseConnection
    func database() throws -> Database
}

extension TestDatabase {
    /// Serves the database, which stays as long as what serves it. A machine that is busy with other tests is given more time for an
    /// answer than a server gives.
    func responder() throws -> ServedFixture {
        ServedFixture(fixture: self, responder: Responder(try database(), queryMilliseconds: 60_000))
    }
}

/// Which databases there are to test with.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    var testDescription: String { rawValue }

    /// Both, or SQLite alone where PostgreSQL is not installed: `PostgresTests` says so.
    static var all: [Backend] { PostgresCluster.isInstalled ? [.sqlite, .postgres] : [.sqlite] }
}

extension Backend {
    /// A database of this kind with the statements given, each run by itself.
    func fixture(_ statements: [String] = []) throws -> any TestDatabase {
        switch self {
        case .sqlite: try Fixture(statements)
        case .postgres: try PostgresFixture(statements)
        }
    }

    /// See `Fixture.people()`.
    func people() throws -> any TestDatabase { try fixture(Fixture.peopleStatements) }
}

/// A SQLite file in a folder of its own, removed with it.
final class Fixture: TestDatabase {
    let folder: URL
    let path: String
    var place: String { path }

    /// Makes a database with the statements given, each run by itself.
    init(_ statements: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("paging-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("test.sqlite").path
        try write(statements)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ statements: [String]) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        for statement in statements { try connection.execute(statement) }
    }

    func writer() throws -> DatabaseConnection { .sqlite(try SQLiteConnection(path: path, mode: .create)) }

    func database() throws -> Database { try Database(path) }

    /// A table like the sample's, small: 60 rows, with NULLs, empty texts and ties.
    static func people() throws -> Fixture { try Fixture(peopleStatements) }

    static let peopleStatements = [
        "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, town TEXT, age INTEGER)",
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO people SELECT i * 3, 'person ' || (i * 7 % 60),
            CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'Öland & Co' ELSE 'Ulm' END, i % 4 FROM n
        """,
        "CREATE INDEX people_town ON people (town)",
    ]
}

extension Response {
    /// The body as JSON.
    func json() throws -> JSONValue { try JSONValue(parsing: body) }
}

/// A fixture, being served.
struct ServedFixture: Sendable {
    let fixture: any TestDatabase
    let responder: Responder

    func respond(to request: Request) -> Response { responder.respond(to: request) }

    func get(_ target: String, headers: [(name: String, value: String)] = []) -> Response {
        respond(to: Request(target: target, headers: headers))
    }

    /// The version that a page of a list names, which must be one.
    func version(of list: String) throws -> String {
        try #require(try get("/lists/\(list)").json().value(at: "paging/version")?.string)
    }

    /// The objects of a page, which must be one.
    func objects(_ target: String) throws -> [JSONValue] {
        try get(target).json()["objects"]?.array ?? []
    }
}
