import PagingTesting
import Testing

@testable import PagingServer

/// Long answers between the database and clients that take their time.
@Suite struct StoredAnswerTests {
    private func problem(_ body: () throws -> Void) -> Int? {
        do { try body() } catch { return (error as? Problem)?.response.status ?? 0 }
        return nil
    }

    @Test(arguments: [0, 1, 100_000, ServerLimits.storedInMemoryBytes, ServerLimits.storedInMemoryBytes + 1, 3_000_000])
    func `What was put in comes out`(count: Int) async throws {
        let answer = try AnswerStore().newAnswer(for: nil)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        for start in stride(from: 0, to: count, by: 70_001) {
            try answer.append(Array(bytes[start..<min(start + 70_001, count)]))
        }
        #expect(answer.count == count)
        #expect(try await answer.rest() == bytes)
    }

    @Test func `A client has a share, and leaves the rest to others`() throws {
        let store = AnswerStore(bytes: 800)
        let first = try store.newAnswer(for: "a")
        try first.append(Array(repeating: 1, count: 100))
        #expect(problem { try first.append([1]) } == 429)
        let others = try "bcdefgh".map { try store.newAnswer(for: "\($0)") }
        for other in others { try other.append(Array(repeating: 1, count: 100)) }
        // Without a share, as programs of this machine are; but there is no room.
        let local = try store.newAnswer(for: nil)
        #expect(problem { try local.append([1]) } == 503)
        withExtendedLifetime(others) {}
    }

    @Test func `What was sent makes room`() throws {
        let store = AnswerStore(bytes: 800)
        for _ in 0..<3 {
            let answers = try (0..<ServerLimits.storedAnswers / ServerLimits.storeShares).map { _ in
                try store.newAnswer(for: "a")
            }
            #expect(problem { _ = try store.newAnswer(for: "a") } == 429)
            try answers[0].append(Array(repeating: 1, count: 100))
            #expect(try store.newAnswer(for: nil).count == 0)
        }
    }

    @Test func `One that was ended is broken off`() throws {
        let answer = try AnswerStore().newAnswer(for: nil)
        try answer.append([1, 2, 3])
        answer.end()
        #expect(answer.next() == .failed)
    }
}
