internal import CNcurses
internal import Foundation

/// Standard output and standard error, with the properties of their terminals.
struct Console: Sendable {
    /// `true` if standard output is a terminal.
    let outputIsTerminal: Bool
    /// `true` if standard error is a terminal that can move its cursor.
    let errorIsTerminal: Bool
    /// `true` if standard error may be colored.
    let usesColor: Bool

    /// Examines the process's output, `TERM` and `NO_COLOR`.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let isDumb = ["dumb", ""].contains(environment["TERM"] ?? "")
        outputIsTerminal = isatty(STDOUT_FILENO) == 1
        errorIsTerminal = isatty(STDERR_FILENO) == 1 && !isDumb
        // Source: https://no-color.org: any value but an empty one.
        usesColor = errorIsTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Writes a line to standard output.
    ///
    /// - Throws: ``BrokenPipe`` if the reader has closed the output; a ``ToolError`` if it cannot be written.
    func say(_ text: String, end: String = "\n") throws {
        try Descriptor(STDOUT_FILENO, name: "standard output").write(Array((text + end).utf8))
    }

    /// Writes a line to standard error. A failure is ignored, since there is nowhere to report it.
    func note(_ text: String, end: String = "\n") {
        try? Descriptor(STDERR_FILENO, name: "standard error").write(Array((text + end).utf8))
    }

    /// Reports a failure.
    func complain(_ error: ToolError) {
        // A pipe or a file gets one line, which programs look for.
        let text = TerminalText.harmless(errorIsTerminal ? error.text(width: width) : "\(error)")
        note(usesColor ? "\u{1B}[31m\(text)\u{1B}[0m" : text)
    }

    /// How many columns the terminal at standard error has.
    var width: Int {
        let columns = Int(cncurses_columns(STDERR_FILENO))
        return columns > 0 ? columns : 80
    }
}

/// The reader of the output has gone away.
struct BrokenPipe: Error {}

/// A file that the system has open, and how to write to it to the last byte.
struct Descriptor: Sendable {
    let number: Int32
    /// Its name in errors.
    let name: String

    init(_ number: Int32, name: String) {
        self.number = number
        self.name = name
    }

    /// Writes all bytes, however many goes that takes.
    ///
    /// - Throws: ``BrokenPipe``; a ``ToolError`` with the system's message.
    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                // Someone made it non-blocking: wait until there is room.
                var poll = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = Foundation.poll(&poll, 1, -1)
            } else if errno != EINTR {
                throw failure("cannot write")
            }
        }
    }

    /// The system's last error, as one of the file.
    func failure(_ what: String) -> any Error {
        let number = errno
        if number == EPIPE { return BrokenPipe() }
        let advice =
            switch number {
            case ENOSPC, EDQUOT: "Make room on the disk, or write elsewhere"
            case EACCES, EPERM, EROFS: "Choose a place that may be written to"
            case ENOENT: "Check that the folder exists"
            case EISDIR: "Give the name of a file, not of a folder"
            default: "Check the disk, or write elsewhere"
            }
        return ToolError("\(what): \(String(cString: strerror(number)))", name, advice)
    }
}
