/// The keys of a list's rows in order, if they are whole numbers: `application/vnd.paging.ids`.
///
/// ```
/// snapshot = "PGID" %x01 offset total count version *count(key)
/// offset   = varint           ; the position of the first key, from 0
/// total    = varint           ; how many rows the list has
/// count    = varint           ; how many keys follow
/// version  = varint *OCTET    ; how many bytes follow, and the list's version in UTF-8; no bytes where it has none
/// key      = varint           ; the difference to the key before, modulo 2⁶⁴, zigzag; the first to 0
/// ```
///
/// A varint is a number below 2⁶⁴ with seven bits per byte, the lowest bits first. All bytes except the last have the highest bit set. It has as
/// few bytes as possible. Zigzag maps 0, 1, 2, 3 … to 0, -1, 1, -2 …. Keys that are close to the previous one take one byte each.
///
/// ```swift
/// let snapshot = KeySnapshot(keys: [7, 9, 8], offset: 0, total: 3, version: "2-a-1")
/// try KeySnapshot(reading: snapshot.bytes) == snapshot
/// ```
///
/// Sources: Protocol Buffers, "Encoding" (varints and zigzag).
public struct KeySnapshot: Hashable, Sendable {
    /// The keys in the list's order.
    public var keys: [Int64]
    /// The position of the first key, counted from 0.
    public var offset: Int
    /// The number of rows in the list.
    public var total: Int
    /// The list's version, or `nil` if it has none. An empty one is read as `nil`.
    public var version: String?

    /// Makes a snapshot of keys.
    ///
    /// - Parameters:
    ///   - keys: the keys in the list's order.
    ///   - offset: the position of the first key, counted from 0.
    ///   - total: the number of rows in the list.
    ///   - version: the list's version.
    public init(keys: [Int64], offset: Int, total: Int, version: String?) {
        (self.keys, self.offset, self.total, self.version) = (keys, offset, total, version)
    }

    /// Reads a snapshot. It reads only as many keys as there are bytes, even if a larger number is announced.
    ///
    /// - Throws: ``KeySnapshotError`` if the bytes are not a snapshot.
    /// - Complexity: O(*bytes*)
    public init(reading bytes: some Sequence<UInt8>) throws(KeySnapshotError) {
        let whole: KeySnapshot
        do {
            // A contiguous buffer, for any sequence.
            whole =
                try bytes.withContiguousStorageIfAvailable { try KeySnapshot(buffer: $0) }
                ?? Array(bytes).withUnsafeBufferPointer { try KeySnapshot(buffer: $0) }
        } catch let error as KeySnapshotError {
            throw error
        } catch {
            throw KeySnapshotError(.notKeys, at: 0)
        }
        self = whole
    }

    private init(buffer: UnsafeBufferPointer<UInt8>) throws(KeySnapshotError) {
        var reader = VarintReader(bytes: buffer)
        try reader.expect(KeySnapshot.magic)
        offset = try reader.count()
        total = try reader.count()
        let count = try reader.count()
        let version = try reader.text()
        self.version = version.isEmpty ? nil : version
        keys = []
        // A key has at least one byte.
        keys.reserveCapacity(min(count, reader.rest))
        var last: Int64 = 0
        for _ in 0..<count {
            let zigzag = try reader.varint()
            last &+= Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
            keys.append(last)
        }
        guard reader.rest == 0 else { throw KeySnapshotError(.tooLong, at: reader.place) }
    }

    /// The bytes of the snapshot.
    public var bytes: [UInt8] {
        var writer = KeySnapshotWriter(offset: offset, total: total, count: keys.count, version: version)
        for key in keys { writer.append(key) }
        return writer.take()
    }

    /// The first bytes of a snapshot: its name and the format's number.
    static let magic = Array("PGID".utf8) + [1]
}

/// Writes a ``KeySnapshot`` in parts, so that the whole need not be in memory.
public struct KeySnapshotWriter: Sendable {
    private var bytes: [UInt8] = KeySnapshot.magic
    private var last: Int64 = 0

    /// Starts a snapshot.
    ///
    /// - Parameters:
    ///   - offset: the position of the first key, counted from 0.
    ///   - total: how many rows the list has.
    ///   - count: the number of keys that will be appended.
    ///   - version: the list's version.
    public init(offset: Int, total: Int, count: Int, version: String?) {
        for number in [offset, total, count] { append(UInt64(clamping: number)) }
        let text = Array((version ?? "").utf8)
        append(UInt64(text.count))
        bytes += text
    }

    /// Appends the next key.
    public mutating func append(_ key: Int64) {
        let difference = key &- last
        last = key
        append(UInt64(bitPattern: difference << 1 ^ difference >> 63))
    }

    /// The number of bytes that can be taken.
    public var count: Int { bytes.count }

    /// Returns the bytes written since the last call, and removes them.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: false) }
        return bytes
    }

    private mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
