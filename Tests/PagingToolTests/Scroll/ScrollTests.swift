import Foundation
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// `paging scroll` plays traces and measures what FIELD.md's table measures.
@Suite struct ScrollTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Half a second on the first rows, a jump, and half a second there.
    private var jump: String {
        var lines = ["# viewport_rows=10 list_rows=1000000", "time_ms,first_row,landing_row"]
        for frame in 0...70 { lines.append("\(frame * 16),\(frame < 36 ? 0 : 500),") }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func `Measures a trace`() async throws {
        let server = try ScriptedServer(rows: 2_000)
        let trace = try folder.write(jump, to: "jump.csv")
        let outcome = try await ToolProcess.run(
            "scroll", server.url, "--trace", trace, "--report", folder.file("report.json"), "--delay", "150")
        #expect(outcome.code == 0, "\(outcome.error)")
        for measure in ["requests (", "rows never shown", "placeholder row-milliseconds", "longest settle, ms"] {
            #expect(outcome.output.contains(measure))
        }
        let report = try JSONValue(file: folder.file("report.json"))
        #expect(report["frames"] == 71)
        #expect(report["rests"] == 2)
        #expect(report["unsettledRests"] == 0)
        #expect(report["failed"] == 0)
        #expect(report["scaled"] == false)
        // Nothing can be there sooner than its latency; how much later depends on how busy the machine is.
        let settle = try #require(report["longestSettle"]?.number)
        #expect(settle >= 150)
        #expect(settle < 1_500)
        #expect(try #require(report["placeholderRowMilliseconds"]?.number) >= 2 * 10 * 140)
        #expect(try #require(report["rowsAsked"]?.int) >= 20)
    }

    @Test func `Several views of a list settle each by itself`() async throws {
        let server = try ScriptedServer(rows: 2_000)
        // Two views at rest far apart, both of them still without rows when the trace ends.
        let frames = (0...40).flatMap { frame in ["\(frame * 16),0,,0", "\(frame * 16),1500,,1"] }
        let trace = try folder.write(
            "# viewport_rows=10 list_rows=2000\ntime_ms,first_row,landing_row,viewer\n"
                + frames.joined(separator: "\n") + "\n", to: "two.csv")
        let outcome = try await ToolProcess.run(
            "scroll", server.url, "--trace", trace, "--report", folder.file("report.json"), "--delay", "700")
        #expect(outcome.code == 0, "\(outcome.error)")
        let report = try JSONValue(file: folder.file("report.json"))
        #expect(report["frames"] == 82)
        #expect(report["rests"] == 2)
        #expect(report["unsettledRests"] == 0)
        #expect(report["failed"] == 0)
        #expect(try #require(report["meanSettle"]?.number) >= 700)
        #expect(try #require(report["latestFrame"]?.number) >= 0)
    }

    @Test func `A trace too long for the list is scaled`() async throws {
        let server = try ScriptedServer(rows: 100)
        let trace = try folder.write(
            "# viewport_rows=10 list_rows=1000000\ntime_ms,first_row,landing_row\n0,0,\n50,900000,\n100,900000,\n",
            to: "far.csv")
        let outcome = try await ToolProcess.run(
            "scroll", server.url, "--trace", trace, "--report", folder.file("report.json"))
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.error.contains("scaled"))
        #expect(try JSONValue(file: folder.file("report.json"))["scaled"] == true)
    }

    @Test func `A malformed trace is explained by line`() async throws {
        let server = try ScriptedServer(rows: 100)
        let trace = try folder.write(
            "# viewport_rows=10 list_rows=100\ntime_ms,first_row,landing_row\n0,0,\n16,many,\n", to: "bad.csv")
        let outcome = try await ToolProcess.run("scroll", server.url, "--trace", trace)
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("line 4: found '16,many,'"))
        #expect(outcome.error.contains("a row from 0 to 99"))
        let missing = try await ToolProcess.run("scroll", server.url, "--trace", folder.file("none.csv"))
        #expect(missing.code == 1)
        #expect(missing.error.contains("none.csv"))
    }

    @Test func `A list that is not there is explained`() async throws {
        let trace = try folder.write(jump, to: "jump.csv")
        let outcome = try await ToolProcess.run("scroll", "http://127.0.0.1:\(try FreePort.take())/", "--trace", trace)
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("refused"))
    }

    @Test func `A run that is interrupted has no measures`() async throws {
        let asked = Gathered<Void>()
        let server = try ScriptedServer(rows: 2_000) { _ in
            asked.add()
            return nil
        }
        let frames = (0..<100).map { "\($0 * 1_000),\($0 * 10)," }.joined(separator: "\n")
        let trace = try folder.write(
            "# viewport_rows=10 list_rows=2000\ntime_ms,first_row,landing_row\n\(frames)\n", to: "long.csv")
        let process = try ToolProcess(["scroll", server.url, "--trace", trace, "--report", folder.file("report.json")])
        try await asked.wait(for: 2)
        process.send(SIGINT)
        let outcome = await process.outcome()
        #expect(outcome.code == 130)
        #expect(!folder.has("report.json") && !folder.has("report.json.part"))
    }
}

extension JSONValue {
    /// The number, where this is one.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
