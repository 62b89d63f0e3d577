/// A table of figures and the bounds they are to keep.
public struct BenchTable {
    private var rows: [[String]] = []
    /// Whether a figure is not within its bound.
    public private(set) var hasMissed = false

    /// Makes an empty table.
    public init() {}

    /// Adds a figure that is to be at most its bound, or that has none and is there for comparison.
    public mutating func add(_ name: String, _ value: Double, unit: String, atMost bound: Double? = nil) {
        add(name, value, unit, bound.map { "≤ \(format($0)) \(unit)" }, bound.map { value <= $0 })
    }

    /// Adds a figure that is to be at least its bound, if it has one.
    public mutating func add(_ name: String, _ value: Double, unit: String, atLeast bound: Double?) {
        add(name, value, unit, bound.map { "≥ \(format($0)) \(unit)" }, bound.map { value >= $0 })
    }

    /// Adds a heading.
    public mutating func section(_ name: String) {
        rows.append([name])
    }

    private mutating func add(_ name: String, _ value: Double, _ unit: String, _ bound: String?, _ isKept: Bool?) {
        if isKept == false { hasMissed = true }
        rows.append([name, "\(format(value)) \(unit)", bound ?? "", isKept.map { $0 ? "ok" : "MISSED" } ?? ""])
    }

    /// The table as text.
    public var text: String {
        let widths = (0..<4).map { column in
            rows.filter { $0.count == 4 }.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            guard row.count == 4 else { return "\n\(row[0])" }
            let figure = String(repeating: " ", count: widths[1] - row[1].count) + row[1]
            return "  \(padded(row[0], widths[0]))  \(figure)  \(padded(row[2], widths[2]))  \(row[3])"
        }.joined(separator: "\n")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
    }

    /// Three significant digits.
    private func format(_ value: Double) -> String {
        let digits = value < 10 ? 2 : value < 100 ? 1 : 0
        let scale = digits == 2 ? 100.0 : digits == 1 ? 10.0 : 1.0
        let scaled = Int((value * scale).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = "\(scaled % Int(scale))"
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
