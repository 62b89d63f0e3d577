package import Paging

extension SplitMix64 {
    /// Bytes drawn from an alphabet in which what matters to a parser is frequent, and one in ten from all.
    package mutating func bytes(count: Int, from alphabet: [UInt8]) -> [UInt8] {
        (0..<count).map { _ in
            Int.random(in: 0..<10, using: &self) == 0
                ? UInt8.random(in: 0...255, using: &self) : alphabet[Int.random(in: 0..<alphabet.count, using: &self)]
        }
    }
}
