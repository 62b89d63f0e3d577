extension JSONValue {
    /// The default limit for the nesting of arrays and objects.
    public static let defaultMaximumDepth = 128

    /// The largest possible limit. Deeper documents would overflow the 512 KiB stack of a background thread in a debug build.
    public static let largestMaximumDepth = 200

    /// Reads a JSON document.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - maximumDepth: the deepest nesting of arrays and objects, at most ``largestMaximumDepth``.
    /// - Throws: ``JSONSyntaxError`` if the bytes are not a JSON document, or nested too deeply. No input traps.
    /// - Complexity: O(n) in the number of bytes.
    public init(
        parsing bytes: some Sequence<UInt8>, maximumDepth: Int = JSONValue.defaultMaximumDepth
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(bytes), maximumDepth: min(maximumDepth, Self.largestMaximumDepth))
        self = try parser.document()
    }
}

/// Parses a JSON document by recursive descent, with limited depth.
struct JSONParser {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0
    private var depth = 0

    init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw unexpected() }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard index < bytes.count else { throw error(.endsEarly) }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case .quote: return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw unexpected()
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        try enter()
        var members: [String: JSONValue] = [:]
        if try !closes(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard index < bytes.count else { throw error(.endsEarly) }
                guard bytes[index] == .quote else { throw unexpected() }
                let name = try string()
                skipSpace()
                guard index < bytes.count else { throw error(.endsEarly) }
                guard bytes[index] == UInt8(ascii: ":") else { throw unexpected() }
                index += 1
                members[name] = try value()
            } while try continues(closing: UInt8(ascii: "}"))
        }
        depth -= 1
        return .object(members)
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        if try !closes(UInt8(ascii: "]")) {
            repeat { elements.append(try value()) } while try continues(closing: UInt8(ascii: "]"))
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func enter() throws(JSONSyntaxError) {
        guard depth < maximumDepth else { throw error(.tooDeep(limit: maximumDepth)) }
        depth += 1
        index += 1
    }

    /// `true` if the bracket is closed at once.
    private mutating func closes(_ bracket: UInt8) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        guard index < bytes.count else { throw error(.endsEarly) }
        guard bytes[index] == bracket else { return false }
        index += 1
        return true
    }

    /// `true` if a comma follows. Otherwise the bracket must close.
    private mutating func continues(closing bracket: UInt8) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        guard index < bytes.count else { throw error(.endsEarly) }
        let byte = bytes[index]
        guard byte == .comma || byte == bracket else { throw unexpected() }
        index += 1
        return byte == .comma
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        for offset in 0..<word.utf8CodeUnitCount {
            guard index < bytes.count else { throw error(.endsEarly) }
            guard bytes[index] == word.withUTF8Buffer({ $0[offset] }) else { throw unexpected() }
            index += 1
        }
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        var isWhole = true
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let first = index
        guard skipDigits() else { throw error(index < bytes.count ? .badNumber : .endsEarly, at: start) }
        if bytes[first] == UInt8(ascii: "0"), index > first + 1 { throw error(.badNumber, at: start) }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            isWhole = false
            index += 1
            guard skipDigits() else { throw error(index < bytes.count ? .badNumber : .endsEarly, at: start) }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard skipDigits() else { throw error(index < bytes.count ? .badNumber : .endsEarly, at: start) }
        }
        // The frequent case, without a string: a number with so few digits that it cannot overflow.
        if isWhole, index - start <= 18 {
            var value: Int64 = 0
            for digit in bytes[first..<index] { value = value * 10 + Int64(digit - UInt8(ascii: "0")) }
            return .integer(first > start ? -value : value)
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let value = JSONNumber.value(text, isWhole: isWhole) else { throw error(.badNumber, at: start) }
        return value
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 { index += 1 }
        return index > start
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        var scanner = JSONStringScanner(bytes: bytes, index: index)
        defer { index = scanner.index }
        return try scanner.string()
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private func unexpected() -> JSONSyntaxError {
        index < bytes.count ? error(.unexpectedByte(bytes[index])) : error(.endsEarly)
    }

    private func error(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: offset ?? index)
    }
}
