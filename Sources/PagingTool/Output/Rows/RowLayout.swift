internal import PagingWire

/// The formats of rows.
enum RowFormat: String, CaseIterable, Sendable {
    /// One row per line, as JSON.
    case jsonl
    /// One JSON array.
    case json
    /// Comma-separated values with a header (RFC 4180).
    case csv
    /// Values separated by tabs with a header, escaped as in PostgreSQL's COPY text format.
    case tsv
}

/// A field of each row, and its name in the output.
struct RowField: Hashable, Sendable {
    let title: String
    let path: FieldPath
}

/// The layout of rows: the format and the fields.
struct RowLayout: Sendable {
    var format = RowFormat.jsonl
    /// The fields in order, or `nil` for all.
    var fields: [RowField]?

    /// `true` if the output contains the complete rows, so that a stopped pull can be resumed from it.
    var keepsWholeRows: Bool { format == .jsonl && fields == nil }
}

extension RowLayout {
    static let options: [CommandSpec.Option] = [
        .init(
            name: "format", value: "NAME",
            help: "How rows are written: \(RowFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
            defaultValue: RowFormat.jsonl.rawValue),
        .init(
            name: "select", value: "FIELDS",
            help: "The fields to write, in this order: paths with commas between, as id,title,author/name.",
            defaultValue: "all"),
    ]

    init(_ arguments: Arguments, command: String) throws(ToolError) {
        if let name = arguments.value("format") {
            guard let known = RowFormat(rawValue: name) else {
                throw .unknown("format", name, of: RowFormat.allCases.map(\.rawValue), command: command)
            }
            format = known
        }
        guard let text = arguments.value("select") else { return }
        var fields: [RowField] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let title = part.trimmingPrefix { $0 == " " }
            guard !title.isEmpty else {
                throw .usage(
                    "--select has an empty field", "'\(text)'",
                    "Write paths with single commas between, as id,author/name",
                    command: command)
            }
            let field = RowField(title: String(title), path: FieldPath(String(title)))
            if fields.contains(where: { $0.path == field.path }) {
                throw .usage("--select names a field twice", "'\(title)'", "Name it once", command: command)
            }
            fields.append(field)
        }
        self.fields = fields
    }
}
