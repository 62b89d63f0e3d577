internal import Foundation

/// Logins by host, from a file in the format of `.netrc`.
///
/// It reads `machine`, `default`, `login`, `password` and `account`, values in double quotes with `\"`, `\\`, `\n`, `\r` and `\t`, and
/// comments from `#` to the end of a line; it skips `macdef`. As in curl, the first matching entry counts, and no entry after
/// `default` does.
///
/// Source: the manual of GNU inetutils, "The .netrc file"; curl's for quotes and comments.
struct Netrc: Sendable {
    /// A login for a host.
    struct Entry: Hashable, Sendable {
        /// The host; `nil` for all others.
        var machine: String?
        var login: String?
        var password: String?
    }

    private(set) var entries: [Entry] = []

    /// The largest accepted file in bytes, enough for thousands of entries.
    static let longestFile = 1 << 20

    /// The path of the user's own file.
    static func ownPath(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        (environment["HOME"] ?? NSHomeDirectory()) + "/.netrc"
    }

    /// Reads a file that only its owner may read.
    init(contentsOf path: String) throws(ToolError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ToolError(
                "the logins cannot be read: \(String(cString: strerror(errno)))", path,
                "Create the file, or name another with --netrc=FILE", code: .usage)
        }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        guard !isFile || status.st_mode & 0o077 == 0 else {
            throw ToolError(
                "the logins are not used, as others may read the file", path, "Run chmod 600 '\(path)'", code: .usage)
        }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw ToolError("the logins cannot be read", path, "Give a file of text", code: .usage)
        }
        guard data.count <= Self.longestFile else {
            throw ToolError(
                "the file of logins is larger than \(Format.bytes(Self.longestFile))", path,
                "Give a file in the format of .netrc",
                code: .usage)
        }
        try self.init(String(decoding: data, as: UTF8.self), path: path)
    }

    /// Reads a file's text.
    ///
    /// - Throws: an error that names the line but quotes nothing, since a password may be anywhere.
    init(_ text: String, path: String) throws(ToolError) {
        var words = NetrcWords(text)
        while let word = words.next() {
            switch word.text {
            case "machine" where !word.isQuoted:
                entries.append(Entry(machine: try value(of: word, &words, path)))
            case "default" where !word.isQuoted: entries.append(Entry())
            case "login" where !word.isQuoted && !entries.isEmpty:
                entries[entries.count - 1].login = try value(of: word, &words, path)
            case "password" where !word.isQuoted && !entries.isEmpty:
                entries[entries.count - 1].password = try value(of: word, &words, path)
            case "account" where !word.isQuoted && !entries.isEmpty: _ = try value(of: word, &words, path)
            case "macdef" where !word.isQuoted: words.skipParagraph()
            default:
                throw ToolError(
                    "the logins cannot be read", "\(path), line \(word.line)",
                    "Write entries as 'machine HOST login NAME password WORD'", code: .usage)
            }
        }
    }

    private func value(
        of name: NetrcWords.Word, _ words: inout NetrcWords, _ path: String
    ) throws(ToolError) -> String {
        guard let value = words.next() else {
            throw ToolError(
                "\(name.text) has no value", "\(path), line \(name.line)", "Write one behind it", code: .usage)
        }
        return value.text
    }

    /// The login for a host, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - host: the host, in any case.
    ///   - user: the user named by the address; a login of another user does not match.
    func entry(for host: String, user: String?) -> Entry? {
        let before = entries.firstIndex { $0.machine == nil }.map { entries[...$0] } ?? entries[...]
        return before.first { entry in
            (entry.machine.map { Self.bare($0) == Self.bare(host) } ?? true)
                && (user == nil || entry.login == nil || entry.login == user)
        }
    }

    private static func bare(_ host: String) -> String { host.lowercased().filter { $0 != "[" && $0 != "]" } }

    /// The header that logs in at an address's host (RFC 7617).
    func authorization(for url: URL, path: String) throws(ToolError) -> String {
        let user = url.user(percentEncoded: false)
        guard let entry = entry(for: url.host ?? "", user: user), let name = user ?? entry.login else {
            throw ToolError(
                "there is no login for \(url.host ?? "")" + (user == nil ? "" : " and this user"), path,
                "Add a line 'machine \(url.host ?? "HOST") login NAME password WORD', or run without --netrc",
                code: .usage)
        }
        guard !name.contains(":") else {
            throw ToolError(
                "a login for \(url.host ?? "") has a colon, which Basic authentication cannot send", path,
                "Give credentials with --header", code: .usage)
        }
        return "Basic " + Data((name + ":" + (entry.password ?? "")).utf8).base64EncodedString()
    }
}

/// Splits a file of logins into words with their line numbers.
struct NetrcWords {
    /// A word.
    struct Word {
        var text = ""
        var line: Int
        var isQuoted = false
    }

    private var rest: Substring.UnicodeScalarView
    private var line = 1

    init(_ text: String) {
        rest = text[...].unicodeScalars
    }

    private mutating func pop() -> Unicode.Scalar? {
        let scalar = rest.popFirst()
        if scalar == "\n" { line += 1 }
        return scalar
    }

    mutating func next() -> Word? {
        while let scalar = rest.first {
            if scalar == "#" {
                while let scalar = rest.first, scalar != "\n" { _ = pop() }
            } else if scalar.properties.isWhitespace {
                _ = pop()
            } else {
                return word()
            }
        }
        return nil
    }

    private mutating func word() -> Word {
        var word = Word(line: line)
        var text = String.UnicodeScalarView()
        if rest.first == "\"" {
            word.isQuoted = true
            _ = pop()
            while let scalar = pop(), scalar != "\"" {
                guard scalar == "\\", let escaped = pop() else {
                    text.append(scalar)
                    continue
                }
                switch escaped {
                case "n": text.append("\n")
                case "r": text.append("\r")
                case "t": text.append("\t")
                default: text.append(escaped)
                }
            }
        } else {
            while let scalar = rest.first, !scalar.properties.isWhitespace {
                text.append(scalar)
                _ = pop()
            }
        }
        word.text = String(text)
        return word
    }

    /// Skips a macro, which ends at an empty line.
    mutating func skipParagraph() {
        var isLineEmpty = false
        while let scalar = pop() {
            if scalar == "\n" {
                if isLineEmpty { return }
                isLineEmpty = true
            } else if scalar != "\r" {
                isLineEmpty = false
            }
        }
    }
}
