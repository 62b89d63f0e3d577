internal import CSQLite
internal import Foundation

/// A SQLite file that an application writes to, in a folder of its own that goes with it.
///
/// `@unchecked Sendable`: the connection is opened in SQLite's serialized mode, and a world uses it for one answer at a time.
final class SQLFile: @unchecked Sendable {
    let path: String
    private let folder: URL
    private var connection: OpaquePointer?

    struct Failure: Error { let message: String }

    init(_ statements: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stack-lab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "list.sqlite").path
        guard sqlite3_open(path, &connection) == SQLITE_OK else { throw Failure(message: "cannot open \(path)") }
        // The files of a simulation need not outlive a power cut.
        try run(["PRAGMA synchronous = OFF", "PRAGMA busy_timeout = 5000"] + statements)
    }

    deinit {
        sqlite3_close(connection)
        try? FileManager.default.removeItem(at: folder)
    }

    func run(_ statements: [String]) throws {
        for statement in statements where sqlite3_exec(connection, statement, nil, nil, nil) != SQLITE_OK {
            throw Failure(message: "\(String(cString: sqlite3_errmsg(connection))): \(statement)")
        }
    }

    func rows(_ query: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else {
            throw Failure(message: "\(String(cString: sqlite3_errmsg(connection))): \(query)")
        }
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                })
        }
        return rows
    }
}
