import Foundation
import Paging
import PagingServer
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// `paging pull --resume` goes on where a stopped pull was: nothing is lost, nothing comes twice.
@Suite struct ResumeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// How a test's server pages, and what its list is.
    enum Style: String, CaseIterable {
        case offset, page, cursor, link
    }

    /// A server of numbered rows that fails from a row on, as long as a test wants.
    private final class Server: Sendable {
        struct State: Sendable {
            var rows = Array(0..<1_000)
            var failsFrom = Int.max
            var asked: [Int] = []
        }

        let state = Locked(State())
        let scripted: ScriptedServer

        init(_ style: Style, tellsTotal: Bool = true) throws {
            let state = state
            scripted = try ScriptedServer { request in
                func number(_ name: String) -> Int? { ScriptedServer.number(name, in: request) }
                let size = number("limit") ?? number("per_page") ?? 25
                let start =
                    switch style {
                    case .offset: number("offset") ?? 0
                    case .page: ((number("page") ?? 1) - 1) * size
                    case .cursor, .link: number("cursor") ?? 0
                    }
                return state.withLock { state in
                    state.asked.append(start)
                    if start + size > state.failsFrom { return ScriptedServer.json("{}", status: 500) }
                    let end = min(state.rows.count, start + size)
                    let rows = state.rows[min(start, end)..<end].map { #"{"id": \#($0), "name": "row \#($0)"}"# }
                    var members = [#""rows": [\#(rows.joined(separator: ","))]"#]
                    if tellsTotal { members.append(#""total": \#(state.rows.count)"#) }
                    let next = end < state.rows.count
                    switch style {
                    case .offset: members.append(#""offset": \#(start), "limit": \#(size)"#)
                    case .page: members.append(#""page": \#(start / size + 1), "per_page": \#(size)"#)
                    case .cursor: members.append(#""next_cursor": \#(next ? "\"\(end)\"" : "null")"#)
                    case .link: members.append(#""next": \#(next ? "\"/?cursor=\(end)&limit=\(size)\"" : "null")"#)
                    }
                    return ScriptedServer.json("{\(members.joined(separator: ","))}")
                }
            }
        }

        func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
        var asked: [Int] { state.withLock(\.asked) }
    }

    private func pull(_ server: Server, _ more: String...) async throws -> ToolProcess.Outcome {
        try await ToolProcess(
            [
                "pull", server.scripted.url, "--out", folder.file("rows.jsonl"), "--report", folder.file("report.json"),
                "--retries", "0",
            ] + more
        ).outcome()
    }

    private func ids(of name: String = "rows.jsonl") throws -> [Int] {
        try folder.lines(of: name).compactMap { try JSONValue(parsing: Array($0.utf8))["id"]?.int }
    }

    /// A pull that a failing server stopped.
    private func stopped(_ style: Style = .cursor, at row: Int = 400, _ more: String...) async throws -> Server {
        let server = try Server(style)
        server.change { $0.failsFrom = row }
        let outcome = try await pull(server)
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("--resume goes on"), "\(outcome.error)")
        #expect(folder.has("rows.jsonl.part"))
        server.change { $0 = .init(rows: $0.rows) }
        return server
    }

    @Test(arguments: Style.allCases, [true, false])
    func `Goes on where it was`(_ style: Style, tellsTotal: Bool) async throws {
        let server = try Server(style, tellsTotal: tellsTotal)
        var written = 0
        // Stopped twice on the way.
        for (row, option) in [(300, "--quiet"), (650, "--resume")] {
            server.change { $0.failsFrom = row }
            let outcome = try await pull(server, option)
            #expect(outcome.code == 1)
            let now = try ids(of: "rows.jsonl.part")
            #expect(now == Array(0..<now.count))
            #expect(now.count > written)
            written = now.count
        }
        server.change { ($0.failsFrom, $0.asked) = (.max, []) }
        let outcome = try await pull(server, "--resume")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try ids() == Array(0..<1_000))
        // Rows that are there are not read again, but for the pages that show how the list is asked for: its first, and a try for the second.
        #expect(server.asked.filter { $0 > 25 && $0 < written - 200 }.isEmpty, "\(server.asked)")
        #expect(server.asked.count < 40, "\(server.asked)")
        let report = try JSONValue(file: folder.file("report.json"))
        #expect(report["resumed"]?.int == written)
        #expect(report["items"] == 1_000)
        #expect(report["complete"] == true)
        #expect(!folder.has("rows.jsonl.part"))
        #expect(!folder.has("rows.jsonl.part.resume"))
    }

    @Test(arguments: [SIGINT, SIGKILL])
    func `Goes on after a signal`(_ signal: Int32) async throws {
        let name = String(repeating: "x", count: 2_000)
        let gate = Gate()
        // 4 MB: a process that is killed has noted now and then where it was.
        let server = try ScriptedServer(
            rows: 2_000,
            interfere: { offset in
                if offset > 1_600 { gate.pass() }
                return nil
            }, row: { #"{"id":\#($0),"name":"\#(name)"}"# })
        let arguments = ["pull", server.url, "--out", folder.file("rows.jsonl"), "--quiet"]
        let process = try ToolProcess(arguments)
        let part = folder.file("rows.jsonl.part")
        try await eventually("most rows are in the file") {
            try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int
        } until: {
            $0 ?? 0 > 2_500_000
        }
        let meanwhile = try await ToolProcess(arguments + ["--resume"]).outcome()
        #expect(meanwhile.code == 1)
        #expect(meanwhile.error.contains("another pull writes to this file"), "\(meanwhile.error)")
        process.send(signal)
        _ = await process.outcome()
        gate.open()
        let outcome = try await ToolProcess(arguments + ["--resume"]).outcome()
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try ids() == Array(0..<2_000))
    }

    @Test func `A file that was written to meanwhile is refused`() async throws {
        for style in [Style.offset, .page] {
            let server = try await stopped(style)
            server.change { $0.rows.insert(-1, at: 5) }
            let outcome = try await pull(server, "--resume")
            #expect(outcome.code == 1)
            #expect(outcome.error.contains("--behavior changes"), "\(outcome.error)")
            #expect(!folder.has("rows.jsonl"))
            for file in ["rows.jsonl.part", "rows.jsonl.part.resume"] {
                try FileManager.default.removeItem(atPath: folder.file(file))
            }
        }
        // As many rows, of which another is where the pull stopped.
        let server = try await stopped(.offset)
        server.change { ($0.rows[3], $0.rows[399]) = ($0.rows[399], $0.rows[3]) }
        let outcome = try await pull(server, "--resume")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("--behavior changes"), "\(outcome.error)")
    }

    @Test func `Another command is refused`() async throws {
        let server = try await stopped()
        for (options, name) in [
            (["--items", "rows"], "--items"), (["--id", "name"], "--id"), (["--dialect", "cursor"], "--dialect"),
        ] {
            let outcome = try await pull(server, "--resume", options[0], options[1])
            #expect(outcome.code == 1)
            #expect(outcome.error.contains("not the command that stopped: \(name) is another"), "\(outcome.error)")
        }
        let other = try Server(.cursor)
        #expect(try await pull(other, "--resume").error.contains("the address is another"))
        #expect(other.asked.isEmpty)
        // An option that does not choose rows may differ.
        #expect(try await pull(server, "--resume", "--page-size", "50", "--header", "X-Token: new").code == 0)
        #expect(try ids() == Array(0..<1_000))
    }

    @Test func `A note that does not fit is refused`() async throws {
        let server = try await stopped()
        let (part, state) = (folder.file("rows.jsonl.part"), folder.file("rows.jsonl.part.resume"))
        let (rows, place) = (
            try String(contentsOfFile: part, encoding: .utf8), try Data(contentsOf: URL(fileURLWithPath: state))
        )
        let lines = rows.split(separator: "\n")
        let swapped = ([lines[0]] + lines.dropLast()).joined(separator: "\n") + "\n"
        for damaged in [
            "", String(rows.dropLast(50)), "{}\n" + rows, swapped, rows.replacing("\"id\":7,", with: "\"ix\":7,"),
        ] {
            try damaged.write(toFile: part, atomically: false, encoding: .utf8)
            let outcome = try await pull(server, "--resume")
            #expect(outcome.code == 1)
            #expect(outcome.error.contains("not as the stopped pull left it"), "\(outcome.error)")
        }
        try rows.write(toFile: part, atomically: false, encoding: .utf8)
        for damaged in ["", "{}", #"{"format": 2}"#, String(decoding: place.dropLast(3), as: UTF8.self)] {
            try damaged.write(toFile: state, atomically: false, encoding: .utf8)
            let outcome = try await pull(server, "--resume")
            #expect(outcome.code == 1)
            #expect(outcome.error.contains("where the pull stopped"), "\(outcome.error)")
        }
        #expect(server.asked.isEmpty)
        try place.write(to: URL(fileURLWithPath: state))
        #expect(try await pull(server, "--resume", "--max", "100").error.contains("Give a larger --max"))
        #expect(try await pull(server, "--resume", "--max", "500").code == 0)
        #expect(try ids() == Array(0..<500))
    }

    @Test func `A pull that had only begun is taken up`() async throws {
        let server = try Server(.cursor)
        // Killed before it noted anything, and after it had noted that it begins.
        _ = try folder.write("", to: "rows.jsonl.part")
        #expect(try await pull(server, "--resume").code == 0)
        #expect(try ids() == Array(0..<1_000))
        // Killed when the file had its name, and the note was still there.
        _ = try folder.write("{}", to: "rows.jsonl.part.resume")
        let outcome = try await pull(server, "--resume")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.error.contains("whole list"), "\(outcome.error)")
        #expect(!folder.has("rows.jsonl.part.resume"))
        // One that begins anew leaves no second file behind.
        _ = try folder.write("", to: "rows.jsonl.part")
        #expect(try await pull(server).code == 0)
        #expect(!folder.has("rows.jsonl.part"))
    }

    @Test func `A pull that cannot go on leaves no note`() async throws {
        // The last page leads back to the second.
        let server = try ScriptedServer { request in
            let start = ScriptedServer.number("cursor", in: request) ?? 0
            let rows = (start..<start + 25).map { #"{"id":\#($0)}"# }
            return ScriptedServer.json(
                #"{"rows":[\#(rows.joined(separator: ","))],"next_cursor":"\#(start == 75 ? 25 : start + 25)"}"#)
        }
        let outcome = try await ToolProcess.run("pull", server.url, "--out", folder.file("rows.jsonl"))
        #expect(outcome.code == 1)
        #expect(folder.has("rows.jsonl.part"))
        #expect(!folder.has("rows.jsonl.part.resume"))
    }

    @Test func `Where no pull stopped there is none to go on with`() async throws {
        let server = try Server(.cursor)
        let outcome = try await pull(server, "--resume")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("no pull to this file has stopped"), "\(outcome.error)")
        #expect(!folder.has("report.json"))
        let toOutput = try await ToolProcess.run("pull", server.scripted.url, "--resume")
        #expect(toOutput.code == 2)
        #expect(toOutput.error.contains("--out"))
        let changing = try await pull(server, "--resume", "--behavior", "changes")
        #expect(changing.code == 2)
        #expect(changing.error.contains("--behavior"))
        #expect(server.asked.isEmpty)
    }
}
