import Foundation
import PagingTesting
import Testing

@Suite struct GatheredTests {
    @Test func `Values of other threads are waited for`() async throws {
        let values = Gathered<Int>()
        for value in 0..<5 { Thread.detachNewThread { values.add(value) } }
        #expect(try await values.wait(for: 5).sorted() == [0, 1, 2, 3, 4])
    }

    @Test func `A wait for values that never come ends at its limit, and says which came`() async throws {
        let values = Gathered<Int>()
        values.add(7)
        let failure = await #expect(throws: WaitFailure.self) {
            try await values.wait(for: 2, within: .milliseconds(20))
        }
        #expect(failure?.what == "2 values" && failure?.seen == "[7]" && failure?.reason == .limit(.milliseconds(20)))
    }

    @Test func `A wait ends with its task`() async throws {
        let values = Gathered<Int>()
        let waiting = Task { try await values.wait(for: "a seven") { $0.contains(7) } }
        waiting.cancel()
        let failure = await #expect(throws: WaitFailure.self) { try await waiting.value }
        #expect(failure?.reason == .cancelled && failure?.seen == "[]")
    }

    @Test func `A gate holds threads until it is opened, and says who has come`() async throws {
        let (gate, passed) = (Gate(), Gathered<Void>())
        for _ in 0..<3 {
            Thread.detachNewThread {
                gate.pass()
                passed.add()
            }
        }
        try await gate.arrivals(3)
        #expect(passed.all.isEmpty)
        gate.open()
        try await passed.wait(for: 3)
        // A thread that comes later passes.
        gate.pass()
    }

    @Test func `A gate that is never opened lets pass after its limit`() {
        Gate().pass(within: .milliseconds(20))
    }
}
