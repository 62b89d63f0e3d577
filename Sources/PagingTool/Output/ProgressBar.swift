/// One line that tells how far something has come, and when it will be done.
struct ProgressBar: Sendable {
    /// The progress so far, in `unit`.
    var done = 0
    /// The amount to reach, or `nil` if it is unknown.
    var total: Int?
    /// Seconds since it began.
    var seconds = 0.0
    /// The unit: "rows".
    var unit = "rows"

    /// The line, no longer than so many columns.
    func line(width: Int) -> String {
        var facts = Format.count(done)
        if let total { facts += "/" + Format.count(total) }
        facts += " " + unit
        let rate = seconds > 0 ? Double(done) / seconds : 0
        if let total, total > 0 { facts += "  \(min(100, done * 100 / total)) %" }
        // In the first moments a rate is a rumour.
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
