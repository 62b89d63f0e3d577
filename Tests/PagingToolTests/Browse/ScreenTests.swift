import PagingWire
import Testing

@testable import PagingTool

/// Screens as values: the text of each cell.
@Suite struct ScreenTests {
    init() {
        TerminalLocale.activate()
    }

    private let rows: [JSONValue] = [
        ["id": 1, "name": "Ada", "flag": true, "url": "http://a/1"],
        ["id": 22, "name": "漢字", "flag": true, "url": "http://a/22"],
    ]

    private func content(_ rows: [ScreenContent.RowContent], width: Int = 40, height: Int = 6) -> ScreenContent {
        var position = ReaderPosition()
        position.setHeight(ScreenContent.rowLines(of: height))
        position.setCount(rows.count)
        return ScreenContent(
            width: width, height: height, columns: Columns(guessedFrom: self.rows), position: position, rows: rows,
            status: StatusLine(row: 0, count: rows.count, requests: 1))
    }

    @Test func `Lays out rows`() {
        let screen = content([.loaded(rows[0]), .loaded(rows[1]), .placeholder, .failed]).laidOut()
        #expect(screen.lines.count == 6)
        #expect(screen.text(ofLine: 0).hasPrefix("#   id  name"))
        #expect(screen.text(ofLine: 1).hasPrefix("1    1  Ada"))
        #expect(screen.text(ofLine: 2).hasPrefix("2   22  漢字"))
        #expect(screen.text(ofLine: 3).contains("░"))
        #expect(screen.text(ofLine: 4).contains("not loaded; R tries again"))
        #expect(screen.text(ofLine: 5).hasPrefix(" 1/4"))
        for line in 0..<5 { #expect(CellText.width(of: screen.text(ofLine: line)) <= 40) }
    }

    @Test(arguments: [(100, 30), (80, 8), (40, 13), (20, 5), (1, 1)])
    func `The keys fit any screen`(_ width: Int, height: Int) {
        var content = content([.loaded(rows[0])], width: width, height: height)
        content.showsKeys = true
        let screen = content.laidOut()
        #expect(screen.lines.count <= height)
        for line in screen.lines.indices { #expect(CellText.width(of: screen.text(ofLine: line)) <= width) }
        let text = screen.lines.indices.map { screen.text(ofLine: $0) }.joined(separator: "\n")
        if width >= 40, height >= 8 {
            for key in ["PgUp", "row N", "refresh", "try again what failed", "quit", "any key goes back"] {
                #expect(text.contains(key), "\(key) is not in\n\(text)")
            }
        }
    }

    @Test func `Placeholders keep their shape`() {
        let two = content([.placeholder, .placeholder])
        #expect(two.laidOut() == two.laidOut())
    }

    @Test(arguments: [(1, 1), (2, 2), (5, 3), (3, 40), (200, 2)])
    func `Any size will do`(_ width: Int, height: Int) {
        let screen = content([.loaded(rows[0]), .placeholder], width: width, height: height).laidOut()
        #expect(screen.lines.count <= height)
        for line in screen.lines.indices {
            #expect(CellText.width(of: screen.text(ofLine: line), upTo: 1_000) <= width)
        }
    }

    @Test func `It guesses the telling columns`() {
        let columns = Columns(guessedFrom: rows).columns.map(\.title)
        #expect(columns.prefix(2) == ["id", "name"])
        #expect(columns.last == "url" || columns.last == "flag")
        let nested: [JSONValue] = [
            ["author": ["name": "A"], "body": ["x", "y"]], ["author": ["name": "B"], "body": []],
        ]
        #expect(Columns(guessedFrom: nested).columns.map(\.title) == ["author.name"])
        #expect(Columns(guessedFrom: ["a", "b"]).columns.map(\.title) == ["row"])
        #expect(Columns(guessedFrom: []).columns.count == 1)
        // The same value under two names is shown once.
        let twins: [JSONValue] = [["id": 7, "codePoint": 7, "name": "x"], ["id": 8, "codePoint": 8, "name": "y"]]
        #expect(Columns(guessedFrom: twins).columns.map(\.title) == ["id", "name"])
    }

    @Test func `Columns share the room`() {
        var columns = Columns(guessedFrom: rows)
        #expect(columns.widths(in: 60).reduce(0, +) + Columns.gap * 3 == 60)
        columns.grow(for: [["name": "a name much longer than those before"]])
        #expect(columns.columns.first { $0.title == "name" }?.width == 36)
        for room in 0..<100 {
            let widths = columns.widths(in: room).filter { $0 > 0 }
            #expect(widths.reduce(0, +) + Columns.gap * max(0, widths.count - 1) <= room)
        }
    }

    @Test func `The status line gives way to messages`() {
        var status = StatusLine(row: 41, count: 1_000, section: "Lu", requests: 3, cancelled: 1, latency: 12.4)
        #expect(status.place == "42/1,000  § Lu")
        #expect(status.figures == "3 requests · 1 cancelled · 0 in flight · 12 ms")
        #expect(status.spans(width: 80).count == 2)
        #expect(status.spans(width: 30).count == 1)
        status.error = "the server answered 500"
        let said = status.spans(width: 60)
        #expect(said.map(\.text).joined().contains("R tries again: the server answered 500"))
        #expect(said.allSatisfy { $0.style == .error })
        status.isEndKnown = false
        #expect(status.place == "42/1,000+  § Lu")
        #expect(status.spans(width: 0).isEmpty)
    }

    @Test func `Prompts read rows and titles`() {
        var prompt = Prompt(.row)
        for character in "1,500" { #expect(prompt.take(.character(character)) == .typing) }
        #expect(prompt.row == 1_499)
        #expect(prompt.shown == ":1,500")
        #expect(prompt.take(.backspace) == .typing)
        #expect(prompt.row == 149)
        #expect(prompt.take(.enter) == .done)
        #expect(Prompt(.row).row == nil)
        var section = Prompt(.section)
        #expect(section.take(.backspace) == .cancelled)
        #expect(section.take(.escape) == .cancelled)
    }
}
