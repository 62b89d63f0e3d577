import Testing

@testable import PagingTesting

@Suite struct PlacesTests {
    @Test func `There are no more at once than there are places, and each gets its turn`() async throws {
        let (places, gate) = (Places(2), Gathered<Int>())
        try await places.take()
        try await places.take()
        let third = Task {
            try await places.take()
            gate.add(3)
        }
        let cancelled = Task { try await places.take() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(gate.all == [])
        places.giveBack()
        try await third.value
        places.giveBack()
        places.giveBack()
        // Both are free again.
        try await places.take()
        try await places.take()
        #expect(gate.all == [3])
    }
}
