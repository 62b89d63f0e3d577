extension ScrollTrace {
    /// The line that names a trace's columns.
    public static let header = "time_ms,first_row,landing_row"

    /// Screens and lists beyond this many rows are taken for a mistake.
    static let longestList = 1 << 40
    static let tallestScreen = 100_000

    /// Reads a trace from the text of a CSV file.
    ///
    /// The first line is a comment with `viewport_rows` and `list_rows`, the second the header, every other one a frame:
    /// milliseconds, the first row on screen, and the landing row or nothing. Lines may end in CR LF, further comments
    /// and empty lines are skipped.
    ///
    /// - Parameter text: the file's text.
    /// - Throws: ``ScrollTraceError`` for the first line that is not as expected.
    public init(parsing text: some StringProtocol) throws(ScrollTraceError) {
        var shape: (viewport: Int, list: Int)?
        var hasHeader = false
        var frames: [Frame] = []
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let content = line.trimmed
            if content.isEmpty { continue }
            if content.hasPrefix("#") {
                if shape == nil { shape = try ScrollTrace.shape(content, line: number) }
            } else if !hasHeader {
                guard shape != nil, content == ScrollTrace.header else {
                    let expected =
                        shape == nil
                        ? "the comment '\(ScrollTraceError.shape)'" : "the header '\(ScrollTrace.header)'"
                    throw ScrollTraceError(line: number, found: String(content), expected: expected)
                }
                hasHeader = true
            } else if let shape {
                let frame = try ScrollTrace.frame(content, line: number, listRows: shape.list)
                if let last = frames.last, frame.milliseconds < last.milliseconds {
                    throw ScrollTraceError(
                        line: number, found: String(content),
                        expected: "a time of at least \(last.milliseconds), that of the frame before")
                }
                frames.append(frame)
            }
        }
        guard let shape else {
            throw ScrollTraceError(line: 1, found: nil, expected: "the comment '\(ScrollTraceError.shape)'")
        }
        guard hasHeader, !frames.isEmpty else {
            let expected = hasHeader ? "at least one frame" : "the header '\(ScrollTrace.header)'"
            throw ScrollTraceError(line: number + 1, found: nil, expected: expected)
        }
        self.init(viewportRows: shape.viewport, listRows: shape.list, frames: frames)
    }

    /// Reads `# viewport_rows=20 list_rows=1000000`; `nil` for any other comment.
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

    private static func frame(_ line: Substring, line number: Int, listRows: Int) throws(ScrollTraceError) -> Frame {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        func failure(_ expected: String) -> ScrollTraceError {
            ScrollTraceError(line: number, found: String(line), expected: expected)
        }
        guard fields.count == 3 else { throw failure("three fields, '\(header)'; there are \(fields.count)") }
        guard let time = Double(fields[0]), time.isFinite, time >= 0 else {
            throw failure("a time in milliseconds, at least 0, as the first field")
        }
        let rows = 0..<listRows
        guard let first = Int(fields[1]), rows.contains(first) else {
            throw failure("a row from 0 to \(listRows - 1) as the second field")
        }
        if fields[2].isEmpty { return Frame(milliseconds: time, firstRow: first) }
        guard let landing = Int(fields[2]), rows.contains(landing) else {
            throw failure("nothing, or a row from 0 to \(listRows - 1), as the third field")
        }
        return Frame(milliseconds: time, firstRow: first, landingRow: landing)
    }
}

/// A line of a trace is not what it should be.
public struct ScrollTraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An example of the comment that says how large screen and list are.
    static let shape = "# viewport_rows=20 list_rows=1000000"

    /// Which line, counted from 1.
    public var line: Int
    /// What stands there; `nil` where the text ends.
    public var found: String?
    /// What should stand there.
    public var expected: String

    /// Where, what was found, and what is expected.
    public var description: String {
        // Whatever was given as a trace may be no text at all: a line of it is quoted, but not to any length.
        let found = found.map { "found '\($0.prefix(80))\($0.count > 80 ? "…" : "")'" } ?? "the text ends"
        return "line \(line): \(found), expected \(expected)"
    }
}

extension StringProtocol {
    /// Without blanks around it.
    fileprivate var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = Substring(self).drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
