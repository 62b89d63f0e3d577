import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// Which work waits for a thread, and which does not.
@Suite(.blocking, .timeLimit(.minutes(10))) struct WorkerPoolTests {
    /// Records finished work, and holds work until it is released.
    private struct Notes: Sendable {
        private let notes = Gathered<String>()
        private let gate = Gate()

        func note(_ what: String) { notes.add(what) }

        func hold(_ what: String) {
            note(what)
            gate.pass()
        }

        func open() { gate.open() }

        func wait(_ count: Int, _ what: String) async throws {
            try await notes.wait(for: "\(count) times '\(what)'") { $0.count { $0 == what } >= count }
        }

        func count(_ what: String) -> Int { notes.all.count { $0 == what } }
    }

    @Test func `A list that is stuck leaves threads for others and refuses no client`() async throws {
        let (pool, notes) = (WorkerPool(limit: ServerLimits.answeringThreads), Notes())
        let stuck = ServerLimits.unmeasuredRequests
        for _ in 0..<200 {
            pool.add(.init({ notes.hold("stuck") }, lane: "a", otherwise: { notes.note("refused") }))
        }
        try await notes.wait(stuck, "stuck")
        for _ in 0..<200 { pool.add(.init({ notes.note("other") }, lane: "b")) }
        try await notes.wait(200, "other")
        #expect(notes.count("stuck") == stuck && notes.count("refused") == 0)
        notes.open()
        try await notes.wait(200, "stuck")
        pool.finish()
        #expect(notes.count("refused") == 0)
    }

    @Test func `A request that would wait for too long is refused`() async throws {
        let (pool, notes) = (WorkerPool(limit: ServerLimits.answeringThreads), Notes())
        let all = ServerLimits.unmeasuredRequests + ServerLimits.requestsWaitingPerList
        for _ in 0..<all + 5 {
            pool.add(.init({ notes.hold("stuck") }, lane: "a", otherwise: { notes.note("refused") }))
        }
        // One too many at once, the others once they have waited.
        try await notes.wait(5, "refused")
        pool.expire(at: .max)
        try await notes.wait(ServerLimits.requestsWaitingPerList + 5, "refused")
        #expect(notes.count("stuck") == ServerLimits.unmeasuredRequests)
        notes.open()
        pool.finish()
    }
}
