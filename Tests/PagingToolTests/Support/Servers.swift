import Foundation
import Paging
import PagingServer
import PagingWire

@testable import PagingTool

/// The sample with few events, built once for all tests of a run.
enum SmallSample {
    static let events = 2_000

    static let path: Result<String, any Error> = Result {
        // A name of its own for each format, so that runs share it and a new format is built anew.
        let folder = packageFolder.appendingPathComponent(".build/tool-tests").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/sample-\(SampleDatabase.formatVersion)-\(events).sqlite"
        if !SampleDatabase.isCurrent(at: path) { try SampleDatabase.build(at: path, events: events) }
        return path
    }

    /// A copy of the sample, to be written to.
    static func copy(into folder: TemporaryFolder) throws -> String {
        let copy = folder.file("sample.sqlite")
        try FileManager.default.copyItem(atPath: try path.get(), toPath: copy)
        return copy
    }

    /// Serves the sample on a free port.
    static func serve(delay: Int = 0) throws -> HTTPServer {
        try HTTPServer(
            Responder(SQLiteDatabase(path: path.get())), configuration: .init(port: 0, delayMilliseconds: delay))
    }
}

/// A server that answers as a test says.
///
/// It lives until the run's end: one that ended after its last mention in a test would end before its client does.
struct ScriptedServer {
    let httpServer: HTTPServer
    var url: String { httpServer.url }

    private static let alive = Locked<[HTTPServer]>([])

    init(_ respond: @escaping @Sendable (Request) -> Response) throws {
        let httpServer = try HTTPServer(configuration: .init(port: 0), respond: respond)
        ScriptedServer.alive.withLock { $0.append(httpServer) }
        self.httpServer = httpServer
    }

    /// A list of numbered rows behind offset and limit, in the project's envelope.
    ///
    /// - Parameters:
    ///   - count: how many rows.
    ///   - interfere: answers instead of the list, where it wants to.
    ///   - row: a row's JSON.
    init(
        rows count: Int, interfere: @escaping @Sendable (_ offset: Int) -> Response? = { _ in nil },
        row: @escaping @Sendable (Int) -> String = { #"{"id":\#($0),"name":"row \#($0)"}"# }
    ) throws {
        try self.init { request in
            let offset = ScriptedServer.number("offset", in: request) ?? 0
            let limit = ScriptedServer.number("limit", in: request) ?? 25
            if let answer = interfere(offset) { return answer }
            let rows = (offset..<max(offset, min(count, offset + limit))).map(row).joined(separator: ",")
            return ScriptedServer.json(
                #"{"paging":{"offset":\#(offset),"limit":\#(limit),"totalCount":\#(count)},"objects":[\#(rows)]}"#)
        }
    }

    static func json(_ text: String, status: Int = 200, headers: [(name: String, value: String)] = []) -> Response {
        Response(status: status, headers: [("Content-Type", "application/json")] + headers, body: Array(text.utf8))
    }

    /// A number in a request's query.
    static func number(_ name: String, in request: Request) -> Int? {
        for pair in (request.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name { return Int(parts[1]) }
        }
        return nil
    }
}

/// Counts across threads.
final class Counter: Sendable {
    private let count = Locked(0)

    var value: Int { count.withLock { $0 } }

    /// Counts one more, and says how many that makes.
    @discardableResult
    func add() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

extension JSONValue {
    /// Reads a file.
    init(file path: String) throws {
        try self.init(parsing: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    }
}
