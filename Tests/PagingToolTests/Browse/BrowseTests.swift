import Foundation
import PagingServer
import Testing

@testable import PagingTool

/// `paging browse` in a real terminal, as far as a screen can be read.
@Suite(.serialized, .enabled(if: Tmux.isInstalled, "tmux is not installed")) struct BrowseTests {
    private func browse(_ url: String, _ more: String = "", width: Int = 100, height: Int = 30) async throws -> Tmux {
        try await Tmux("'\(ToolProcess.path)' browse '\(url)' \(more)", width: width, height: height)
    }

    /// The line at the foot of the screen.
    private func status(_ screen: [String]) -> String { screen.last { !$0.isEmpty } ?? "" }

    private func figure(_ name: String, in screen: [String]) -> Int? {
        let words = status(screen).split(separator: " ")
        guard let index = words.firstIndex(where: { $0.hasPrefix(name) }), index > 0 else { return nil }
        return Int(words[index - 1].filter(\.isNumber))
    }

    @Test func `The end is one load away`() async throws {
        // A tenth of a second an answer: long enough for placeholders to be seen.
        let httpServer = try SmallSample.serve(delay: 100)
        defer { httpServer.stop() }
        let terminal = try await browse(httpServer.url + "/lists/unicode")
        let first = try await terminal.stillScreen("the first rows") {
            $0.contains { $0.contains("RIGHT") || $0.contains("SPACE") }
        }
        #expect(first[0].contains("name"))
        #expect(first[0].contains("#"))
        // At rest nothing more is asked for.
        let rest = try await terminal.stillScreen("rest") { status($0).contains("0 in flight") }
        let before = try #require(figure("request", in: rest))
        try await terminal.type("End")
        let end = try await terminal.stillScreen("the last rows") {
            $0.contains { $0.hasPrefix("155,4") && !$0.contains("░") } && !$0.contains { $0.contains("░") }
        }
        #expect(status(end).contains("/155,"))
        #expect(end.contains { $0.hasPrefix("150,") } == false)
        #expect(end.filter { $0.hasPrefix("155,4") }.count >= 25)
        let after = try #require(
            figure("request", in: try await terminal.screen("rest") { status($0).contains("0 in flight") }))
        #expect(after - before <= 4)
        await terminal.close()
    }

    @Test(arguments: ["--at 100000", "--at 999999999", "--end"]) func `Begins anywhere`(options: String) async throws {
        let httpServer = try SmallSample.serve()
        defer { httpServer.stop() }
        let terminal = try await browse(httpServer.url + "/lists/unicode", options)
        let screen = try await terminal.stillScreen("rows at the place, all of them loaded") {
            let isThere = options == "--at 100000" ? $0[1].hasPrefix("100,000 ") : status($0).hasPrefix(" 155,")
            return isThere && status($0).contains("0 in flight") && !$0.contains { $0.contains("░") }
        }
        #expect(try #require(figure("request", in: screen)) <= 4)
        await terminal.close()
    }

    @Test(arguments: [("--end", "917999"), ("--at-id 9731", "9731")])
    func `Begins anywhere in a list read by cursors`(options: String, id: String) async throws {
        let httpServer = try SmallSample.serve()
        defer { httpServer.stop() }
        let terminal = try await browse(httpServer.url + "/lists/unicode?after=", options)
        let screen = try await terminal.stillScreen("the row, and others around it") {
            $0.contains { $0.contains(" \(id) ") } && status($0).contains("0 in flight")
                && !$0.contains { $0.contains("░") }
        }
        // Rows have no numbers before the list's start is known.
        let requests = try #require(figure("request", in: screen))
        #expect(status(screen).hasPrefix(" …/") && requests <= 6)
        let first = try #require(screen[1].split(separator: " ").first)
        try await terminal.type("Up")
        _ = try await terminal.screen("the rows above") { !$0[1].contains(" \(first) ") || options == "--end" }
        try await terminal.type("g")
        _ = try await terminal.screen("the first row") { status($0).hasPrefix(" 1/155,455") && $0[1].contains("SPACE") }
        await terminal.close()
    }

    @Test func `Goes to rows and sections`() async throws {
        let httpServer = try SmallSample.serve()
        defer { httpServer.stop() }
        let terminal = try await browse(httpServer.url + "/lists/unicode", "--sections category")
        _ = try await terminal.screen("sections") { status($0).contains("§ Close Punctuation") }
        try await terminal.type("n")
        _ = try await terminal.screen("the next section") {
            status($0).contains("§ Connector Punctuation") && $0[1].contains("LOW LINE")
        }
        try await terminal.type("n", "n", "p", "p", "p")
        _ = try await terminal.screen("back at the first") { status($0).hasPrefix(" 1/") }
        try await terminal.type("/", "u", "p", "p", "e", "r", "Enter")
        let found = try await terminal.stillScreen("a section by its first letters") {
            status($0).contains("§ Uppercase Letter") && $0[1].contains("LATIN CAPITAL LETTER A")
        }
        #expect(found[1].contains("U+0041"))
        try await terminal.type(":", "1", "0", "0", ",", "0", "0", "0", "Enter")
        _ = try await terminal.screen("row 100,000") { status($0).hasPrefix(" 100,000/") && $0[1].hasPrefix("100,000") }
        try await terminal.type("j", "j", "k")
        _ = try await terminal.screen("a row further") { status($0).hasPrefix(" 100,001/") }
        try await terminal.type("PageDown")
        _ = try await terminal.screen("a screen further") { status($0).hasPrefix(" 100,028/") }
        try await terminal.type("g")
        _ = try await terminal.screen("the first row") { status($0).hasPrefix(" 1/") }
        await terminal.close()
    }

    @Test func `Requests for rows that were passed are cancelled`() async throws {
        let httpServer = try SmallSample.serve(delay: 700)
        defer { httpServer.stop() }
        let terminal = try await browse(httpServer.url + "/lists/unicode")
        _ = try await terminal.screen("the first rows") { $0.contains { $0.contains("U+") } }
        for row in ["20000", "40000", "60000", "80000", "99999"] {
            try await terminal.run("send-keys", ":", row, "Enter")
            // Each place is looked at long enough for its rows to be asked for, and left before they come.
            let shown = String(row.prefix(row.count - 3)) + "," + row.suffix(3)
            _ = try await terminal.screen("row \(shown)") { status($0).hasPrefix(" \(shown)/") }
        }
        let screen = try await terminal.stillScreen("the last place") {
            $0[1].hasPrefix(" 99,999") && !$0.contains { $0.contains("░") }
        }
        #expect(try #require(figure("cancelled", in: screen)) >= 3)
        await terminal.close()
    }

    @Test func `Quitting leaves the screen as it was`() async throws {
        let server = try ScriptedServer(rows: 500)
        let terminal = try await Tmux(
            "echo 'what was here before'; '\(ToolProcess.path)' browse '\(server.url)'", width: 60, height: 12)
        let screen = try await terminal.stillScreen("rows") { $0.contains { $0.contains("row 3") } }
        #expect(!screen.contains { $0.contains("what was here before") })
        try await terminal.type("q")
        let after = try await terminal.stillScreen("the shell's screen") { $0.contains { $0.contains("ended with 0") } }
        #expect(after[0] == "what was here before")
        #expect(!after.contains { $0.contains("row 3") })
        await terminal.close()
    }

    @Test func `Ctrl-C leaves the screen as it was`() async throws {
        let server = try ScriptedServer(rows: 500)
        let terminal = try await browse(server.url)
        _ = try await terminal.screen("rows") { $0.contains { $0.contains("row 3") } }
        try await terminal.type("C-c")
        let after = try await terminal.stillScreen("the shell's screen") {
            $0.contains { $0.contains("ended with 130") }
        }
        #expect(!after.contains { $0.contains("row 3") })
        await terminal.close()
    }

    @Test func `The question mark shows the keys, and any key leaves them`() async throws {
        let server = try ScriptedServer(rows: 500)
        let terminal = try await browse(server.url, width: 80, height: 20)
        _ = try await terminal.screen("rows") { $0.contains { $0.contains("row 3") } }
        // A key that would do something over the rows is only taken for leaving.
        for key in ["q", "j", "Down", "?"] {
            try await terminal.type("?")
            let keys = try await terminal.stillScreen("the keys") {
                $0.contains { $0.contains("try again what failed") }
            }
            #expect(!keys.contains { $0.contains("row 3") })
            try await terminal.type(key)
            let rows = try await terminal.stillScreen("the rows again") {
                $0.contains { $0.contains("row 3") } && !status($0).contains("any key")
            }
            #expect(status(rows).hasPrefix(" 1/500"), "\(rows)")
        }
        try await terminal.type("q")
        _ = try await terminal.screen("the end") { $0.contains { $0.contains("ended with 0") } }
        await terminal.close()
    }

    @Test func `It follows the terminal's size`() async throws {
        let server = try ScriptedServer(rows: 500)
        let terminal = try await browse(server.url, width: 80, height: 12)
        _ = try await terminal.screen("ten rows") {
            $0.contains { $0.contains("row 9") } && status($0).contains("1/500")
        }
        try await terminal.run("resize-window", "-x", "50", "-y", "25")
        let larger = try await terminal.stillScreen("more rows") { $0.contains { $0.contains("row 22") } }
        #expect(larger.allSatisfy { $0.count <= 50 })
        await terminal.close()
    }

    @Test func `A failure is shown and tried again`() async throws {
        let isBroken = Counter()
        let server = try ScriptedServer(rows: 5_000) { offset in
            offset >= 4_000 && isBroken.value == 0 ? ScriptedServer.json("{}", status: 500) : nil
        }
        let terminal = try await browse(server.url, "--retries 0")
        _ = try await terminal.screen("rows") { $0.contains { $0.contains("row 3") } }
        try await terminal.type("G")
        let failed = try await terminal.stillScreen("a failure") { status($0).contains("R tries again") }
        #expect(status(failed).contains("500"))
        isBroken.add()
        try await terminal.type("R")
        _ = try await terminal.screen("the rows after all") { $0.contains { $0.contains("row 4999") } }
        await terminal.close()
    }

    @Test func `The wheel and the scroll bar move`() async throws {
        let server = try ScriptedServer(rows: 10_000)
        let terminal = try await browse(server.url, width: 80, height: 22)
        _ = try await terminal.screen("rows") { $0.contains { $0.contains("row 3") } }
        // Reports as a terminal sends them: the wheel down at the sixth line, then the button at the bar's middle.
        try await terminal.run("send-keys", "-l", "\u{1B}[M\u{61}\u{2B}\u{26}")
        _ = try await terminal.screen("three rows further") { $0[1].hasPrefix("     4") }
        try await terminal.run("send-keys", "-l", "\u{1B}[M\u{20}\u{70}\u{2B}")
        let middle = try await terminal.stillScreen("the middle") { $0[1].hasPrefix(" 4,") || $0[1].hasPrefix(" 5,") }
        #expect(!middle[1].hasPrefix("     4"))
        await terminal.close()
    }

    @Test func `It refuses a terminal that it cannot draw on`() async throws {
        let outcome = try await ToolProcess.run("browse", "http://127.0.0.1:1/")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("browse needs a terminal"))
        let terminal = try await Tmux("TERM=dumb '\(ToolProcess.path)' browse http://127.0.0.1:1/")
        _ = try await terminal.screen("a refusal") {
            $0.joined().contains("TERM is 'dumb'") && $0.joined().contains("ended with 1")
        }
        await terminal.close()
    }
}
