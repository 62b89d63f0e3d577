import Foundation
import Paging
import PagingHTTP
import PagingTesting

@testable import PagingServer

/// The real responder over SQLite, and the real client, in one process.
final class SectionsOverHTTP: SectionedServer {
    let fixedLetters: [String] = []
    private let folder: TemporaryFolder
    private let path: String
    private let server: ServerInProcess

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("sections.sqlite")
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("CREATE TABLE list (id INTEGER PRIMARY KEY, letter TEXT, rank INTEGER)")
        try connection.execute("CREATE INDEX list_letter ON list (letter, rank, id)")
        server = ServerInProcess(Responder(try SQLiteDatabase(path: path)))
    }

    func set(_ rows: [SectionedRow]) throws {
        let connection = try SQLiteConnection(path: path, mode: .readWrite)
        try connection.transaction {
            try connection.execute("DELETE FROM list")
            for row in rows {
                try connection.execute(
                    "INSERT INTO list VALUES (?1, ?2, ?3)",
                    [.integer(Int64(row.id)), .text(Array(row.letter.utf8)), .integer(Int64(row.rank))])
            }
        }
    }

    func list(
        _ wire: HeldWire, _ clock: VirtualClock, _ behavior: ListBehavior, _ policy: LoadPolicy
    ) -> PagedList<SectionedRow> {
        let address = URL(string: "http://localhost/lists/list?sort=rank")!
        let source = HTTPSource<SectionedRow>(
            address, dialect: .envelope, groupBy: "letter", transport: HeldTransport(server: server, wire: wire))
        return PagedList(source, behavior: behavior, policy: policy, clock: clock, seed: 1)
    }
}
