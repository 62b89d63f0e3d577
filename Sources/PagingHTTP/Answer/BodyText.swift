import Foundation

/// Normalizes bodies to JSON in UTF-8.
///
/// JSON between systems is UTF-8 (RFC 8259 §8.1). Some servers send UTF-16 or UTF-32 anyway, recognized by a byte order mark or by the zero
/// bytes of the first characters (RFC 4627 §3). Others send Latin-1, recognized only by the header. Others put a guard before the JSON, so that
/// no page of another site can run it as a script.
enum BodyText {
    /// Guards that servers put before the JSON.
    private static let guards = [
        ")]}',", ")]}'", "while(1);", "while (1);", "for(;;);", "for (;;);", "throw 1; < don't be evil' >", "throw 1;",
        "&&&START&&&", "{}&&",
    ].map { Array($0.utf8) }
    private static let longestGuard = 64

    /// An answer with a normalized body, or the same answer if nothing has to change.
    static func normalized(_ answer: HTTPAnswer) -> HTTPAnswer {
        guard !answer.body.isEmpty, isText(answer) else { return answer }
        var answer = answer
        if let text = decoded(answer) { answer.body = Data(text.utf8) }
        if let start = startBehindGuard(of: answer.body) { answer.body = Data(answer.body.dropFirst(start)) }
        return answer
    }

    private static func isText(_ answer: HTTPAnswer) -> Bool {
        guard let type = answer.headers[HeaderName.contentType]?.lowercased() else { return true }
        return type.contains("json") || type.hasPrefix("text/") || type.contains("javascript")
    }

    /// The text of a body that is not UTF-8, or `nil` if it is UTF-8 or its encoding is unknown.
    private static func decoded(_ answer: HTTPAnswer) -> String? {
        let bytes = answer.body.prefix(4).map { $0 == 0 }
        if answer.body.starts(with: [0xFF, 0xFE, 0, 0]) || bytes == [false, true, true, true] {
            return String(data: answer.body, encoding: .utf32LittleEndian).map(withoutMark)
        }
        if answer.body.starts(with: [0, 0, 0xFE, 0xFF]) || bytes == [true, true, true, false] {
            return String(data: answer.body, encoding: .utf32BigEndian).map(withoutMark)
        }
        if answer.body.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [false, true]) {
            return String(data: answer.body, encoding: .utf16LittleEndian).map(withoutMark)
        }
        if answer.body.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [true, false]) {
            return String(data: answer.body, encoding: .utf16BigEndian).map(withoutMark)
        }
        guard let charset = charset(of: answer), String(data: answer.body, encoding: .utf8) == nil else { return nil }
        switch charset {
        // Servers that declare Latin-1 mean its superset, windows-1252 (WHATWG Encoding).
        case "iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "us-ascii":
            return String(data: answer.body, encoding: .windowsCP1252)
                ?? String(data: answer.body, encoding: .isoLatin1)
        default: return nil
        }
    }

    private static func withoutMark(_ text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func charset(of answer: HTTPAnswer) -> String? {
        let parts = answer.headers[HeaderName.contentType]?.lowercased().split(separator: ";") ?? []
        let value = parts.lazy.map { $0.trimmingCharacters(in: .whitespaces) }.first { $0.hasPrefix("charset=") }
        return value.map { $0.dropFirst("charset=".count).trimmingCharacters(in: ["\""]) }
    }

    /// The index at which the JSON begins after a guard, or `nil` if there is none.
    private static func startBehindGuard(of body: Data) -> Int? {
        let start = Array(body.prefix(longestGuard))
        let space = start.prefix { isSpace($0) }.count
        guard let guarding = guards.first(where: { start[space...].starts(with: $0) }) else { return nil }
        let behind = start[(space + guarding.count)...].drop { isSpace($0) }
        return behind.first.map { "{[".utf8.contains($0) } == true ? behind.startIndex : nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x0A, 0x0D, 0x09].contains(byte) }
}
