import Foundation
import Paging
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

extension PostgresCluster {
    static let absence = Comment(rawValue: whyItIsAbsent)
}

/// A table that is watched while others write to it, in either database.
final class WatchedBooks: Sendable {
    /// Which databases there are to test with.
    enum Backend: String, Sendable { case sqlite, postgres }

    /// The path of its file, or its address.
    let place: String
    private let folder: TemporaryFolder?
    private var isPostgres: Bool { Database.isAddress(place) }

    init(_ backend: Backend) throws {
        let rows = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO books SELECT i * 10, 'book ' || i, 1900 + i % 100 FROM n
            """
        let statements = ["CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, year INTEGER)", rows]
        switch backend {
        case .sqlite:
            let folder = try TemporaryFolder()
            (self.folder, place) = (folder, folder.file("books.sqlite"))
            try write(["PRAGMA journal_mode = wal"] + statements)
        case .postgres:
            (folder, place) = (nil, try PostgresSchema(statements).address)
        }
    }

    /// A connection that may write.
    private func writer() throws -> DatabaseConnection {
        if isPostgres { return .postgres(try PostgresConnection(PostgresAddress(place))) }
        let connection = try SQLiteConnection(path: place, mode: .create)
        try connection.execute("PRAGMA busy_timeout = 60000")
        return .sqlite(connection)
    }

    func write(_ statements: [String]) throws {
        let connection = try writer()
        for statement in statements { try connection.forEachRow(statement) { _ in } }
    }

    /// The keys and titles of all rows in an order.
    func rows(by order: String) throws -> [(id: Int, title: String)] {
        var rows: [(id: Int, title: String)] = []
        try writer().forEachRow("SELECT id, title FROM books ORDER BY \(order)") { row in
            guard case .text(let title) = row.value(1) else { return }
            rows.append((Int(row.int64(0)), String(decoding: title, as: UTF8.self)))
        }
        return rows
    }

    /// Three writers, each with a share of the keys, write for a while; the last then adds a row that ends it.
    ///
    /// - Throws: what kept a writer from writing.
    func write(_ times: Int) async throws {
        let writers = (0..<3).map { writer in
            BlockingThreads.detached { [self] in try await write(times, as: writer) }
        }
        for writer in writers { try await writer.value }
        try write(["INSERT INTO books VALUES (100000, 'the last', 3000)"])
    }

    private func write(_ times: Int, as writer: Int) async throws {
        var random = SystemRandomNumberGenerator()
        let connection = try self.writer()
        for time in 0..<times {
            let id = Int.random(in: 1...3_000, using: &random) / 3 * 3 + writer
            let year = Int.random(in: 1_890...2_010, using: &random)
            let share = "id % 3 = \(writer)"
            let statement =
                switch time % 4 {
                case 0:
                    // SQLite removes a row that is replaced without a trigger that tells.
                    "INSERT \(isPostgres ? "" : "OR REPLACE ")INTO books VALUES (\(id), 'new \(time)', \(year))"
                        + (isPostgres
                            ? " ON CONFLICT (id) DO UPDATE SET title = excluded.title, year = excluded.year" : "")
                case 1: "DELETE FROM books WHERE \(share) AND id BETWEEN \(id) AND \(id + 20)"
                case 2: "UPDATE books SET year = \(year) WHERE \(share) AND id BETWEEN \(id) AND \(id + 30)"
                default: "UPDATE books SET title = 'other \(time)' WHERE \(share) AND year = \(year)"
                }
            try connection.forEachRow(statement) { _ in }
            // Rows are written in pieces, between which the tool looks.
            try await paced(.seconds(Double.random(in: 0...0.03, using: &random)))
        }
    }
}
