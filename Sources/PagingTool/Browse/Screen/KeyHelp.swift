/// The keys of `browse` and their effects, for its help and for `?`.
enum KeyHelp {
    private static let keys: [(keys: String, does: String)] = [
        ("↑ ↓  j k", "a row up or down"), ("PgUp PgDn Space", "a screen up or down"),
        ("Home End  g G", "first, last row"), (": N Enter", "row N"),
        ("p n  [ ]", "section before, after"), ("/ letters Enter", "a section by its name"),
        ("r", "refresh"), ("R", "try again what failed"), ("wheel, the bar", "with the mouse"),
        ("?", "these keys"), ("q", "quit"),
    ]
    /// The number of cells between two columns of keys.
    private static let gap = 3

    /// The keys in lines, in one column or in as many as the height requires and the width allows.
    static func lines(width: Int, height: Int) -> [String] {
        let left = keys.reduce(0) { max($0, $1.keys.count) } + 2
        let right = keys.reduce(0) { max($0, $1.does.count) }
        let room = max(1, (width + gap) / (left + right + gap))
        let columns = min(room, (keys.count + max(1, height) - 1) / max(1, height))
        let rows = (keys.count + columns - 1) / columns
        return (0..<rows).map { row in
            var line = ""
            for (column, index) in stride(from: row, to: keys.count, by: rows).enumerated() {
                line = padded(line, to: column * (left + right + gap))
                line = padded(line + keys[index].keys, to: column * (left + right + gap) + left) + keys[index].does
            }
            return line
        }
    }

    /// The text with blanks up to a width. All of these characters are one cell wide, in any locale.
    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
