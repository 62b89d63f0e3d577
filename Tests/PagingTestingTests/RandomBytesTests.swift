import PagingCore
import PagingTesting
import Testing

@Suite struct RandomBytesTests {
    @Test func `Most are of the alphabet, and the same seed gives the same`() {
        var (random, again) = (SplitMix64(seed: 1), SplitMix64(seed: 1))
        let bytes = random.bytes(count: 1_000, from: [1, 2, 3])
        #expect(again.bytes(count: 1_000, from: [1, 2, 3]) == bytes)
        #expect(Set(bytes).isSuperset(of: [1, 2, 3]))
        // One in ten, near enough for this seed.
        #expect((50...150).contains(bytes.count { !(1...3).contains($0) }))
    }

    /// Seeds noted down with a failure stay good as long as the numbers are those of the algorithm's authors.
    @Test func `The numbers are those of the reference`() {
        var random = SplitMix64(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        ]
        #expect(expected == expected.map { _ in random.next() })
    }
}
