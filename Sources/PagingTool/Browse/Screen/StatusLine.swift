/// The line at the foot of the screen.
struct StatusLine: Hashable, Sendable {
    /// The marked row, counted from 0.
    var row = 0
    /// How many rows the list has.
    var count = 0
    /// `true` if that is all of them.
    var isEndKnown = true
    /// `true` if the first row is the list's first, so that rows have numbers.
    var isStartKnown = true
    /// `true` if the first rows are being loaded.
    var isLoading = false
    /// The title of the section on screen.
    var section: String?
    /// Requests sent, cancelled, and under way.
    var requests = 0
    var cancelled = 0
    var inFlight = 0
    /// The expected time from asking to having, in milliseconds; `nil` before there was an answer.
    var latency: Double?
    /// Something to say for now.
    var message: String?
    /// The error.
    var error: String?

    /// The reader's position.
    var place: String {
        var text = !isStartKnown ? "…" : count == 0 ? "0" : Format.count(row + 1)
        text += "/" + Format.count(count) + (isEndKnown && isStartKnown ? "" : "+")
        if let section { text += "  § " + (section.isEmpty ? "(none)" : section) }
        return text
    }

    /// The cost of loading.
    var figures: String {
        var parts = [Format.plural(requests, "request"), "\(Format.count(cancelled)) cancelled"]
        parts.append("\(inFlight) in flight")
        if let latency { parts.append("\(Int(latency.rounded())) ms") }
        return parts.joined(separator: " · ")
    }

    /// The line in so many cells: the place at the left, the figures at the right, and between them what must be said.
    func spans(width: Int) -> [Screen.Span] {
        guard width > 0 else { return [] }
        let style: Screen.Style = error == nil ? .status : .error
        let said = error.map { "R tries again: " + $0 } ?? message ?? ""
        var left = " " + place
        if !said.isEmpty { left += "  " + said }
        let figures = " " + figures + " "
        let room = width - CellText.width(of: figures)
        // On a narrow screen, or when something must be said, the figures give way.
        let needed = CellText.width(of: left) + 1
        guard room >= min(needed, said.isEmpty ? needed : width) else {
            return [.init(column: 0, text: CellText.fitted(left, to: width), style: style)]
        }
        return [
            .init(column: 0, text: CellText.fitted(left, to: room), style: style),
            .init(column: room, text: figures, style: style),
        ]
    }
}
