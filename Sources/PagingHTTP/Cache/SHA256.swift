import Foundation

/// A digest that distinguishes requests without storing their content, and detects damaged files.
///
/// Foundation has none on Linux. Source: FIPS 180-4 §6.2.
package enum SHA256 {
    static let byteCount = 32

    static func digest(of data: Data) -> Data {
        var hash = initial
        var block = [UInt32](repeating: 0, count: 64)
        var bytes = [UInt8](data)
        let bitCount = UInt64(bytes.count) * 8
        bytes.append(0x80)
        bytes.append(contentsOf: repeatElement(0, count: (120 - bytes.count % 64) % 64))
        bytes.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> UInt64(56 - 8 * $0)) })
        bytes.withUnsafeBufferPointer { bytes in
            for start in stride(from: 0, to: bytes.count, by: 64) { mix(bytes, from: start, &block, into: &hash) }
        }
        return Data(hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } })
    }

    /// The digest of a text, in hexadecimal digits.
    package static func name(of text: String) -> String {
        digest(of: Data(text.utf8)).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private static func mix(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ block: inout [UInt32], into hash: inout [UInt32]
    ) {
        for index in 0..<16 {
            block[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[start + 4 * index + $1]) }
        }
        for index in 16..<64 {
            let (early, late) = (block[index - 15], block[index - 2])
            let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            block[index] = block[index - 16] &+ first &+ block[index - 7] &+ second
        }
        var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
        var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let first =
                h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice &+ constants[index] &+ block[index]
            let majority = a & b ^ a & c ^ b & c
            let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= word }
    }

    /// The fractional parts of the square roots of the first eight primes.
    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// The fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = {
        let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
        return primes.map { prime in
            // The largest root with root³ ≤ prime · 2⁹⁶. Its lower 32 bits are the fraction.
            var (low, high) = (UInt64(0), UInt64(8) << 32)
            while high - low > 1 {
                let middle = (low + high) / 2
                let square = middle.multipliedFullWidth(by: middle)
                let lower = square.low.multipliedFullWidth(by: middle)
                // The upper 64 bits of the cube count 2⁶⁴; it is below 2¹⁰⁵.
                let cube = square.high * middle + lower.high
                if cube < UInt64(prime) << 32 { low = middle } else { high = middle }
            }
            return UInt32(truncatingIfNeeded: low)
        }
    }()
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
