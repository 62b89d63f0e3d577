extension ScrollTrace {
    /// The line with the names of a trace's columns.
    public static let header = "time_ms,first_row,landing_row"

    /// Additional columns, in this order: the view, and the number of rows on screen.
    static let furtherColumns = ["viewer", "viewport_rows"]

    /// The limits for the number of rows in a list and on a screen, and for the number of views. Larger numbers are treated as mistakes.
    static let longestList = 1 << 40
    static let tallestScreen = 100_000
    static let mostViewers = 100

    /// Reads a trace from the text of a CSV file.
    ///
    /// The first line is a comment with `viewport_rows` and `list_rows`, the second is the header, and every other one is a frame: milliseconds,
    /// the first row on screen, and the landing row or nothing. If several views show the list, a column `viewer` follows. If the screen's
    /// height changes, a column `viewport_rows` follows. An empty value in them means view 0 and the height in the first line. Lines may end in
    /// CR LF. Further comments and empty lines are skipped.
    ///
    /// - Parameter text: the file's text.
    /// - Throws: ``ScrollTraceError`` for the first wrong line.
    public init(parsing text: some StringProtocol) throws(ScrollTraceError) {
        var shape: (viewport: Int, list: Int)?
        var columns: [String]?
        var frames: [Frame] = []
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let content = line.trimmed
            if content.isEmpty { continue }
            if content.hasPrefix("#") {
                if shape == nil { shape = try ScrollTrace.shape(content, line: number) }
            } else if let shape, let columns {
                let frame = try ScrollTrace.frame(content, line: number, listRows: shape.list, further: columns)
                if let last = frames.last, frame.milliseconds < last.milliseconds {
                    throw ScrollTraceError(
                        line: number, found: String(content),
                        expected: "a time of at least \(last.milliseconds), that of the frame before")
                }
                frames.append(frame)
            } else {
                columns = shape == nil ? nil : ScrollTrace.furtherColumns(of: content)
                guard columns != nil else {
                    let expected =
                        shape == nil
                        ? "the comment '\(ScrollTraceError.shape)'" : "the header '\(ScrollTrace.header)'"
                    throw ScrollTraceError(line: number, found: String(content), expected: expected)
                }
            }
        }
        guard let shape else {
            throw ScrollTraceError(line: 1, found: nil, expected: "the comment '\(ScrollTraceError.shape)'")
        }
        guard columns != nil, !frames.isEmpty else {
            let expected = columns != nil ? "at least one frame" : "the header '\(ScrollTrace.header)'"
            throw ScrollTraceError(line: number + 1, found: nil, expected: expected)
        }
        self.init(viewportRows: shape.viewport, listRows: shape.list, frames: frames)
    }

    /// Reads `# viewport_rows=20 list_rows=1000000`, or returns `nil` for any other comment.
    private static func shape(
        _ comment: Substring, line: Int
    ) throws(ScrollTraceError) -> (viewport: Int, list: Int)? {
        var values: [Substring: Substring] = [:]
        for word in comment.dropFirst().split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard !values.isEmpty else { return nil }
        guard let viewport = values["viewport_rows"].flatMap({ Int($0) }), (1...tallestScreen).contains(viewport),
            let list = values["list_rows"].flatMap({ Int($0) }), (1...longestList).contains(list)
        else {
            throw ScrollTraceError(
                line: line, found: String(comment),
                expected: "both numbers, at least 1, as in '\(ScrollTraceError.shape)'")
        }
        return (viewport, list)
    }

    /// The additional columns in a header, or `nil` if the line is not a header.
    private static func furtherColumns(of header: Substring) -> [String]? {
        for columns in [[], Array(furtherColumns.prefix(1)), Array(furtherColumns.suffix(1)), furtherColumns]
        where header == ([ScrollTrace.header] + columns).joined(separator: ",") {
            return columns
        }
        return nil
    }

    private static func frame(
        _ line: Substring, line number: Int, listRows: Int, further columns: [String]
    ) throws(ScrollTraceError) -> Frame {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        func failure(_ expected: String) -> ScrollTraceError {
            ScrollTraceError(line: number, found: String(line), expected: expected)
        }
        guard fields.count == 3 + columns.count else {
            let header = ([header] + columns).joined(separator: ",")
            let count = columns.isEmpty ? "three" : "\(3 + columns.count)"
            throw failure("\(count) fields, '\(header)'; there are \(fields.count)")
        }
        guard let time = Double(fields[0]), time.isFinite, time >= 0 else {
            throw failure("a time in milliseconds, at least 0, as the first field")
        }
        let rows = 0..<listRows
        guard let first = Int(fields[1]), rows.contains(first) else {
            throw failure("a row from 0 to \(listRows - 1) as the second field")
        }
        var frame = Frame(milliseconds: time, firstRow: first)
        if !fields[2].isEmpty {
            guard let landing = Int(fields[2]), rows.contains(landing) else {
                throw failure("nothing, or a row from 0 to \(listRows - 1), as the third field")
            }
            frame.landingRow = landing
        }
        for (column, field) in zip(columns, fields.dropFirst(3)) where !field.isEmpty {
            let legal = column == "viewer" ? 0...mostViewers - 1 : 1...tallestScreen
            guard let number = Int(field), legal.contains(number) else {
                throw failure("nothing, or a number from \(legal.lowerBound) to \(legal.upperBound), as '\(column)'")
            }
            if column == "viewer" { frame.viewer = number } else { frame.viewportRows = number }
        }
        return frame
    }
}

/// A wrong line in a trace.
public struct ScrollTraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An example of the comment with the sizes of the screen and the list.
    static let shape = "# viewport_rows=20 list_rows=1000000"

    /// The number of the line, counted from 1.
    public var line: Int
    /// The text of that line, or `nil` if the trace ends before it.
    public var found: String?
    /// The text expected there.
    public var expected: String

    /// The line, the text found there, and the text expected.
    public var description: String {
        // The trace may not be text at all, so only the beginning of the line is quoted.
        let found = found.map { "found '\($0.prefix(80))\($0.count > 80 ? "…" : "")'" } ?? "the text ends"
        return "line \(line): \(found), expected \(expected)"
    }
}

extension StringProtocol {
    /// The text without blanks at its ends.
    fileprivate var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = Substring(self).drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
