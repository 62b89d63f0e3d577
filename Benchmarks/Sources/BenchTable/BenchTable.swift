private import CBench

/// A table of figures and the bounds they are to keep.
public struct BenchTable {
    private var rows: [Row] = []
    /// Whether a figure is not within its bound.
    public private(set) var hasMissed = false

    private enum Row {
        case section(String)
        case figure(Figure)
    }

    private struct Figure {
        var name: String
        var value: Double
        var unit: String
        var bound: String?
        var isKept: Bool?
    }

    /// Makes an empty table.
    public init() {}

    /// Adds a figure that is to be at most its bound, or that has none and is there for comparison.
    public mutating func add(_ name: String, _ value: Double, unit: String, atMost bound: Double? = nil) {
        add(name, value, unit, bound.map { "≤ \(Self.format($0)) \(unit)" }, bound.map { value <= $0 })
    }

    /// Adds a figure that is to be at least its bound, if it has one.
    public mutating func add(_ name: String, _ value: Double, unit: String, atLeast bound: Double?) {
        add(name, value, unit, bound.map { "≥ \(Self.format($0)) \(unit)" }, bound.map { value >= $0 })
    }

    /// Adds a heading.
    public mutating func section(_ name: String) {
        rows.append(.section(name))
    }

    private mutating func add(_ name: String, _ value: Double, _ unit: String, _ bound: String?, _ isKept: Bool?) {
        if isKept == false { hasMissed = true }
        rows.append(.figure(Figure(name: name, value: value, unit: unit, bound: bound, isKept: isKept)))
    }

    /// The table as text.
    public var text: String {
        let cells: [[String]] = rows.map { row in
            switch row {
            case .section(let name): [name]
            case .figure(let one):
                [
                    one.name, "\(Self.format(one.value)) \(one.unit)", one.bound ?? "",
                    one.isKept.map { $0 ? "ok" : "MISSED" } ?? "",
                ]
            }
        }
        let widths = (0..<4).map { column in cells.filter { $0.count == 4 }.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            guard row.count == 4 else { return "\n\(row[0])" }
            let figure = String(repeating: " ", count: widths[1] - row[1].count) + row[1]
            return "  \(padded(row[0], widths[0]))  \(figure)  \(padded(row[2], widths[2]))  \(row[3])"
        }.joined(separator: "\n")
    }

    /// Prints the table, and appends its figures to the file that `PAGING_FIGURES` names, for `Scripts/bench`: a line each with its
    /// section, name, value, unit, bound, and `ok` or `MISSED`, divided by tabs.
    public func show() {
        print(text)
        var section = ""
        for row in rows {
            switch row {
            case .section(let name): section = name
            case .figure(let one):
                let kept = one.isKept.map { $0 ? "ok" : "MISSED" } ?? ""
                let fields = [section, one.name, Self.format(one.value), one.unit, one.bound ?? "", kept]
                append_figures(fields.joined(separator: "\t") + "\n")
            }
        }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
    }

    /// Three significant digits.
    private static func format(_ value: Double) -> String {
        let digits = value < 10 ? 2 : value < 100 ? 1 : 0
        let scale = digits == 2 ? 100.0 : digits == 1 ? 10.0 : 1.0
        let scaled = Int((value * scale).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = "\(scaled % Int(scale))"
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
