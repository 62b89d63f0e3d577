/// Texts in lines that a terminal shows whole.
enum Wrapping {
    /// The least width that lines are broken for.
    static let leastWidth = 20
    /// Further lines begin under the first line's words.
    private static let indent = "  "

    /// The text in lines with at most this number of columns. Longer words stay whole, so that addresses can be copied.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = lines.isEmpty ? "" : indent
            var isEmpty = true
            for word in paragraph.split(separator: " ") {
                if !isEmpty, line.count + 1 + word.count > max(width, leastWidth) {
                    lines.append(line)
                    (line, isEmpty) = (indent, true)
                }
                line += (isEmpty ? "" : " ") + word
                isEmpty = false
            }
            lines.append(line)
        }
        return lines
    }
}
