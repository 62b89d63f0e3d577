/// The line at the bottom of the screen.
struct StatusLine: Hashable, Sendable {
    /// The marked row, counted from 0.
    var row = 0
    /// The number of rows in the list.
    var count = 0
    /// `true` if the number is the total.
    var isEndKnown = true
    /// `true` if the first row is the list's first, so that rows have numbers.
    var isStartKnown = true
    /// `true` if the first rows are being loaded.
    var isLoading = false
    /// The title of the section on screen.
    var section: String?
    /// The numbers of all requests, of cancelled ones, and of those in progress.
    var requests = 0
    var cancelled = 0
    var inFlight = 0
    /// The expected time from a request to its answer in milliseconds, or `nil` before the first answer.
    var latency: Double?
    /// A temporary message.
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

    /// The line in a number of cells: the position at the left, the figures at the right, and messages between them.
    func spans(width: Int) -> [Screen.Span] {
        guard width > 0 else { return [] }
        let style: Screen.Style = error == nil ? .status : .error
        let said = error.map { "R tries again: " + $0 } ?? message ?? ""
        var left = " " + place
        if !said.isEmpty { left += "  " + said }
        let figures = " " + figures + " "
        let room = width - CellText.width(of: figures)
        // On a narrow screen, or if there is a message, the figures are omitted.
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
