/// Random numbers by seed (SplitMix64), so that a failure can be played again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Bytes drawn from an alphabet, and one in ten from all.
    mutating func bytes(count: Int, from alphabet: [UInt8]) -> [UInt8] {
        (0..<count).map { _ in
            Int.random(in: 0..<10, using: &self) == 0
                ? UInt8.random(in: 0...255, using: &self) : alphabet[Int.random(in: 0..<alphabet.count, using: &self)]
        }
    }
}
