import Foundation
import PagingWire
import Testing

@testable import PagingTool

/// Rows and errors cannot control the terminal that shows them.
@Suite(.timeLimit(.minutes(5))) struct TerminalTextTests {
    /// Every control character, and text around them that stays as it is.
    static let hostile =
        "é\u{A0}Â" + String(String.UnicodeScalarView((0..<0xA0).compactMap { Unicode.Scalar($0) })) + "\u{FFFD}中"

    /// Whether a terminal would take anything in a text for more than a character, a tab or the end of a line.
    private func controls(_ text: String) -> Bool {
        text.replacing("\r\n", with: "\n").unicodeScalars.contains { scalar in
            scalar.value < 0x20 && !"\n\t".unicodeScalars.contains(scalar) || (0x7F...0x9F).contains(scalar.value)
        }
    }

    @Test func `JSON has the same value`() throws {
        let row = JSONValue.object([Self.hostile: .string(Self.hostile)])
        let shown = TerminalText.escapedJSON(row.json)
        #expect(!controls(shown))
        #expect(try JSONValue(parsing: Array(shown.utf8)) == row)
        #expect(shown.contains(#"\u007f\u0080"#) && shown.contains(#"\u009f"#))
        #expect(TerminalText.escapedJSON(#"{"a":"é中Â"}"#) == #"{"a":"é中Â"}"#)
    }

    @Test(arguments: RowFormat.allCases)
    func `Rows in any format are harmless`(format: RowFormat) {
        var encoder = RowEncoder(RowLayout(format: format))
        var rows: [UInt8] = []
        encoder.write(.object(["name": .string(Self.hostile)]), to: &rows)
        encoder.finish(to: &rows)
        let shown = String(decoding: TerminalText.escaped(rows, in: format), as: UTF8.self)
        #expect(!controls(shown), "\(shown)")
        #expect(shown.contains("é\u{A0}Â") && shown.contains("\u{FFFD}中"))
        #expect(shown.contains(format == .tsv ? #"\x1b"# : #"\u001b"#))
        #expect(shown.contains(format == .tsv ? #"\xc2\x9b"# : #"\u009b"#))
    }

    @Test func `Errors neither control nor reorder`() {
        let told = TerminalText.harmless("a\u{1B}[31m\u{9B}2J\u{7F}\u{85}\u{202E}cba\u{2066}\u{2069}\nnext é")
        #expect(told == "a [31m 2J  \u{FFFD}cba\u{FFFD}\u{FFFD}\nnext é")
    }

    @Test(arguments: RowFormat.allCases)
    func `A pull to a terminal writes no control characters, and one to a file all of them`(
        format: RowFormat
    ) async throws {
        let name = JSONValue.string("a\u{9B}31mRED\u{9D}0;t\u{9C}\u{7F}z")
        let server = try ScriptedServer(rows: 1, row: { _ in #"{"id":1,"name":\#(name.json)}"# })
        let folder = try TemporaryFolder()
        // `script` runs the tool with a terminal as its standard output, and writes what it showed.
        let shown = folder.file("shown")
        let command = "exec '\(ToolProcess.path)' pull '\(server.url)/items' -q --format \(format.rawValue)"
        let terminal = try await ToolProcess(
            ["-q", "-e", "-c", command, shown], program: "/usr/bin/script", environment: ["TERM": "xterm"]
        ).outcome()
        #expect(terminal.code == 0, "\(terminal.output)")
        let text = try String(contentsOfFile: shown, encoding: .utf8)
        #expect(text.contains(format == .tsv ? #"a\xc2\x9b31mRED"# : #"a\u009b31mRED"#), "\(text)")
        #expect(!text.contains("\u{9B}") && !text.contains("\u{7F}"))
        let piped = try await ToolProcess.run("pull", "\(server.url)/items", "-q", "--format", format.rawValue)
        #expect(piped.output.contains("a\u{9B}31mRED\u{9D}0;t\u{9C}\u{7F}z"))
    }

    @Test func `An error with another direction is told left to right`() async throws {
        let server = try ScriptedServer { _ in
            ScriptedServer.json(
                #"{"title":"No \#u{202E}tsil\#u{2069} list\#u{9B}2J"}"#, status: 404,
                headers: [("Content-Type", "application/problem+json")])
        }
        let outcome = try await ToolProcess.run("pull", "\(server.url)/items")
        #expect(outcome.error.contains("No \u{FFFD}tsil\u{FFFD} list"), "\(outcome.error)")
        #expect(!outcome.error.contains("\u{9B}"))
    }
}
