/// Reads varints from untrusted bytes.
struct VarintReader {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The position of the next byte.
    private(set) var place = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The number of remaining bytes.
    var rest: Int { bytes.count - place }

    /// Reads bytes that must equal the given ones.
    mutating func expect(_ wanted: [UInt8]) throws(KeySnapshotError) {
        for byte in wanted {
            guard place < bytes.count else { throw KeySnapshotError(.truncated, at: place) }
            guard bytes[place] == byte else {
                throw KeySnapshotError(place == wanted.count - 1 ? .otherFormat(bytes[place]) : .notKeys, at: place)
            }
            place += 1
        }
    }

    mutating func varint() throws(KeySnapshotError) -> UInt64 {
        let start = place
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard place < bytes.count else { throw KeySnapshotError(.truncated, at: place) }
            let byte = bytes[place]
            // The tenth byte holds only the last of 64 bits. A last byte without bits is unnecessary.
            guard shift < 63 || byte <= 1, byte != 0 || shift == 0 else {
                throw KeySnapshotError(.overlongNumber, at: start)
            }
            place += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    /// Reads a count.
    mutating func count() throws(KeySnapshotError) -> Int {
        let start = place
        guard let count = Int(exactly: try varint()) else { throw KeySnapshotError(.overlongNumber, at: start) }
        return count
    }

    /// Reads a length and a text of as many bytes.
    mutating func text() throws(KeySnapshotError) -> String {
        let length = try count()
        guard length <= rest else { throw KeySnapshotError(.truncated, at: bytes.count) }
        defer { place += length }
        let utf8 = bytes[place..<place + length]
        // Bytes that are not UTF-8 are replaced, so the text has other bytes.
        let text = String(decoding: utf8, as: UTF8.self)
        guard text.utf8.elementsEqual(utf8) else { throw KeySnapshotError(.notText, at: place) }
        return text
    }
}
