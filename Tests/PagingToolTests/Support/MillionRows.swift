import Foundation

@testable import PagingServer

/// A database with a list as long as the traces': a million rows, made in a moment, served as long as this lives.
final class MillionRows {
    private let folder: TemporaryFolder
    private let httpServer: HTTPServer

    var url: String { "\(httpServer.url)/lists/rows" }

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.file("million.sqlite")
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
            INSERT INTO rows SELECT i, 'row ' || i FROM n
            """)
        httpServer = try HTTPServer(Responder(SQLiteDatabase(path: path)), configuration: .init(port: 0))
    }

    deinit { httpServer.stop() }
}
