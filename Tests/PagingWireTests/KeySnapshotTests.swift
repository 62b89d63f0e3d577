import PagingCore
import PagingWire
import Testing

/// Snapshots of keys in bytes.
@Suite
struct KeySnapshotTests {
    private static func snapshot(_ keys: [Int64], version: String? = "2-a-1") -> KeySnapshot {
        KeySnapshot(keys: keys, offset: 0, total: keys.count, version: version)
    }

    @Test func `As documented, byte by byte`() {
        let snapshot = KeySnapshot(keys: [7, 9, 8, 208, -1], offset: 3, total: 300, version: "v1")
        #expect(
            snapshot.bytes
                == Array("PGID".utf8) + [1, 3, 0xAC, 0x02, 5, 2] + Array("v1".utf8)
                + [14, 4, 1, 0x90, 0x03, 0xA1, 0x03])
        #expect(KeySnapshot(keys: [], offset: 0, total: 0, version: nil).bytes == Array("PGID".utf8) + [1, 0, 0, 0, 0])
    }

    @Test(
        arguments: [
            [], [0], [1, 2, 3], [.min, .max, .min, 0, .max, -1, 1], [5, 5, 5, -5],
            [1 << 62, -(1 << 62), 63, 64, -64, -65, 8191, 8192],
        ])
    func `What is written is read`(keys: [Int64]) throws {
        for version in ["2-9f3a61c0d2b4e857-41", "é", nil] {
            let snapshot = Self.snapshot(keys, version: version)
            #expect(try KeySnapshot(reading: snapshot.bytes) == snapshot)
        }
    }

    @Test func `Parts that are taken one after another make the whole`() {
        let snapshot = Self.snapshot((0..<1_000).map { $0 * $0 })
        var writer = KeySnapshotWriter(offset: 0, total: 1_000, count: 1_000, version: snapshot.version)
        var bytes: [UInt8] = []
        for key in snapshot.keys {
            writer.append(key)
            if writer.count > 50 { bytes += writer.take() }
        }
        #expect(bytes + writer.take() == snapshot.bytes)
    }

    @Test func `Every beginning of a snapshot is truncated, and says where it ends`() {
        let bytes = Self.snapshot([7, 900, -4, .max]).bytes
        for length in 0..<bytes.count {
            let error = #expect(throws: KeySnapshotError.self) { try KeySnapshot(reading: bytes.prefix(length)) }
            #expect(error?.reason == .truncated && error?.position == length, "\(length)")
        }
    }

    @Test(arguments: [1, 0x80] as [UInt8])
    func `Nothing may follow the last key`(byte: UInt8) {
        let bytes = Self.snapshot([7]).bytes
        let error = #expect(throws: KeySnapshotError.self) { try KeySnapshot(reading: bytes + [byte]) }
        #expect(error?.reason == .tooLong && error?.position == bytes.count)
    }

    private static let tenBytes = [UInt8](repeating: 0xFF, count: 9)

    @Test(
        arguments: [
            (Array("[7,9]".utf8), .notKeys, 0), (Array("PGIX".utf8) + [1, 0, 0, 0, 0], .notKeys, 3),
            (Array("PGID".utf8) + [2, 0, 0, 0, 0], .otherFormat(2), 4),
            // Zero in two bytes; more than 64 bits; eleven bytes; more rows than a number can count.
            (Array("PGID".utf8) + [1, 0x80, 0, 0, 0, 0], .overlongNumber, 5),
            (Array("PGID".utf8) + [1, 0, 0, 1, 0] + tenBytes + [2], .overlongNumber, 9),
            (Array("PGID".utf8) + [1, 0, 0, 1, 0] + tenBytes + [0x80, 0], .overlongNumber, 9),
            (Array("PGID".utf8) + [1, 0, 0] + tenBytes + [1], .overlongNumber, 7),
            // A version that is longer than what follows, and one that is no text.
            (Array("PGID".utf8) + [1, 0, 0, 0, 9, 65], .truncated, 10),
            (Array("PGID".utf8) + [1, 0, 0, 0, 1, 0xFF], .notText, 9),
            // As many keys as there is memory for, and none of them there.
            (Array("PGID".utf8) + [1, 0, 0] + Array(repeating: 0xFF, count: 8) + [0x7F, 0, 2], .truncated, 18),
        ] as [([UInt8], KeySnapshotError.Reason, Int)])
    func `Bad beginnings and numbers are named`(bytes: [UInt8], reason: KeySnapshotError.Reason, position: Int) {
        let error = #expect(throws: KeySnapshotError.self) { try KeySnapshot(reading: bytes) }
        #expect(error?.reason == reason && error?.position == position, "\(error?.description ?? "")")
        #expect(error?.description.contains("\(position)") == true)
    }

    @Test(arguments: 0..<200)
    func `Random bytes behind a right beginning are read or refused`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let tail = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
            UInt8.random(in: .min ... .max, using: &random)
        }
        guard let read = try? KeySnapshot(reading: Array("PGID".utf8) + [1] + tail) else { return }
        // Each snapshot is written in one way only.
        #expect(read.bytes == Array("PGID".utf8) + [1] + tail)
    }

    @Test func `Bytes against JSON, for keys without gaps and for shuffled ones`() {
        var random = SplitMix64(seed: 1)
        let dense = (1...100_000).map(Int64.init)
        for (keys, most) in [(dense, 0.18), (dense.shuffled(using: &random), 0.5)] {
            let json = keys.map(String.init).joined(separator: ",").utf8.count
            let bytes = Self.snapshot(keys).bytes.count
            #expect(Double(bytes) < Double(json) * most, "\(bytes) against \(json)")
        }
        #expect(Self.snapshot(dense).bytes.count == 100_018)
    }
}
