internal import CNcurses
internal import Foundation

/// The locale, which determines the width and encoding of characters.
enum TerminalLocale {
    /// Sets the environment's locale, or a Unicode locale if that one is not.
    ///
    /// Otherwise every character beyond ASCII has no width, and ncurses does not write it.
    static func activate() {
        setlocale(LC_ALL, "")
        for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where !knowsUnicode { setlocale(LC_CTYPE, name) }
    }

    /// `true` if the locale knows that an ideograph is wide.
    static var knowsUnicode: Bool { cncurses_cells(0x4E00) == 2 }
}
