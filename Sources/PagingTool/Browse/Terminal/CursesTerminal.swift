internal import CNcurses
internal import Foundation

/// The terminal, through ncurses. Two threads must not call ncurses at once, so all of it runs on the main actor.
///
/// It draws whole screens. ncurses finds the cells that differ, and writes only those.
@MainActor
final class CursesTerminal {
    private let usesColor: Bool
    private var isActive = false

    /// Takes over the terminal.
    ///
    /// - Throws: a ``ToolError`` if there is no suitable terminal.
    init(usesColor: Bool) throws {
        let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw ToolError(
                "browse needs a terminal", "standard input or output is none",
                "Run it in a terminal; 'paging pull' writes rows to files and pipes")
        }
        TerminalLocale.activate()
        guard !["", "dumb"].contains(name), cncurses_start() == 1 else {
            throw ToolError(
                "browse cannot draw on this terminal", name.isEmpty ? "TERM is not set" : "TERM is '\(name)'",
                "Set TERM to what the terminal is, as xterm-256color")
        }
        self.usesColor = usesColor && cncurses_has_colors() != 0
        if self.usesColor { cncurses_colors() }
        isActive = true
        Self.reportDrags(true)
    }

    /// Restores the terminal.
    func stop() {
        guard isActive else { return }
        isActive = false
        Self.reportDrags(false)
        endwin()
    }

    /// Restores the terminal, suspends the process, and takes over the terminal again when the shell resumes it.
    func suspend() {
        stop()
        Signals.stop()
        isActive = true
        Self.reportDrags(true)
        cncurses_resize()
        cncurses_repaint()
        cncurses_refresh()
    }

    var height: Int { Int(cncurses_height()) }
    var width: Int { Int(cncurses_width()) }

    /// Reads the terminal's new size.
    func resize() { cncurses_resize() }

    /// Draws a screen.
    func draw(_ screen: Screen) {
        cncurses_erase()
        for (line, spans) in screen.lines.enumerated() {
            for span in spans {
                cncurses_look(look(of: span.style))
                let text = span.text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
                cncurses_put(Int32(line), Int32(span.column), text, Int32(text.count))
            }
        }
        cncurses_look(0)
        cncurses_refresh()
    }

    private func look(of style: Screen.Style) -> attr_t {
        switch style {
        case .plain: 0
        case .marked: cncurses_reverse()
        case .dim, .track: cncurses_dim()
        case .header: cncurses_underline() | cncurses_bold()
        case .status: cncurses_reverse()
        case .error: cncurses_bold() | (usesColor ? cncurses_pair(1) : cncurses_reverse())
        case .thumb: usesColor ? cncurses_pair(2) : 0
        }
    }

    /// The next key waiting to be read, or `nil` if there is none.
    func nextKey() -> Key? {
        while true {
            var value: UInt32 = 0
            switch cncurses_key(&value) {
            case 1: if let key = Self.key(character: value) { return key }
            case 2: if let key = Self.key(code: Int32(value)) { return key }
            default: return nil
            }
        }
    }

    private static func key(character value: UInt32) -> Key? {
        switch value {
        case 0x0A, 0x0D: return .enter
        case 0x1B: return .escape
        case 0x08, 0x7F: return .backspace
        case 0x04: return .pageDown
        case 0x15: return .pageUp
        default:
            guard value >= 0x20, let scalar = Unicode.Scalar(value) else { return nil }
            return .character(Character(scalar))
        }
    }

    private static func key(code: Int32) -> Key? {
        switch code {
        case KEY_UP: return .up
        case KEY_DOWN: return .down
        case KEY_PPAGE: return .pageUp
        case KEY_NPAGE: return .pageDown
        case KEY_HOME: return .home
        case KEY_END: return .end
        case KEY_ENTER: return .enter
        case KEY_BACKSPACE: return .backspace
        case KEY_MOUSE: return mouse()
        default: return nil
        }
    }

    private static func mouse() -> Key? {
        var (line, column): (Int32, Int32) = (0, 0)
        switch cncurses_mouse(&line, &column) {
        case 1: return .press(row: Int(line), column: Int(column))
        case 2: return .drag(row: Int(line), column: Int(column))
        case 3: return .release
        case 4: return .wheel(-1)
        case 5: return .wheel(1)
        default: return nil
        }
    }

    /// Makes the terminal report mouse movements with a pressed button, which ncurses can read but does not enable.
    private static func reportDrags(_ isOn: Bool) {
        // Source: XTerm Control Sequences, "Mouse Tracking", mode 1002.
        try? Descriptor(STDOUT_FILENO, name: "the terminal").write(Array("\u{1B}[?1002\(isOn ? "h" : "l")".utf8))
    }
}
