/// A line that shows the progress of work, and the time until its end.
struct ProgressBar: Sendable {
    /// The progress so far, in `unit`.
    var done = 0
    /// The total amount, or `nil` if it is unknown.
    var total: Int?
    /// Seconds since it began.
    var seconds = 0.0
    /// The unit: "rows".
    var unit = "rows"

    /// The line, limited to a number of columns.
    func line(width: Int) -> String {
        var facts = Format.count(done)
        if let total { facts += "/" + Format.count(total) }
        facts += " " + unit
        let rate = seconds > 0 ? Double(done) / seconds : 0
        if let total, total > 0 { facts += "  \(min(100, done * 100 / total)) %" }
        // At first a rate is too inaccurate.
        if seconds >= 0.5, rate > 0 {
            facts += "  \(Format.count(Int(rate)))/s"
            if let total { facts += "  eta \(Format.clock(Double(max(0, total - done)) / rate))" }
        }
        guard let total, total > 0 else { return String(facts.prefix(width)) }
        let room = min(width - facts.count - 4, 40)
        guard room >= 8 else { return String(facts.prefix(width)) }
        let filled = min(room, room * done / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        return "▕\(bar)▏ \(facts)"
    }
}
