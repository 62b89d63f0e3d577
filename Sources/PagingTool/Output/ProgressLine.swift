/// Shows a progress line at the bottom of a terminal, and nothing without a terminal.
@MainActor
final class ProgressLine {
    private let console: Console
    private let isShown: Bool
    private let isQuiet: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var drawnAt: ContinuousClock.Instant?
    private var isOnScreen = false

    /// Makes a line that has not been drawn.
    ///
    /// - Parameters:
    ///   - console: the console to draw on.
    ///   - isQuiet: `true` to show nothing.
    init(_ console: Console, isQuiet: Bool) {
        self.console = console
        self.isQuiet = isQuiet
        isShown = console.errorIsTerminal && !isQuiet
        start = clock.now
    }

    /// Seconds since the line was made.
    var seconds: Double {
        let (seconds, attoseconds) = start.duration(to: clock.now).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// Draws the line again, unless it was drawn a moment ago.
    func show(_ bar: ProgressBar) {
        // A number cannot be read more often than ten times a second.
        guard isShown, drawnAt.map({ $0.duration(to: clock.now) >= .milliseconds(100) }) ?? true else { return }
        drawnAt = clock.now
        isOnScreen = true
        var bar = bar
        bar.seconds = seconds
        console.note("\r" + bar.line(width: console.width - 1) + "\u{1B}[K", end: "")
    }

    /// Prints a permanent line, unless the output is quiet.
    func interrupt(with text: String) {
        if isQuiet { return }
        clear()
        console.note("paging: \(text)")
    }

    /// Removes the line.
    func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        console.note("\r\u{1B}[K", end: "")
    }
}
