internal import CNcurses
internal import Foundation

/// The locale that says how wide characters are and how they are written.
enum TerminalLocale {
    /// Takes the locale of the environment; where it knows no Unicode, one that does.
    ///
    /// Without it every character beyond ASCII has no width, and ncurses writes none of them.
    static func activate() {
        setlocale(LC_ALL, "")
        for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where !knowsUnicode { setlocale(LC_CTYPE, name) }
    }

    /// `true` if an ideograph is known to be wide.
    static var knowsUnicode: Bool { cncurses_cells(0x4E00) == 2 }
}
