import Foundation
import PagingServer
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// `paging pull --format`, into files that are taken up again and to standard output.
@Suite struct FormatTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pull(_ url: String, _ more: String...) async throws -> ToolProcess.Outcome {
        try await ToolProcess(["pull", url, "--out", folder.file("rows"), "--retries", "0"] + more).outcome()
    }

    private func text(_ name: String = "rows") throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    /// The content of a format's file for numbered rows.
    private func expected(_ format: RowFormat, _ count: Int) -> String {
        let rows = 0..<count
        return switch format {
        case .jsonl: rows.map { #"{"id":\#($0),"name":"row \#($0)"}"# + "\n" }.joined()
        case .json: "[\n" + rows.map { #"{"id":\#($0),"name":"row \#($0)"}"# }.joined(separator: ",\n") + "\n]\n"
        case .csv: "id,name\r\n" + rows.map { "\($0),row \($0)\r\n" }.joined()
        case .tsv: "id\tname\n" + rows.map { "\($0)\trow \($0)\n" }.joined()
        }
    }

    @Test(arguments: RowFormat.allCases)
    func `A file and standard output have the same`(_ format: RowFormat) async throws {
        let server = try ScriptedServer(rows: 260)
        let outcome = try await pull(server.url, "--format", format.rawValue)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try text() == expected(format, 260))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["rows"])
        let output = try await ToolProcess.run("pull", server.url, "--format", format.rawValue, "--quiet")
        #expect(output.output == expected(format, 260))
    }

    /// The identifiers of rows are not among the selected fields, and a pull knows them all the same.
    @Test(arguments: RowFormat.allCases)
    func `A stopped pull is taken up`(_ format: RowFormat) async throws {
        let isWell = Counter()
        let server = try ScriptedServer(rows: 1_000) { offset in
            offset >= 400 && isWell.value == 0 ? ScriptedServer.json("{}", status: 500) : nil
        }
        let options = ["--format", format.rawValue, "--select", "name"]
        let stopped = try await pull(server.url, options[0], options[1], options[2], options[3])
        #expect(stopped.code == 1)
        #expect(stopped.error.contains("rows.part as JSON lines, and --resume goes on"), "\(stopped.error)")
        #expect(try folder.lines(of: "rows.part").first == #"{"id":0,"name":"row 0"}"#)
        isWell.add()
        let outcome = try await pull(server.url, options[0], options[1], options[2], options[3], "--resume")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["rows"])
        let names = (0..<1_000).map { "row \($0)" }
        let lines = try text().split(whereSeparator: \.isNewline).map(String.init)
        switch format {
        case .jsonl: #expect(lines == names.map { #"{"name":"\#($0)"}"# })
        case .json: #expect(try JSONValue(parsing: Array(text().utf8)) == .array(names.map { ["name": .string($0)] }))
        case .csv, .tsv: #expect(lines == ["name"] + names)
        }
    }

    @Test func `A process that was killed is taken up in another format`() async throws {
        let name = String(repeating: "x", count: 2_000)
        let gate = Gate()
        let server = try ScriptedServer(
            rows: 1_000,
            interfere: { offset in
                if offset > 800 { gate.pass() }
                return nil
            }, row: { #"{"id":\#($0),"name":"\#(name)"}"# })
        let arguments = ["pull", server.url, "--out", folder.file("rows"), "--quiet"]
        let process = try ToolProcess(arguments + ["--format", "json"])
        try await eventually("most rows are in the file") {
            try? FileManager.default.attributesOfItem(atPath: folder.file("rows.part"))[.size] as? Int
        } until: {
            $0 ?? 0 > 1_000_000
        }
        process.send(SIGKILL)
        _ = await process.outcome()
        gate.open()
        let outcome = try await ToolProcess(arguments + ["--resume", "--format", "csv", "--select", "id"]).outcome()
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try text() == "id\r\n" + (0..<1_000).map { "\($0)\r\n" }.joined())
    }

    @Test func `A file that cannot be made loses no row`() async throws {
        let server = try ScriptedServer(rows: 300)
        // A folder is where the file is made.
        let place = folder.file("rows.part.csv")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let failed = try await pull(server.url, "--format", "csv")
        #expect(failed.code == 1)
        #expect(failed.error.contains("cannot open for writing"), "\(failed.error)")
        #expect(failed.error.contains("--resume goes on behind it"), "\(failed.error)")
        #expect(try folder.lines(of: "rows.part").count == 300)
        try FileManager.default.removeItem(atPath: place)
        let outcome = try await pull(server.url, "--format", "csv", "--resume")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try text() == expected(.csv, 300))
    }

    @Test func `A list that changes is written in any format`() async throws {
        let server = try ScriptedServer(rows: 120)
        let outcome = try await pull(server.url, "--format", "tsv", "--behavior", "changes")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try text() == expected(.tsv, 120))
    }

    @Test func `An array that did not get whole stays open on standard output`() async throws {
        let server = try ScriptedServer(rows: 300) { $0 >= 200 ? ScriptedServer.json("{}", status: 500) : nil }
        let outcome = try await ToolProcess.run("pull", server.url, "--format", "json", "--retries", "0")
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("[\n{"))
        #expect(!outcome.output.contains("]"))
        let table = try await ToolProcess.run(
            "pull", server.url, "--format", "csv", "--retries", "0", "--page-size", "10", "--max", "30", "--quiet")
        #expect(table.code == 0)
        #expect(table.output == expected(.csv, 30))
    }

    @Test func `A field without a column is in the report`() async throws {
        let server = try ScriptedServer(rows: 200, row: { $0 < 150 ? #"{"id":\#($0)}"# : #"{"id":\#($0),"late":1}"# })
        let outcome = try await pull(server.url, "--format", "csv", "--report", folder.file("report.json"))
        #expect(outcome.code == 0)
        #expect(outcome.error.contains("left out: late"), "\(outcome.error)")
        let notes = try JSONValue(file: folder.file("report.json"))["notes"]?.array ?? []
        #expect(notes.contains { $0.string?.contains("left out: late") == true })
    }
}
