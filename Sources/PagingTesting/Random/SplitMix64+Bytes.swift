package import Paging

extension SplitMix64 {
    /// Random bytes, mostly from an alphabet of bytes that are special to a parser. One in ten is any byte.
    package mutating func bytes(count: Int, from alphabet: [UInt8]) -> [UInt8] {
        (0..<count).map { _ in
            Int.random(in: 0..<10, using: &self) == 0
                ? UInt8.random(in: 0...255, using: &self) : alphabet[Int.random(in: 0..<alphabet.count, using: &self)]
        }
    }
}
