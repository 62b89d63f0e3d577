/// JSON as it was written: the order of members, the spelling of numbers and the escapes of texts stay, but white space between tokens is
/// removed.
///
/// It reads documents that have already been parsed, and finds values in them by their paths.
package enum JSONText {
    /// The elements of the array at a path, or a single object instead of the array.
    ///
    /// - Returns: `nil` if there is neither, or the document ends early.
    /// - Complexity: O(n) in the number of bytes.
    package static func elements(at path: FieldPath, in document: [UInt8]) -> [[UInt8]]? {
        var scanner = JSONTextScanner(bytes: document)
        guard scanner.find(path.names[...]), let byte = scanner.peek else { return nil }
        if byte == UInt8(ascii: "{") { return scanner.compactValue().map { [$0] } }
        guard byte == UInt8(ascii: "[") else { return nil }
        var elements: [[UInt8]] = []
        scanner.advance()
        while let byte = scanner.peek, byte != UInt8(ascii: "]") {
            guard let element = scanner.compactValue() else { return nil }
            elements.append(element)
            if scanner.peek == .comma { scanner.advance() }
        }
        return scanner.peek == nil ? nil : elements
    }

    /// The value at a path, or `nil` if there is none.
    ///
    /// - Complexity: O(n) in the number of bytes.
    package static func value(at path: FieldPath, in document: [UInt8]) -> [UInt8]? {
        var scanner = JSONTextScanner(bytes: document)
        return scanner.find(path.names[...]) ? scanner.compactValue() : nil
    }
}

/// Scans a document that is known to be JSON.
private struct JSONTextScanner {
    let bytes: [UInt8]
    var index: Int

    init(bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next byte that is not white space.
    var peek: UInt8? {
        mutating get {
            while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
            return index < bytes.count ? bytes[index] : nil
        }
    }

    mutating func advance() { index += 1 }

    /// Moves to the value at a path. Of members with the same name the last counts.
    mutating func find(_ names: ArraySlice<String>) -> Bool {
        guard let name = names.first else { return peek != nil }
        let opening = peek
        guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "["), let closing = opening.map({ $0 + 2 }) else {
            return false
        }
        advance()
        var (found, number) = (Int?.none, 0)
        while let byte = peek, byte != closing {
            if opening == UInt8(ascii: "{") {
                var scanner = JSONStringScanner(bytes: bytes, index: index)
                guard let own = try? scanner.string() else { return false }
                index = scanner.index
                guard peek == UInt8(ascii: ":") else { return false }
                advance()
                if own.utf8.elementsEqual(name.utf8) {
                    _ = peek
                    found = index
                }
            } else {
                if String(number) == name { found = index }
                number += 1
            }
            guard skipValue() else { return false }
            if peek == .comma { advance() }
        }
        guard let found else { return false }
        index = found
        return find(names.dropFirst())
    }

    /// The value here, without white space between its tokens.
    mutating func compactValue() -> [UInt8]? {
        guard peek != nil else { return nil }
        let start = index
        guard skipValue() else { return nil }
        var compact: [UInt8] = []
        compact.reserveCapacity(index - start)
        var (place, isInText) = (start, false)
        while place < index {
            let byte = bytes[place]
            if isInText, byte == .backslash {
                compact.append(byte)
                place += 1
                if place < index { compact.append(bytes[place]) }
            } else {
                if byte == .quote { isInText.toggle() }
                if isInText || !Self.isSpace(byte) { compact.append(byte) }
            }
            place += 1
        }
        return compact
    }

    /// Moves to the end of the value here.
    private mutating func skipValue() -> Bool {
        guard peek != nil else { return false }
        var (depth, isInText) = (0, false)
        while index < bytes.count {
            let byte = bytes[index]
            if isInText {
                if byte == .backslash { index += 1 }
                if byte == .quote {
                    isInText = false
                    if depth == 0 {
                        index += 1
                        return true
                    }
                }
            } else {
                switch byte {
                case .quote: isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    // The end of the array or object that contains the number or word.
                    if depth == 0 { return true }
                    depth -= 1
                    if depth == 0 {
                        index += 1
                        return true
                    }
                case .comma where depth == 0: return true
                default: if depth == 0, Self.isSpace(byte) { return true }
                }
            }
            index += 1
        }
        return depth == 0 && !isInText
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
