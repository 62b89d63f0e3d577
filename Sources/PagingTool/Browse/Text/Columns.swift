internal import PagingWire

/// The columns in which rows are shown, and how wide they are.
struct Columns: Sendable {
    /// One column.
    struct Column: Hashable, Sendable {
        var title: String
        var path: FieldPath
        /// Cells that its values would like to have.
        var width: Int
        /// `true` if its values are numbers, which are aligned to the right.
        var isNumeric: Bool
    }

    var columns: [Column]

    /// Cells between columns.
    static let gap = 2
    /// The most columns that are guessed.
    static let mostGuessed = 8
    /// The most cells that a guessed column would like to have.
    static let widestGuessed = 48
    /// Cells that a column has at least.
    static let narrowest = 3
    /// Cells that a column keeps where there is too little room for all.
    static let readable = 14

    /// The widths of the columns in a line of so many cells. Columns without room are left out.
    ///
    /// If there is too little room, the widest columns shrink first, and then the last are left out. Spare room goes to the widest column with
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

    /// Makes columns wider, never narrower, where values ask for it: a cut identifier is worse than a table that moves once.
    mutating func grow(for rows: [JSONValue]) {
        for row in rows {
            for (index, text) in texts(of: row).enumerated() where columns[index].width < Columns.widestGuessed {
                columns[index].width = max(columns[index].width, CellText.width(of: text, upTo: Columns.widestGuessed))
            }
        }
    }

    /// A row's values, a text for each column.
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

    /// The columns that someone has chosen, as wide as what is known asks for.
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

    /// `true` if this is a single value that a cell can show.
    var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
