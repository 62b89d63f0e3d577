import Foundation
import Paging
import PagingServer
import PagingWire
import Testing

@testable import PagingTool

/// `paging pull` from servers that page in odd ways: all rows, or an exit code that says that they may not be all.
@Suite struct OddServerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pull(_ url: String, _ more: String...) async throws -> (code: Int32, error: String, ids: [Int]) {
        let outcome = try await ToolProcess(["pull", url, "--retries", "0"] + more).outcome()
        let ids = try outcome.output.split(separator: "\n").compactMap {
            try JSONValue(parsing: Array($0.utf8))["id"]?.int
        }
        return (outcome.code, outcome.error, ids)
    }

    /// A bare array of rows by page number.
    private func pages(of count: Int, size: Int) throws -> ScriptedServer {
        try ScriptedServer { request in
            let start = ((ScriptedServer.number("page", in: request) ?? 1) - 1) * size
            let rows = (start..<max(start, min(count, start + size))).map { #"{"id":\#($0)}"# }
            return ScriptedServer.json("[\(rows.joined(separator: ","))]")
        }
    }

    @Test(arguments: [600, 1_000, 2_950])
    func `Pages without a total end with the last row`(count: Int) async throws {
        let server = try pages(of: count, size: 100)
        for options in [
            ["--in-flight", "1"], ["--dialect", "page", "--size-parameter", "none"], ["--behavior", "changes"],
        ] {
            let outcome = try await ToolProcess(["pull", server.url, "--retries", "0"] + options).outcome()
            #expect(outcome.code == 0, "\(options): \(outcome.error)")
            #expect(outcome.output.split(separator: "\n").count == count, "\(options)")
        }
    }

    @Test func `A first page without a way on is not called whole`() async throws {
        let server = try ScriptedServer { _ in
            ScriptedServer.json("[\((0..<10).map { #"{"id":\#($0)}"# }.joined(separator: ","))]")
        }
        let run = try await pull(server.url)
        #expect(run.code == ExitCode.endNotProven.rawValue)
        #expect(run.ids == Array(0..<10))
        #expect(run.error.contains("--dialect whole"))
        let whole = try await pull(server.url, "--dialect", "whole")
        #expect(whole.code == 0)
        #expect(whole.ids == Array(0..<10))
    }

    @Test func `Rows behind the total are noticed`() async throws {
        let server = try ScriptedServer { request in
            let offset = ScriptedServer.number("offset", in: request) ?? 0
            let limit = ScriptedServer.number("limit", in: request) ?? 50
            let rows = (min(300, offset)..<min(300, offset + limit)).map { #"{"id":\#($0)}"# }.joined(separator: ",")
            return ScriptedServer.json(#"{"total":100,"offset":\#(offset),"limit":\#(limit),"items":[\#(rows)]}"#)
        }
        let run = try await pull(server.url)
        #expect(run.code == 1)
        #expect(run.error.contains("--total none"))
        let all = try await pull(server.url, "--total", "none")
        #expect(all.code == 0)
        #expect(all.ids == Array(0..<300))
    }

    @Test(arguments: ["Basic realm=x", "Bearer"])
    func `Credentials that are wanted in mid-walk are reported`(scheme: String) async throws {
        let server = try ScriptedServer(rows: 500) { offset in
            offset < 200 ? nil : ScriptedServer.json("{}", status: 401, headers: [("WWW-Authenticate", scheme)])
        }
        let run = try await pull(server.url, "--in-flight", "1")
        #expect(run.code == 1)
        #expect(run.error.contains("401") && run.error.contains("--header"), "\(run.error)")
        #expect(run.ids == Array(0..<run.ids.count) && run.ids.count >= 200)
    }

    @Test func `An address is encoded once`() async throws {
        let asked = Locked<[String]>([])
        let server = try ScriptedServer { request in
            asked.withLock { $0.append(request.query ?? "") }
            return ScriptedServer.json(#"[{"id":1}]"#)
        }
        #expect(try await pull(server.url + "?filter[name]=a%20b&q={x}|ä").code == 0)
        // Rows behind it are asked for, too.
        let own = "filter%5Bname%5D=a%20b&q=%7Bx%7D%7C%C3%A4"
        let queries = asked.withLock { $0 }
        #expect(queries.first == own)
        #expect(queries.allSatisfy { $0 == own || $0.hasPrefix(own + "&") }, "\(queries)")
    }

    @Test func `A total that changes is reported`() async throws {
        let answers = Counter()
        let server = try ScriptedServer { request in
            let offset = ScriptedServer.number("offset", in: request) ?? 0
            // A row that was read goes: what follows moves up by one.
            let isLater = answers.add() > 3
            let (shift, total) = isLater ? (1, 499) : (0, 500)
            let rows = (min(total, offset)..<min(total, offset + 50)).map { #"{"id":\#($0 + shift)}"# }.joined(
                separator: ",")
            return ScriptedServer.json(
                #"{"paging":{"offset":\#(offset),"limit":50,"totalCount":\#(total)},"objects":[\#(rows)]}"#)
        }
        let run = try await pull(server.url, "--in-flight", "1", "--page-size", "50")
        #expect(run.code == 1)
        #expect(run.error.contains("--behavior changes"), "\(run.error)")
    }

    @Test(arguments: [("--max-mib", "--max-mib"), ("--timeout", "--timeout")])
    func `Limits have options`(option: String, named: String) async throws {
        let large = try ScriptedServer { _ in
            ScriptedServer.json("[\"" + String(repeating: "x", count: 2 << 20) + "\"]")
        }
        if option == "--max-mib" {
            let run = try await pull(large.url, option, "1")
            #expect(run.code == 1)
            #expect(run.error.contains(named) && !run.error.contains("HTTPLimits"), "\(run.error)")
            #expect(try await pull(large.url, option, "3").code == 0)
        } else {
            #expect(try await pull(large.url, option, "0").code == 2)
        }
    }

    @Test func `The address sets the page size`() async throws {
        let asked = Locked<[String]>([])
        let server = try ScriptedServer { request in
            asked.withLock { $0.append(request.query ?? "") }
            let offset = ScriptedServer.number("offset", in: request) ?? 0
            let limit = ScriptedServer.number("limit", in: request) ?? 25
            let rows = (min(1_200, offset)..<min(1_200, offset + limit)).map { #"{"id":\#($0)}"# }.joined(
                separator: ",")
            return ScriptedServer.json(
                #"{"paging":{"offset":\#(offset),"limit":\#(limit),"totalCount":1200},"objects":[\#(rows)]}"#)
        }
        #expect(try await pull(server.url + "?limit=500").ids.count == 1_200)
        #expect(asked.withLock(\.count) <= 6)
        #expect(asked.withLock { $0.allSatisfy { !$0.contains("limit=100") } })
    }
}
