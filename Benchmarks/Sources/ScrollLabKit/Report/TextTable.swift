/// Rows of text in aligned columns: the first to the left, the others to the right.
public struct TextTable: Sendable {
    private var rows: [[String]]

    /// Makes a table with a heading.
    public init(_ heading: [String]) {
        rows = [heading]
    }

    /// Adds a row.
    public mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The table's text, a line a row.
    public var text: String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                line += column == 0 ? cell + padding : "  " + padding + cell
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
