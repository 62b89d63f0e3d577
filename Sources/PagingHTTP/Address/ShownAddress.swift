import Foundation

/// Addresses and a server's text as errors and logs may show them.
enum Shown {
    /// The most characters of a server's own text that an error repeats.
    static let maximumCharacters = 300

    /// An address without secrets: no user, no password, no query values, no fragment.
    static func address(_ url: URL) -> String {
        let whole = url.absoluteString.prefix { $0 != "#" }
        let (path, query) = Query.split(String(whole))
        var shown = path
        if let end = shown.range(of: "://")?.upperBound {
            let authority = shown[end...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") { shown.removeSubrange(end...at) }
        }
        guard let query, !query.isEmpty else { return Shown.text(shown) }
        let names = query.split(separator: "&").map { piece in
            piece.contains("=") ? piece.prefix { $0 != "=" } + "=…" : piece
        }
        return Shown.text(shown + "?" + names.joined(separator: "&"))
    }

    /// A server's text, shortened and without control characters, safe to print to a terminal.
    static func text(_ text: String) -> String {
        var result = ""
        for (index, character) in text.enumerated() {
            guard index < maximumCharacters else { return result + "…" }
            let isControl = character.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
            result.append(isControl ? " " : character)
        }
        return result
    }
}
