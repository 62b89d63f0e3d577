import Foundation
import Paging
import PagingServer
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingTool

/// `paging pull` writes the whole list, each row once, or says what is missing.
@Suite struct PullTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pull(_ url: String, _ more: String...) async throws -> ToolProcess.Outcome {
        try await ToolProcess(
            ["pull", url, "--out", folder.file("rows.jsonl"), "--report", folder.file("report.json")] + more
        ).outcome()
    }

    private func report() throws -> JSONValue { try JSONValue(file: folder.file("report.json")) }

    private func ids(of name: String = "rows.jsonl") throws -> [Int] {
        try folder.lines(of: name).compactMap { try JSONValue(parsing: Array($0.utf8))["id"]?.int }
    }

    @Test(.long) func `Pulls the sample whole`() async throws {
        let httpServer = try SmallSample.serve()
        defer { httpServer.stop() }
        let outcome = try await pull(httpServer.url + "/lists/unicode", "--page-size", "500")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.isEmpty)
        let ids = try ids()
        #expect(ids.count > 150_000)
        #expect(Set(ids).count == ids.count)
        let report = try report()
        #expect(report["items"]?.int == ids.count)
        #expect(report["distinctIds"]?.int == ids.count)
        #expect(report["total"]?.int == ids.count)
        #expect(report["complete"] == true)
        #expect(report["error"] == .null)
        #expect(report["identifiedBy"] == "id")
        let requests = try #require(report["requests"]?.int)
        // An answer that is long overdue, as on a busy machine, is asked for once more.
        #expect((ids.count / 500...ids.count / 500 * 11 / 10).contains(requests))
        #expect((report["bytes"]?.int ?? 0) > 10_000_000)
        #expect(outcome.error.contains("155,"))
        #expect(!folder.has("rows.jsonl.part"))
    }

    @Test func `Keeps the order of the list`() async throws {
        let server = try ScriptedServer(rows: 1_234)
        let outcome = try await pull(server.url, "--in-flight", "8", "--page-size", "50")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try ids() == Array(0..<1_234))
    }

    @Test func `Writes to standard output as well`() async throws {
        let server = try ScriptedServer(rows: 60)
        let outcome = try await ToolProcess.run("pull", server.url, "--quiet")
        #expect(outcome.code == 0)
        #expect(outcome.error.isEmpty)
        #expect(outcome.output.split(separator: "\n").count == 60)
        #expect(outcome.output.hasPrefix(#"{"id":0,"name":"row 0"}"#))
    }

    @Test func `Stops where it is told`() async throws {
        let server = try ScriptedServer(rows: 1_000)
        let outcome = try await pull(server.url, "--max", "120")
        #expect(outcome.code == 0)
        #expect(try ids() == Array(0..<120))
        #expect(try report()["total"] == 1000)
    }

    @Test func `An empty list is whole`() async throws {
        let server = try ScriptedServer(rows: 0)
        let outcome = try await pull(server.url, "--dialect", "envelope")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try folder.lines(of: "rows.jsonl").isEmpty)
        #expect(try report()["complete"] == true)
    }

    // MARK: What goes wrong on the server's side

    @Test func `A server that stops in the middle is reported`() async throws {
        let (stopping, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try ScriptedServer(rows: 10_000) { offset in
            if offset >= 3_000 { continuation.finish() }
            return offset >= 3_000 ? ScriptedServer.json("{}", status: 503) : nil
        }
        let stop = Task {
            for await _ in stopping {}
            server.httpServer.stop()
        }
        let outcome = try await pull(server.url, "--retries", "1", "--in-flight", "1")
        await stop.value
        #expect(outcome.code == 1)
        let report = try report()
        let written = try #require(report["items"]?.int)
        #expect((2_900...3_100).contains(written))
        #expect(report["complete"] == false)
        #expect(report["total"] == 10_000)
        #expect(report["resume"]?["offset"]?.int == written)
        #expect(report["error"]?.string?.isEmpty == false)
        // Rows that arrived are kept, and not under the name of the whole.
        #expect(try ids(of: "rows.jsonl.part") == Array(0..<written))
        #expect(!folder.has("rows.jsonl"))
        #expect(outcome.error.contains(" rows of 10,000"))
        #expect(outcome.error.contains("rows.jsonl.part"))
    }

    @Test func `A failure that passes does no harm`() async throws {
        let failures = Counter()
        let server = try ScriptedServer(rows: 500) { offset in
            offset > 250 && failures.add() < 3 ? ScriptedServer.json("{}", status: 503) : nil
        }
        let outcome = try await pull(server.url, "--in-flight", "1")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try ids() == Array(0..<500))
        #expect(failures.value >= 3)
    }

    @Test func `An address that is not there is explained`() async throws {
        // A port that was free a moment ago may be another test's server by now.
        let outcome = try await pull("http://127.0.0.1:1/x", "--retries", "0")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("refused"))
        #expect(outcome.error.contains("before the first row"))
        #expect(try report()["items"] == 0)
        #expect(!folder.has("rows.jsonl") && !folder.has("rows.jsonl.part"))
    }

    @Test func `A row that comes twice is not written twice`() async throws {
        // The list shifted by one while it was read: row 400 is the one that was row 399 before.
        let server = try ScriptedServer(rows: 600, row: { #"{"id":\#($0 < 400 ? $0 : $0 - 1)}"# })
        let outcome = try await pull(server.url, "--in-flight", "1")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("--id"))
        let kept = try ids(of: "rows.jsonl.part")
        #expect(kept == Array(0..<400))
    }

    @Test func `Rows without an identifier go by position`() async throws {
        let server = try ScriptedServer(rows: 250, row: { #"{"color":"\#($0 % 3)"}"# })
        let outcome = try await pull(server.url)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try folder.lines(of: "rows.jsonl").count == 250)
        let report = try report()
        #expect(report["identifiedBy"] == "position")
        #expect(report["notes"]?[0]?.string?.contains("--id PATH") == true)
    }

    @Test func `An identifier that is not in every row is explained`() async throws {
        let server = try ScriptedServer(rows: 250, row: { $0 == 140 ? #"{"x":1}"# : #"{"key":"k\#($0)"}"# })
        let outcome = try await pull(server.url, "--id", "key", "--in-flight", "1")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("has nothing at 'key'"))
        #expect(outcome.error.contains("--id none"))
        let again = try await pull(server.url, "--id", "none")
        #expect(again.code == 0)
    }

    // MARK: What goes wrong on this side

    @Test func `A full disk is explained`() async throws {
        let server = try ScriptedServer(rows: 100_000)
        let outcome = try await ToolProcess.run("pull", server.url, "--out", "/dev/full", "--page-size", "1000")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("No space left on device"))
        #expect(outcome.error.contains("/dev/full"))
        let short = try ScriptedServer(rows: 3)
        #expect(try await ToolProcess.run("pull", short.url, "--out", "/dev/full").code == 1)
    }

    /// The limit falls between two pages, within one, and behind the last save, so that a write fails for a row, for a save, and at the end.
    @Test(arguments: LongTests.some(2, of: [50, 300, 100, 150, 200]))
    func `A file that may not grow any more ends the pull, and the rest is pulled later`(kilobytes: Int) async throws {
        let server = try ScriptedServer(rows: 20_000)
        let arguments = ["pull", server.url, "--out", folder.file("rows.jsonl"), "--page-size", "1000"]
        let limited = "trap '' XFSZ; ulimit -f \(kilobytes); exec \"$0\" \"$@\""
        let shell = ["-c", limited, ToolProcess.path]
        let outcome = try await ToolProcess(shell + arguments, program: "/bin/bash").outcome()
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("rows.jsonl.part"), "\(outcome.error)")
        #expect(outcome.error.contains("File too large"), "\(outcome.error)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("rows.jsonl")))
        #expect(try await ToolProcess(arguments + ["--resume"]).outcome().code == 0)
        #expect(try ids() == Array(0..<20_000))
    }

    @Test func `A report that cannot be written is shown`() async throws {
        let server = try ScriptedServer(rows: 30)
        let outcome = try await ToolProcess.run(
            "pull", server.url, "--out", folder.file("rows.jsonl"), "--report", "/dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("the report could not be written"))
        #expect(outcome.error.contains(#""items":30"#))
        #expect(try ids().count == 30)
    }

    @Test(arguments: ["--out", "--report"])
    func `A place that cannot be written to is found before anything is asked`(_ option: String) async throws {
        let asked = Counter()
        let server = try ScriptedServer(rows: 30) { _ in
            asked.add()
            return nil
        }
        for place in [folder.file("no/such/folder.json"), folder.path] {
            let outcome = try await ToolProcess.run("pull", server.url, option, place)
            #expect(outcome.code == 1)
            #expect(outcome.error.contains(place), "\(outcome.error)")
        }
        #expect(asked.value == 0)
    }

    @Test func `Files of earlier runs are not touched`() async throws {
        let server = try ScriptedServer(rows: 30)
        _ = try folder.write("precious", to: "rows.jsonl.part")
        #expect(try await pull(server.url).code == 0)
        #expect(try folder.lines(of: "rows.jsonl.part") == ["precious"])
        #expect(try ids().count == 30)
        // A whole list makes way only for a whole list.
        let broken = try ScriptedServer(rows: 500) { $0 >= 200 ? ScriptedServer.json("{}", status: 404) : nil }
        #expect(try await pull(broken.url, "--in-flight", "1").code == 1)
        #expect(try ids().count == 30)
        #expect((100...300).contains(try ids(of: "rows.jsonl.part2").count))
    }

    @Test(arguments: [[], ["--behavior", "changes"], ["--quiet"]])
    func `A wait that the server asks for is told`(options: [String]) async throws {
        let asked = Counter()
        // The tool is a process of its own, so it waits by a real clock; no shorter wait is told.
        let server = try ScriptedServer(rows: 60) { _ in
            asked.add() == 1 ? ScriptedServer.json("{}", status: 429, headers: [("Retry-After", "2")]) : nil
        }
        let outcome = try await ToolProcess(["pull", server.url, "--out", folder.file("rows.jsonl")] + options)
            .outcome()
        #expect(outcome.code == 0, "\(outcome.error)")
        let wait = "paging: The server answered 429 and asks to be left alone for 2 seconds.\n"
        #expect(outcome.error.contains(wait) == !options.contains("--quiet"), "\(outcome.error)")
        #expect(try ids().count == 60)
    }

    @Test(arguments: [
        ("Retry-After", "1000000000", ["-q"], "168 hours"), ("X-RateLimit-Reset", "86399", ["-q"], "24 hours"),
        ("Retry-After", "901", [], "16 minutes"), ("Retry-After", "3", ["--max-wait", "2"], "3 seconds"),
        ("Retry-After", "1", ["--max-wait", "0"], "1 second"),
    ])
    func `A wait that is too long ends the pull, which can be taken up`(
        header: String, value: String, options: [String], span: String
    ) async throws {
        let isRefusing = Locked(true)
        let server = try ScriptedServer(rows: 60) { offset in
            guard offset >= 20, isRefusing.withLock({ $0 }) else { return nil }
            return ScriptedServer.json("{}", status: 429, headers: [(header, value)])
        }
        let words = ["pull", server.url, "--page-size", "10", "--out", folder.file("rows.jsonl")] + options
        let outcome = try await ToolProcess(words).outcome()
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("asks to be left alone for \(span), until 20"), "\(outcome.error)")
        #expect(outcome.error.contains("--max-wait"))
        #expect(outcome.error.contains("rows.jsonl.part, and --resume goes on behind it"), "\(outcome.error)")
        #expect(try ids(of: "rows.jsonl.part").count >= 10)
        isRefusing.withLock { $0 = false }
        let resumed = try await ToolProcess(words + ["--resume"]).outcome()
        #expect(resumed.code == 0, "\(resumed.error)")
        #expect(try ids() == Array(0..<60))
    }

    @Test func `A wait that is too long ends a pull of a list that changes`() async throws {
        let server = try ScriptedServer(rows: 60) { offset in
            offset >= 20 ? ScriptedServer.json("{}", status: 503, headers: [("Retry-After", "7200")]) : nil
        }
        let outcome = try await pull(server.url, "--behavior", "changes", "--page-size", "10", "-q")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("for 2 hours, until 20"), "\(outcome.error)")
        #expect(try ids(of: "rows.jsonl.part").count >= 10)
    }

    @Test func `A reader that goes away ends it quietly`() async throws {
        let server = try ScriptedServer(rows: 50_000)
        let command = "'\(ToolProcess.path)' pull '\(server.url)' --page-size 1000 | head -n 1"
        let outcome = try await ToolProcess(["-c", command], program: "/bin/sh").outcome()
        #expect(outcome.output == #"{"id":0,"name":"row 0"}"# + "\n")
        #expect(outcome.error.isEmpty)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [SIGINT, SIGTERM])
    func `A pull that is interrupted keeps its rows`(_ signal: Int32) async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = try ScriptedServer(rows: 100_000) { offset in
            // From some place on the server waits, so that the pull is surely under way.
            if offset > 2_500 { gate.pass() }
            return nil
        }
        let process = try ToolProcess([
            "pull", server.url, "--out", folder.file("rows.jsonl"), "--report", folder.file("report.json"),
        ])
        try await gate.arrivals()
        process.send(signal)
        let outcome = await process.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.error.contains("interrupted"))
        let kept = try ids(of: "rows.jsonl.part")
        #expect(kept == Array(0..<kept.count))
        #expect(kept.count >= 2_000)
        #expect(try report()["error"] == "interrupted")
        #expect(try report()["items"]?.int == kept.count)
    }
}
