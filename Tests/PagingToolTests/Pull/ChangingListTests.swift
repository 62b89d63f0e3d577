import Foundation
import Paging
import PagingServer
import PagingWire
import Testing

@testable import PagingTool

/// `paging pull --behavior` over servers that are written to meanwhile.
@Suite struct ChangingListTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private struct Run {
        let code: Int32
        let error: String
        let ids: [Int]
        let report: JSONValue

        func list(_ name: String) -> [Int] { report[name]?.array?.compactMap(\.int) ?? [] }
    }

    private func pull(_ url: String, _ more: String...) async throws -> Run { try await pull(url, more) }

    private func pull(_ url: String, _ more: [String]) async throws -> Run {
        let (rows, report) = (folder.file("rows.jsonl"), folder.file("report.json"))
        let outcome = try await ToolProcess(
            ["pull", url, "--out", rows, "--report", report, "--page-size", "50"] + more
        )
        .outcome()
        let name = outcome.code == 0 ? "rows.jsonl" : "rows.jsonl.part"
        let lines = folder.has(name) ? try folder.lines(of: name) : []
        let ids = try lines.compactMap { try JSONValue(parsing: Array($0.utf8))["id"]?.int }
        return Run(code: outcome.code, error: outcome.error, ids: ids, report: try JSONValue(file: report))
    }

    /// A list behind offset and limit that is changed after each answer.
    private func server(
        count: Int, tag: Bool = false, _ change: @escaping @Sendable (_ rows: inout [Int], _ request: Int) -> Void
    ) throws -> ScriptedServer {
        let state = Locked((rows: Array(0..<count), requests: 0))
        return try ScriptedServer { request in
            let offset = ScriptedServer.number("offset", in: request) ?? 0
            let limit = ScriptedServer.number("limit", in: request) ?? 50
            let (page, total, before) = state.withLock { state in
                let before = state.rows
                let page = before.dropFirst(offset).prefix(limit)
                state.requests += 1
                change(&state.rows, state.requests)
                return (Array(page), before.count, before)
            }
            let objects = page.map { #"{"id":\#($0)}"# }.joined(separator: ",")
            var response = ScriptedServer.json(
                #"{"paging":{"offset":\#(offset),"limit":\#(limit),"totalCount":\#(total)},"objects":[\#(objects)]}"#)
            if tag { response.headers.append(("ETag", "\"\(before.hashValue)\"")) }
            return response
        }
    }

    @Test func `Rows added on top are written and named`() async throws {
        let server = try server(count: 1_000) { rows, request in
            if request % 3 == 0 { rows.insert(contentsOf: [request * 10_000, request * 10_000 + 1], at: 0) }
        }
        let run = try await pull(server.url, "--behavior", "grows-on-top", "--dialect", "envelope")
        #expect(run.code == 0, "\(run.error)")
        #expect(Set(run.ids).count == run.ids.count)
        #expect(run.ids.filter { $0 < 1_000 } == Array(0..<1_000))
        #expect(run.list("added").count >= 12)
        #expect(Set(run.list("added")) == Set(run.ids.filter { $0 >= 1_000 }))
        #expect(run.list("removed").isEmpty)
        #expect(run.error.contains("added, 0 removed"))
    }

    @Test(arguments: ["auto", "envelope"])
    func `Rows that come and go are written once and named`(dialect: String) async throws {
        let server = try server(count: 1_000) { rows, request in
            // Twenty rows go above its reader and a hundred ahead; three come in the middle.
            if request == 5 { rows.removeSubrange(10..<30) }
            if request == 8 { rows.removeSubrange(700..<800) }
            if request == 10 { rows.insert(contentsOf: [5_001, 5_002, 5_003], at: 100) }
            // One goes that was written.
            if request == 15 { rows.removeAll { $0 == 200 } }
        }
        let run = try await pull(server.url, "--behavior", "changes", "--dialect", dialect)
        #expect(run.code == 0, "\(run.error)")
        #expect(Set(run.ids).count == run.ids.count)
        let ahead = 720..<820
        #expect(Set(run.ids) == Set(0..<1_000).subtracting(ahead).union([5_001, 5_002, 5_003]))
        #expect(run.list("added") == [5_001, 5_002, 5_003])
        #expect(run.list("removed") == Array(10..<30) + [200])
        #expect(run.report["complete"] == true)
        #expect(run.report["passes"] == 2)
    }

    @Test(arguments: [1, 5], ["", #""total": COUNT, "#])
    func `Rows that come behind the end while it is looked at are read, too`(more: Int, told: String) async throws {
        let count = Locked(57)
        let server = PlayedServer { question, _ in
            let offset = question.number("offset", or: 0)
            let now = count.withLock { count in
                if offset >= count, count < 57 + more { count += 1 }
                return count
            }
            let rows = numbered(min(offset, now)..<min(now, offset + question.number("limit", or: 20)), of: now)
            return json(#"{\#(told.replacing("COUNT", with: "\(now)"))"items": [\#(rows)]}"#)
        }
        let pull = try await server.pulled(
            ["--dialect", "offset"], behavior: ListBehavior(membership: .changes, ranking: .stable))
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids.starts(with: 0..<57) && Set(pull.ids).count == pull.ids.count, "\(pull.ids.count)")
    }

    @Test func `Rows that stay hidden behind a short page are not called read`() async throws {
        let server = PlayedServer { question, _ in
            let offset = question.number("offset", or: 0)
            let rows = offset..<min(57, offset + 20)
            return json(#"{"items": [\#(list(ArraySlice(rows.filter { !(35..<40).contains($0) })))]}"#)
        }
        let pull = try await server.pulled(
            ["--dialect", "offset", "--page-size", "20"],
            behavior: ListBehavior(membership: .changes, ranking: .stable))
        #expect(!pull.isWhole || pull.ids.count == 52, "\(pull.ids.count)")
    }

    @Test func `Rows that move are found by a quiet pass`() async throws {
        let server = try server(count: 500) { rows, request in
            // A row goes from ahead of the reader to behind it, where one pass would not see it.
            if request <= 12 { rows.insert(rows.remove(at: rows.count - 1 - request), at: 3) }
        }
        let run = try await pull(server.url, "--behavior", "rebuilt")
        #expect(run.code == 0, "\(run.error)")
        #expect(run.ids.sorted() == Array(0..<500))
        #expect((run.report["passes"]?.int ?? 0) >= 3)
        #expect(run.report["removed"] == [])
    }

    @Test func `A list that is never quiet is not called whole`() async throws {
        let server = try server(count: 1_000) { rows, request in rows.insert(rows.remove(at: rows.count - 5), at: 3) }
        let run = try await pull(server.url, "--behavior", "rebuilt", "--quiet")
        #expect(run.code == 1)
        #expect(run.error.contains("changed in each of"))
        #expect(run.report["complete"] == false)
        // Rows that came and went are not known of a list that was not read whole.
        #expect(run.report["added"] == nil && run.report["removed"] == nil)
        #expect(run.ids.count >= 990)
    }

    @Test func `One state of the list needs no second pass`() async throws {
        let still = try server(count: 500, tag: true) { _, _ in }
        let run = try await pull(still.url, "--behavior", "rebuilt", "--state", "etag")
        #expect(run.code == 0, "\(run.error)")
        #expect(run.ids == Array(0..<500))
        #expect(run.report["passes"] == 1)
        #expect((run.report["requests"]?.int ?? 99) <= 13)
        let changed = try server(count: 500, tag: true) { rows, request in if request == 4 { rows.remove(at: 0) } }
        let other = try await pull(changed.url, "--behavior", "changes", "--state", "etag")
        #expect(other.report["passes"] == 2)
        #expect(other.list("removed") == [0])
    }

    /// Answers with the identifiers of all rows, or with what is given of those that are asked for by theirs.
    private static func answer(_ request: Request, of rows: [Int], giving: ([Int]) -> [Int]) -> Response {
        let list = rows.map(String.init).joined(separator: ",")
        if request.path.hasSuffix("/ids") { return ScriptedServer.json("{\"all\":[\(list)]}") }
        let query = (request.query ?? "").split(separator: "&").first { $0.hasPrefix("ids=") }
        let asked = query?.dropFirst(4).replacingOccurrences(of: "%2C", with: ",").split(separator: ",") ?? []
        let there = giving(asked.compactMap { Int($0) })
        return ScriptedServer.json("[" + there.map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]")
    }

    private func pullBySnapshots(_ server: ScriptedServer) async throws -> Run {
        try await pull(
            server.url, "--behavior", "rebuilt", "--dialect", "offset", "--items", "", "--snapshot", "/ids#all",
            "--lookup", "ids")
    }

    @Test func `Snapshots tell what came and went`() async throws {
        let state = Locked((rows: Array(0..<300), requests: 0))
        let server = try ScriptedServer { request in
            let rows = state.withLock { state in
                let rows = state.rows
                state.requests += 1
                // The whole order is another after each answer; rows come and go.
                if state.requests == 3 { state.rows.removeAll { $0 == 5 || $0 == 250 } }
                if state.requests == 4 { state.rows += [901, 902] }
                state.rows.shuffle()
                return rows
            }
            return Self.answer(request, of: rows) { $0.filter(rows.contains).reversed() }
        }
        let run = try await pullBySnapshots(server)
        #expect(run.code == 0, "\(run.error)")
        #expect(Set(run.ids).count == run.ids.count)
        #expect(Set(run.ids).isSuperset(of: Set(0..<300).subtracting([5, 250]).union([901, 902])))
        #expect(run.list("added").sorted() == [901, 902])
        #expect(run.list("removed").sorted() == [5, 250])
        #expect(run.report["total"] == 300)
    }

    /// A server of rows, their identifiers, and at most so many of them by identifier, all but one perhaps.
    private func lookup(count: Int = 300, atMost limit: Int, without missing: Int? = nil) throws -> ScriptedServer {
        try ScriptedServer { request in
            Self.answer(request, of: Array(0..<count)) { Array($0.filter { $0 != missing }.prefix(limit)) }
        }
    }

    @Test func `A server that cuts its answers short is asked for less`() async throws {
        // The last rows are fewer than the limit, and all come.
        for (count, limit) in [(300, 30), (351, 20)] {
            let run = try await pullBySnapshots(try lookup(count: count, atMost: limit))
            #expect(run.code == 0, "\(run.error)")
            #expect(run.ids.sorted() == Array(0..<count))
        }
    }

    @Test func `Rows that do not come are an error`() async throws {
        let run = try await pullBySnapshots(try lookup(atMost: 300, without: 7))
        #expect(run.code == 1)
        #expect(run.error.contains("1 row is in the snapshot") && run.error.contains(": 7."), "\(run.error)")
        #expect(run.ids.count == 299)
    }

    @Test func `A list that always grows is read by a few snapshots`() async throws {
        let rows = Locked(Array(0..<300))
        let server = try ScriptedServer { request in
            let now = rows.withLock { rows in
                defer {
                    if request.path.hasSuffix("/ids") {
                        rows.replaceSubrange(0..<1, with: [rows[0] + 600, rows[0] + 300])
                    }
                }
                return rows
            }
            return Self.answer(request, of: now) { $0.filter(rows.withLock { $0 }.contains) }
        }
        let run = try await pullBySnapshots(server)
        #expect(run.code == 0, "\(run.error)")
        #expect(Set(run.ids).isSuperset(of: 1..<300))
        #expect(run.error.contains("Rows kept coming"))
        #expect((run.report["passes"]?.int ?? 0) <= 12)
    }

    @Test func `A row that never comes is an error whatever else comes`() async throws {
        let rows = Locked(Array(0..<300))
        let server = try ScriptedServer { request in
            let now = rows.withLock { rows in
                if request.path.hasSuffix("/ids") { rows.append(rows.count) }
                return rows
            }
            return Self.answer(request, of: now) { $0.filter { $0 != 7 } }
        }
        let run = try await pullBySnapshots(server)
        #expect(run.code == 1)
        #expect(run.error.contains(": 7."), "\(run.error)")
    }

    @Test(arguments: [[], ["--dialect", "offset", "--snapshot", "/ids#all", "--lookup", "ids"]])
    func `Caches are passed by`(more: [String]) async throws {
        let asked = Locked<[String?]>([])
        let server = try ScriptedServer { request in
            let control = request.headers.first { $0.name.lowercased() == "cache-control" }?.value
            asked.withLock { $0.append(control) }
            return Self.answer(request, of: Array(0..<21)) { $0.isEmpty ? Array(0..<21) : $0 }
        }
        let run = try await pull(server.url, ["--behavior", "rebuilt", "--items", ""] + more)
        #expect(run.code == 0, "\(run.error)")
        #expect(!asked.withLock { $0 }.isEmpty && asked.withLock { $0 }.allSatisfy { $0 == "no-cache" })
    }

    @Test(arguments: [("-1", "-1 rows"), ("9223372036854775807", "more than any list can have")])
    func `A total that no list can have is an error`(total: String, reason: String) async throws {
        let server = try ScriptedServer { _ in ScriptedServer.json(#"{"rows":[{"id":1}],"total":\#(total)}"#) }
        let run = try await pull(
            server.url, "--behavior", "changes", "--dialect", "offset", "--items", "rows", "--total", "total")
        #expect(run.code == 1)
        #expect(run.error.contains(reason), "\(run.error)")
    }

    @Test func `The real server is read in one pass`() async throws {
        let httpServer = try SmallSample.serve()
        defer { httpServer.stop() }
        let run = try await pull(httpServer.url + "/lists/events", "--behavior", "changes", "--dialect", "envelope")
        #expect(run.code == 0, "\(run.error)")
        #expect(run.ids.count == SmallSample.events)
        #expect(run.report["passes"] == 1)
    }

    @Test func `Rows without identity cannot be read so`() async throws {
        let server = try ScriptedServer(rows: 250, row: { #"{"color":"\#($0 % 3)"}"# })
        let run = try await pull(server.url, "--behavior", "changes")
        #expect(run.code == 1)
        #expect(run.error.contains("--id"))
    }

    @Test func `An unknown behavior is a usage error`() async throws {
        let outcome = try await ToolProcess.run("pull", "http://127.0.0.1/", "--behavior", "changing")
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("Did you mean 'changes'?"))
        let alone = try await ToolProcess.run("pull", "http://127.0.0.1/", "--snapshot", "/ids")
        #expect(alone.code == 2)
        #expect(alone.error.contains("--lookup"))
        let state = try await ToolProcess.run("pull", "http://127.0.0.1/", "--state", "etag")
        #expect(state.code == 2)
        #expect(state.error.contains("--behavior"))
    }

    @Test func `Rows that were not asked for are explained`() async throws {
        let server = try ScriptedServer { request in
            ScriptedServer.json(
                request.path.hasSuffix("/ids") ? #"["a","b"]"# : #"[{"id":1,"key":"a"},{"id":2,"key":"b"}]"#)
        }
        let options = ["--behavior", "changes", "--dialect", "offset", "--snapshot", "/ids", "--lookup", "ids"]
        let wrong = try await ToolProcess(["pull", server.url, "--items", ""] + options).outcome()
        #expect(wrong.code == 1)
        #expect(wrong.error.contains("not asked for"))
        let right = try await ToolProcess(["pull", server.url, "--items", "", "--id", "key"] + options).outcome()
        #expect(right.code == 0, "\(right.error)")
        #expect(right.output.split(separator: "\n").count == 2)
    }

    @Test func `Failed requests are repeated, up to the maximum`() async throws {
        let failures = Counter()
        let server = try ScriptedServer(rows: 300) { offset in
            offset > 100 && failures.add() < 3 ? ScriptedServer.json("{}", status: 503) : nil
        }
        let run = try await pull(server.url, "--behavior", "changes", "--max", "120")
        #expect(run.code == 0, "\(run.error)")
        #expect(run.ids == Array(0..<120))
    }
}
