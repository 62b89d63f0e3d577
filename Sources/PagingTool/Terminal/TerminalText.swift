/// Foreign text that is written to a terminal line by line, not cell by cell as ``CellText`` does.
enum TerminalText {
    /// A line of text, such as an error: characters that control the terminal are blanks, characters that reorder the line are U+FFFD.
    static func harmless(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A: shown.append(scalar)
            case 0..<0x20, 0x7F...0x9F: shown.append(" ")
            // Embeddings, overrides and isolates (UAX 9 §2).
            case 0x202A...0x202E, 0x2066...0x2069: shown.append("\u{FFFD}")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// JSON with the same value in which no control character is written as itself.
    static func escapedJSON(_ text: String) -> String {
        String(decoding: escaped(Array(text.utf8), in: .jsonl), as: UTF8.self)
    }

    /// Whole rows of a format, as UTF-8, without characters that control a terminal.
    ///
    /// JSON and tab-separated values say the same as before. In comma-separated values, which have no escapes, they are written as in JSON.
    static func escaped(_ rows: [UInt8], in format: RowFormat) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(rows.count)
        for (index, byte) in rows.enumerated() {
            let next = index + 1 < rows.count ? rows[index + 1] : 0
            let previous = index > 0 ? rows[index - 1] : 0
            switch byte {
            case 0x09, 0x0A: shown.append(byte)
            // The end of a line; alone it would write over the line's beginning.
            case 0x0D where next == 0x0A: shown.append(byte)
            case 0..<0x20, 0x7F: append(byte, [byte], in: format, to: &shown)
            // U+0080 to U+009F are 0xC2 and their own number.
            case 0xC2 where isSecondControl(next): break
            case 0x80...0x9F where previous == 0xC2: append(byte, [previous, byte], in: format, to: &shown)
            default: shown.append(byte)
            }
        }
        return shown
    }

    private static func isSecondControl(_ byte: UInt8) -> Bool { (0x80...0x9F).contains(byte) }

    /// Appends a character by its number, or by the bytes of its UTF-8 as PostgreSQL's COPY text format writes them.
    private static func append(_ number: UInt8, _ bytes: [UInt8], in format: RowFormat, to shown: inout [UInt8]) {
        func hexadecimal(_ byte: UInt8) -> [UInt8] { [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 } }
        guard format == .tsv else {
            shown += #"\u00"#.utf8
            shown += hexadecimal(number)
            return
        }
        for byte in bytes {
            shown += #"\x"#.utf8
            shown += hexadecimal(byte)
        }
    }
}
