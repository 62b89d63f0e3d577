internal import PagingWire

/// The columns of the rows, with their widths.
struct Columns: Sendable {
    /// One column.
    struct Column: Hashable, Sendable {
        var title: String
        var path: FieldPath
        /// The preferred width in cells.
        var width: Int
        /// `true` if its values are numbers, which are aligned to the right.
        var isNumeric: Bool
    }

    var columns: [Column]

    /// The number of cells between columns.
    static let gap = 2
    /// The most columns that are guessed.
    static let mostGuessed = 8
    /// The largest preferred width of a guessed column in cells.
    static let widestGuessed = 48
    /// The smallest width of a column in cells.
    static let narrowest = 3
    /// The width in cells below which a column is not shrunk if there is too little room.
    static let readable = 14

    /// The widths of the columns in a line with a number of cells. Columns without room are omitted.
    ///
    /// If there is too little room, the widest columns shrink first, and then the last are omitted. Extra room goes to the widest column with
    /// text.
    func widths(in room: Int) -> [Int] {
        var widths = columns.map(\.width)
        var used = widths.reduce(0, +) + Columns.gap * max(0, columns.count - 1)
        while used > room, let widest = widths.max(), widest > Columns.readable,
            let index = widths.lastIndex(of: widest)
        {
            widths[index] -= 1
            used -= 1
        }
        var last = columns.count - 1
        while used > room, last > 0 {
            used -= widths[last] + Columns.gap
            widths[last] = 0
            last -= 1
        }
        if used > room, last == 0 { widths[0] = max(0, room) }
        let texts = columns.indices.filter { widths[$0] > 0 && !columns[$0].isNumeric }
        if used < room, let widest = texts.max(by: { columns[$0].width < columns[$1].width }) {
            widths[widest] += room - used
        }
        return widths
    }

    /// Makes columns wider for longer values, but never narrower, because a truncated identifier is worse than a table that moves once.
    mutating func grow(for rows: [JSONValue]) {
        for row in rows {
            for (index, text) in texts(of: row).enumerated() where columns[index].width < Columns.widestGuessed {
                columns[index].width = max(columns[index].width, CellText.width(of: text, upTo: Columns.widestGuessed))
            }
        }
    }

    /// A row's values, one text per column.
    func texts(of row: JSONValue) -> [String] {
        columns.map { Columns.text(row.value(at: $0.path)) }
    }

    /// A value as text on one line.
    static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: ""
        case .string(let text)?: text
        case let value?: value.json
        }
    }

    /// The columns that the user has chosen, with widths for the known rows.
    init(chosen paths: [FieldPath], sample: [JSONValue]) {
        columns = paths.map { path in
            let values = sample.compactMap { $0.value(at: path) }
            let title = path.names.isEmpty ? "row" : path.names.joined(separator: ".")
            let widest = values.reduce(0) { max($0, CellText.width(of: Columns.text($1), upTo: 60)) }
            return Column(
                title: title, path: path, width: max(widest, min(CellText.width(of: title), 14), Columns.narrowest),
                isNumeric: !values.isEmpty && values.allSatisfy(\.isNumber))
        }
    }
}

extension JSONValue {
    var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .double, .decimal: true
        default: false
        }
    }

    /// `true` if the value is a single one that a cell can show.
    var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
