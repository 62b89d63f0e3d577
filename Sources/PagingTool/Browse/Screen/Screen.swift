internal import PagingWire

/// The text on a terminal's screen: a value, made of the list's state without a terminal.
struct Screen: Hashable, Sendable {
    /// How a stretch of text looks.
    enum Style: Hashable, Sendable {
        case plain, marked, dim, header, status, error, thumb, track
    }

    /// A stretch of text in one look.
    struct Span: Hashable, Sendable {
        var column: Int
        var text: String
        var style: Style
    }

    /// The lines from top to bottom, each with its stretches from left to right.
    var lines: [[Span]]

    /// A line's text, blanks where nothing was put; what comes later covers what was there.
    func text(ofLine index: Int) -> String {
        var cells: [String] = []
        for span in lines[index] {
            let new = CellText.cells(of: span.text)
            let end = span.column + new.count
            if end > cells.count { cells += Array(repeating: " ", count: end - cells.count) }
            cells.replaceSubrange(span.column..<end, with: new)
        }
        return cells.joined()
    }
}

/// The content of a screen, and its size.
struct ScreenContent: Sendable {
    /// The knowledge of a row.
    enum RowContent: Hashable, Sendable {
        case loaded(JSONValue)
        case placeholder
        case failed
    }

    var width: Int
    var height: Int
    var columns: Columns?
    var position: ReaderPosition
    /// The rows on screen, in order.
    var rows: [RowContent]
    var status: StatusLine
    /// The line that is being typed; takes the place of the status line.
    var prompt: Prompt?
    /// `true` if the keys are shown in place of the rows.
    var showsKeys = false

    /// Lines that are no rows: the header above, the status below.
    static let otherLines = 2

    /// Lines that show rows on a screen of a height.
    static func rowLines(of height: Int) -> Int { max(1, height - otherLines) }
}
