internal import PagingWire

/// Encodes rows in a layout.
///
/// The columns of a table are the fields of its first rows, unless the user selected them. The first rows are held back until the columns are
/// known.
struct RowEncoder: Sendable {
    /// The number of rows whose fields become the columns of a table: about a page.
    static let headerRows = 100
    /// The most fields without a column that a note names.
    static let mostNamed = 5

    private let layout: RowLayout
    private var columns: [RowField]?
    private var columnNames: Set<String> = []
    private var waiting: [(row: JSONValue, text: [UInt8])] = []
    private var isBegun = false
    /// Fields of later rows that have no column, at most one more than are named.
    private var withoutColumn: Set<String> = []
    /// Selected fields that no row has had yet.
    private var unseen: [RowField]
    private var hasRows = false

    init(_ layout: RowLayout) {
        self.layout = layout
        unseen = layout.fields ?? []
    }

    /// Adds a row, and appends the bytes that can already be written.
    ///
    /// - Parameter text: the row's original text, which is written unchanged. It is empty if only the value is known.
    mutating func write(_ row: JSONValue, text: [UInt8] = [], to bytes: inout [UInt8]) {
        hasRows = true
        if !unseen.isEmpty { unseen.removeAll { row.value(at: $0.path) != nil } }
        guard isTable else { return append(row, text, to: &bytes) }
        guard columns == nil, layout.fields == nil else { return append(row, text, to: &bytes) }
        waiting.append((row, text))
        if waiting.count >= Self.headerRows { release(to: &bytes) }
    }

    /// Appends the rows that were held back.
    mutating func release(to bytes: inout [UInt8]) {
        let rows = waiting
        waiting = []
        if !rows.isEmpty, columns == nil { columns = Self.columns(of: rows.map(\.row)) }
        columnNames = Set((columns ?? []).map(\.title))
        for (row, text) in rows { append(row, text, to: &bytes) }
    }

    /// Appends the remaining rows, and the end of the format.
    mutating func finish(to bytes: inout [UInt8]) {
        release(to: &bytes)
        begin(&bytes)
        if layout.format == .json { bytes += (hasRows ? "\n]\n" : "]\n").utf8 }
    }

    /// The notes for a reader of the rows.
    var notes: [String] {
        var notes: [String] = []
        if !withoutColumn.isEmpty {
            let names = withoutColumn.sorted().prefix(Self.mostNamed).joined(separator: ", ")
            notes.append(
                "The columns are the fields of the first \(Self.headerRows) rows. Later rows have more, which were left out: \(names)"
                    + (withoutColumn.count > Self.mostNamed ? " and others" : "") + "; name all fields with --select.")
        }
        if hasRows, !unseen.isEmpty {
            notes.append("No row has \(unseen.map(\.title).joined(separator: ", ")), which --select names.")
        }
        return notes
    }

    private var isTable: Bool { layout.format == .csv || layout.format == .tsv }

    private mutating func append(_ row: JSONValue, _ text: [UInt8], to bytes: inout [UInt8]) {
        let isFirst = !isBegun
        begin(&bytes)
        switch layout.format {
        case .jsonl:
            appendJSON(row, text, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .json:
            bytes += (isFirst ? "\n" : ",\n").utf8
            appendJSON(row, text, to: &bytes)
        case .csv, .tsv:
            if layout.fields == nil { noteFields(of: row) }
            let cells = (layout.fields ?? columns ?? []).map { field in
                let value = row.value(at: field.path)
                return TableCell(value, text: value?.string == nil ? JSONText.value(at: field.path, in: text) : nil)
            }
            appendLine(cells, to: &bytes)
        }
    }

    /// Appends the beginning of the format.
    private mutating func begin(_ bytes: inout [UInt8]) {
        guard !isBegun else { return }
        isBegun = true
        switch layout.format {
        case .jsonl: break
        case .json: bytes.append(UInt8(ascii: "["))
        case .csv, .tsv:
            guard let fields = layout.fields ?? columns else { return }
            appendLine(fields.map { TableCell(.string($0.title)) }, to: &bytes)
        }
    }

    private func appendLine(_ cells: [TableCell], to bytes: inout [UInt8]) {
        layout.format == .csv ? TableCell.writeCSV(cells, to: &bytes) : TableCell.writeTSV(cells, to: &bytes)
    }

    private func appendJSON(_ row: JSONValue, _ text: [UInt8], to bytes: inout [UInt8]) {
        guard let fields = layout.fields else {
            if text.isEmpty { row.write(to: &bytes) } else { bytes += text }
            return
        }
        bytes.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONValue.string(field.title).write(to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            if let written = JSONText.value(at: field.path, in: text) {
                bytes += written
            } else {
                (row.value(at: field.path) ?? .null).write(to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    // MARK: Columns

    /// The column's name for rows without fields.
    private static let rowItself = RowField(title: "value", path: FieldPath(names: []))

    private static func columns(of rows: [JSONValue]) -> [RowField] {
        var names: Set<String> = []
        for row in rows {
            guard let fields = fields(of: row) else { return [rowItself] }
            names.formUnion(fields)
        }
        // Members have no order of their own. Elements are sorted by number.
        let sorted = names.sorted { one, other in
            if let number = Int(one), let second = Int(other) { return number < second }
            return one < other
        }
        return sorted.isEmpty ? [rowItself] : sorted.map { RowField(title: $0, path: FieldPath(names: [$0])) }
    }

    /// The names of a row's fields, or `nil` if it is a single value.
    private static func fields(of row: JSONValue) -> [String]? {
        switch row {
        case .object(let members): Array(members.keys)
        case .array(let elements): elements.indices.map { String($0) }
        default: nil
        }
    }

    private mutating func noteFields(of row: JSONValue) {
        guard withoutColumn.count <= Self.mostNamed, columns != [Self.rowItself] else { return }
        for name in Self.fields(of: row) ?? ["rows that are single values"] where !columnNames.contains(name) {
            withoutColumn.insert(name)
            if withoutColumn.count > Self.mostNamed { return }
        }
    }
}
