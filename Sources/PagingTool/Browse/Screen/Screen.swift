internal import PagingWire

/// The text on a terminal's screen, as a value that depends only on the list's state.
struct Screen: Hashable, Sendable {
    /// The style of a span of text.
    enum Style: Hashable, Sendable {
        case plain, marked, dim, header, status, error, thumb, track
    }

    /// A span of text in one style.
    struct Span: Hashable, Sendable {
        var column: Int
        var text: String
        var style: Style
    }

    /// The lines from top to bottom, each with its spans from left to right.
    var lines: [[Span]]

    /// A line's text, with blanks between spans. Later spans cover earlier ones.
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
    /// The content of a row, if known.
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
    /// The prompt, which replaces the status line.
    var prompt: Prompt?
    /// `true` if the keys are shown instead of the rows.
    var showsKeys = false

    /// The number of lines without rows: the header above, the status below.
    static let otherLines = 2

    /// The number of lines with rows on a screen of a height.
    static func rowLines(of height: Int) -> Int { max(1, height - otherLines) }
}
