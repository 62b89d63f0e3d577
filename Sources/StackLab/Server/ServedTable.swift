internal import Foundation
internal import PagingServer

/// A table of SQLite, served by the real ``Responder``.
///
/// `@unchecked Sendable`: a world's time goes on from one answer to the next, and nothing is done before that has been taken in.
package final class ServedTable: StackServer, @unchecked Sendable {
    private let file: SQLFile
    private let responder: Responder
    private var nextID: Int
    package let isGrouped: Bool
    package let pageSize: Int

    /// - Parameters:
    ///   - rows: the rows in order.
    ///   - isGrouped: `true` if clients read it section by section.
    ///   - hasLog: `true` if the server reports changes.
    ///   - pageSize: the rows that a client gets without asking for a number.
    package init(_ rows: [StackRow], isGrouped: Bool, hasLog: Bool) throws {
        self.isGrouped = isGrouped
        pageSize = 25
        nextID = (rows.map(\.id).max() ?? 0) + 1
        var statements = [
            "CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT NOT NULL, shelf TEXT NOT NULL, place REAL NOT NULL)",
            "BEGIN",
        ]
        for (place, row) in rows.enumerated() {
            statements.append("INSERT INTO rows VALUES (\(row.id), '\(row.name)', '\(row.shelf)', \(place))")
        }
        file = try SQLFile(statements + ["COMMIT"])
        if hasLog { try ChangeLogging(path: file.path).start(list: "rows") }
        responder = Responder(try SQLiteDatabase(path: file.path), queryMilliseconds: 60_000)
    }

    package var address: String { "http://localhost/lists/rows?sort=place" }

    private var order: String { isGrouped ? "shelf, place, id" : "place, id" }

    package func truth() throws -> [StackRow] {
        try file.rows("SELECT id, name, shelf FROM rows ORDER BY \(order)").map { row in
            StackRow(id: Int(row[0]) ?? 0, name: row[1], shelf: row[2])
        }
    }

    package func answer(_ target: String, headers: [(name: String, value: String)]) -> StackAnswer {
        let response = responder.respond(to: Request(target: target, headers: headers))
        return StackAnswer(
            status: response.status, headers: response.headers.map { ($0.0, $0.1) }, body: Array(response.body))
    }

    package func keys() throws -> [Int] {
        try file.rows("SELECT id FROM rows ORDER BY place, id").compactMap { Int($0[0]) }
    }

    package func change(_ change: StackChange) throws -> Int? {
        let rows = try file.rows("SELECT id, place FROM rows ORDER BY place, id")
        func row(_ fraction: Double) -> String? {
            rows.isEmpty ? nil : rows[min(rows.count - 1, Int(fraction * Double(rows.count)))][0]
        }
        /// A place between two rows.
        func place(_ fraction: Double) -> Double {
            let index = min(rows.count, Int(fraction * Double(rows.count + 1)))
            let above = index > 0 ? Double(rows[index - 1][1]) ?? 0 : (rows.first.flatMap { Double($0[1]) } ?? 0) - 2
            let below = index < rows.count ? Double(rows[index][1]) ?? 0 : above + 2
            return (above + below) / 2
        }
        switch change {
        case .insert(let at, let shelf):
            nextID += 1
            return try self.change(.add(id: nextID - 1, at: at, shelf: shelf))
        case .add(let id, let at, let shelf):
            try file.run(["INSERT INTO rows VALUES (\(id), 'new', '\(shelf)', \(place(at)))"])
            return id
        case .remove(let at):
            if let id = row(at) { try file.run(["DELETE FROM rows WHERE id = \(id)"]) }
        case .move(let from, let to):
            if let id = row(from) { try file.run(["UPDATE rows SET place = \(place(to)) WHERE id = \(id)"]) }
        case .update(let at):
            if let id = row(at) { try file.run(["UPDATE rows SET name = name || '*' WHERE id = \(id)"]) }
        case .reshelve(let at, let shelf):
            if let id = row(at) { try file.run(["UPDATE rows SET shelf = '\(shelf)' WHERE id = \(id)"]) }
        }
        return nil
    }
}
