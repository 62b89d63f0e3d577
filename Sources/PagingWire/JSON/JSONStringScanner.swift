import Foundation

/// Reads one string of a JSON document.
struct JSONStringScanner {
    let bytes: [UInt8]
    /// The position of the opening quotation mark. After reading, the position after the closing one.
    var index: Int

    mutating func string() throws(JSONSyntaxError) -> String {
        let start = index
        index += 1
        var isASCII = true
        while index < bytes.count {
            switch bytes[index] {
            case .quote:
                index += 1
                return try text(bytes[(start + 1)..<(index - 1)], isASCII: isASCII, start: start)
            case .backslash: return try escapedString(start: start)
            case 0..<0x20: throw JSONSyntaxError(reason: .badString, offset: index)
            case 0x80...: isASCII = false
            default: break
            }
            index += 1
        }
        throw JSONSyntaxError(reason: .endsEarly, offset: index)
    }

    /// Continues at the first escape.
    private mutating func escapedString(start: Int) throws(JSONSyntaxError) -> String {
        var buffer = Array(bytes[(start + 1)..<index])
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case .quote:
                index += 1
                return try text(buffer[...], isASCII: false, start: start)
            case .backslash:
                let scalar = try escape()
                buffer.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
            case 0..<0x20: throw JSONSyntaxError(reason: .badString, offset: index)
            default:
                buffer.append(byte)
                index += 1
            }
        }
        throw JSONSyntaxError(reason: .endsEarly, offset: index)
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = index
        guard index + 1 < bytes.count else { throw JSONSyntaxError(reason: .endsEarly, offset: bytes.count) }
        let byte = bytes[index + 1]
        index += 2
        switch byte {
        case .quote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw JSONSyntaxError(reason: .badString, offset: start)
        }
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // An unpaired surrogate becomes U+FFFD, as in browsers. Otherwise a whole page would be rejected because of a text that was cut in the
        // middle of an emoji.
        guard unit < 0xDC00, index + 1 < bytes.count, bytes[index] == .backslash, bytes[index + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let behind = index
        index += 2
        let low = try codeUnit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else {
            index = behind
            return "\u{FFFD}"
        }
        return scalar
    }

    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard index < bytes.count else { throw JSONSyntaxError(reason: .endsEarly, offset: index) }
            guard let digit = bytes[index].hexDigit else { throw JSONSyntaxError(reason: .badString, offset: index) }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    private func text(_ slice: ArraySlice<UInt8>, isASCII: Bool, start: Int) throws(JSONSyntaxError) -> String {
        if isASCII { return String(decoding: slice, as: UTF8.self) }
        let text = String(decoding: slice, as: UTF8.self)
        // Bytes that are not UTF-8 were replaced. Foundation's validating initializer is not used, because it drops U+FEFF at the start.
        guard text.utf8.elementsEqual(slice) else { throw JSONSyntaxError(reason: .badString, offset: start) }
        return text
    }
}
