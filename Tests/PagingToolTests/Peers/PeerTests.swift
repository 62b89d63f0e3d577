import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingTool

/// `paging pull --dialect auto` brings home every row once from servers that know nothing of this project.
@Suite(.serialized) struct PeerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Pulls a list and checks the report against the rows.
    private func pull(_ url: String) async throws -> (rows: [JSONValue], report: JSONValue) {
        let outcome = try await ToolProcess(
            [
                "pull", url, "--dialect", "auto", "--out", folder.file("rows.jsonl"), "--report",
                folder.file("report.json"), "--quiet",
            ]
        ).outcome()
        try #require(outcome.code == 0, "\(url): \(outcome.error)")
        let rows = try folder.lines(of: "rows.jsonl").map { try JSONValue(parsing: Array($0.utf8)) }
        let report = try JSONValue(file: folder.file("report.json"))
        #expect(report["items"]?.int == rows.count)
        #expect(report["distinctIds"]?.int == rows.count)
        #expect(report["complete"] == true)
        return (rows, report)
    }

    // MARK: Django REST Framework

    /// Rows in the database of the application: its own seven and some more.
    private static let rows = 307

    @Test(.enabled(if: Peers.hasApplication, "../shared/peers/drf_app.py is not there"))
    func `It pulls from Django REST framework`() async throws {
        try await Peer.run("python", in: folder.path, [Peers.application, "init"])
        // Every third row shares its sort key with two others: what a cursor that goes by it must cope with.
        let more = """
            import sqlite3
            database = sqlite3.connect('dj.db')
            database.executemany('INSERT INTO a_item (title, created) VALUES (?, ?)',
                [(f't{i}', i // 3) for i in range(8, \(Self.rows + 1))])
            database.commit()
            """
        try await Peer.run("python", in: folder.path, ["-c", more])
        let peer = try await Peer.start("python", in: folder.path, path: "/pn/") { port in
            // The application has a port of its own, which another run may be using.
            let serve = """
                import runpy, sys, wsgiref.simple_server as server
                make = server.make_server
                server.make_server = lambda host, _, application: make(host, \(port), application)
                sys.argv = ['drf_app.py', 'serve']
                runpy.run_path(sys.orig_argv[-1], run_name='__main__')
                """
            return ["-c", serve, Peers.application]
        }
        let names = Set((1...Self.rows).map { "t\($0)" })
        for path in ["pn/", "lo/", "cu/", "pn/?page_size=50", "jp/", "jl/"] {
            let (rows, report) = try await pull(peer.url + "/" + path)
            #expect(rows.count == Self.rows, "\(path)")
            let found = Set(rows.compactMap { ($0["title"] ?? $0["attributes"]?["title"])?.string })
            #expect(found == names, "\(path)")
            #expect(report["identifiedBy"] == "id", "\(path)")
        }
    }

    // MARK: Datasette

    @Test(.long) func `Pulls the sample from Datasette`() async throws {
        let database = try SmallSample.path.get()
        let name = URL(fileURLWithPath: database).deletingPathExtension().lastPathComponent
        // Its own limit, a second for a query, is one that a busy machine can miss.
        let settings = ["--setting", "max_returned_rows", "5000", "--setting", "sql_time_limit_ms", "60000"]
        let peer = try await Peer.start("datasette", in: folder.path, path: "/\(name)/events.json") { port in
            ["serve", "-i", database, "-h", "127.0.0.1", "-p", "\(port)"] + settings
        }
        let events = try await pull(peer.url + "/\(name)/events.json")
        #expect(events.rows.count == SmallSample.events)
        // The address is what a person would copy; as many rows a page as the server allows make it quick.
        let unicode = try await pull(peer.url + "/\(name)/unicode.json?_size=5000")
        #expect(unicode.rows.count > 150_000)
        let points = Set(unicode.rows.compactMap { $0["codePoint"]?.int })
        #expect(points.count == unicode.rows.count)
        #expect(unicode.rows.contains { $0["name"] == "SNOWMAN" })
    }
}
