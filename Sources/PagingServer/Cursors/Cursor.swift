/// A place between two rows of a list: the key of the row beside it, which may have been deleted.
struct Cursor: Equatable {
    /// Identifies the list's definition and order. A cursor of another list has no place in this one.
    var definition: UInt64
    /// The time of its creation, in seconds since 1970.
    var madeAt: Int64
    /// The values of the columns that order the list, including the key's.
    var key: [DatabaseValue]

    /// The most bytes of a cursor before it is signed, because it has to fit into an address.
    private static let maximumBytes = 4 << 10

    /// The cursor as a text for addresses, or `nil` if its key is too long for one.
    func text(_ keys: CursorKeys) -> String? {
        var bytes: [UInt8] = []
        func append(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        append(definition)
        append(UInt64(bitPattern: madeAt))
        for value in key {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number):
                bytes.append(1)
                append(UInt64(bitPattern: number))
            case .real(let number):
                bytes.append(2)
                append(number.bitPattern)
            case .text(let text):
                bytes.append(3)
                append(UInt64(text.count))
                bytes += text
            case .blob(let blob):
                bytes.append(4)
                append(UInt64(blob.count))
                bytes += blob
            case .json(let json):
                bytes.append(5)
                append(UInt64(json.count))
                bytes += json
            }
            guard bytes.count <= Cursor.maximumBytes else { return nil }
        }
        return Base64URL.encode(keys.sign(bytes))
    }

    /// Reads the signed bytes, or returns `nil` if they are not a cursor.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func run() -> [UInt8]? {
            guard let count = number(), count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return Array(rest.prefix(Int(count)))
        }
        guard let definition = number(), let madeAt = number() else { return nil }
        var key: [DatabaseValue] = []
        while let kind = rest.popFirst() {
            let value: DatabaseValue? =
                switch kind {
                case 0: .null
                case 1: number().map { .integer(Int64(bitPattern: $0)) }
                case 2: number().map { .real(Double(bitPattern: $0)) }
                case 3: run().map(DatabaseValue.text)
                case 4: run().map(DatabaseValue.blob)
                case 5: run().map(DatabaseValue.json)
                default: nil
                }
            guard let value else { return nil }
            key.append(value)
        }
        self.init(definition: definition, madeAt: Int64(bitPattern: madeAt), key: key)
    }

    init(definition: UInt64, madeAt: Int64, key: [DatabaseValue]) {
        self.definition = definition
        self.madeAt = madeAt
        self.key = key
    }
}

/// Bytes as text that needs no encoding in addresses (RFC 4648 §5, without padding).
enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each byte that is a digit; 255 for all others.
    private static let values = (0...UInt8.max).map { byte in UInt8(digits.firstIndex(of: byte) ?? 255) }

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(digits[Int(bits >> (18 - 6 * place) & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text, or `nil` if it has other characters, or an impossible length.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 {
            let digit = values[Int(character)]
            guard digit < 64 else { return nil }
            bits = (bits << 6 | UInt32(digit)) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // The remaining bits must be padding.
        return count < 6 && bits & ((1 << count) - 1) == 0 ? bytes : nil
    }
}
