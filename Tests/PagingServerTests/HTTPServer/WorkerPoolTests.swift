import Foundation
import Testing

@testable import PagingServer

/// Which work waits for a thread, and which does not.
@Suite(.timeLimit(.minutes(10))) struct WorkerPoolTests {
    /// Records finished work, and holds work until it is released.
    ///
    /// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
    private final class Notes: @unchecked Sendable {
        private let condition = NSCondition()
        private var isOpen = false
        private var done: [String: Int] = [:]

        func note(_ what: String) {
            condition.withLock {
                done[what, default: 0] += 1
                condition.broadcast()
            }
        }

        func hold(_ what: String) {
            note(what)
            condition.withLock { while !isOpen { condition.wait() } }
        }

        func open() {
            condition.withLock {
                isOpen = true
                condition.broadcast()
            }
        }

        func wait(_ count: Int, _ what: String) {
            condition.withLock { while done[what, default: 0] < count { condition.wait() } }
        }

        func count(_ what: String) -> Int { condition.withLock { done[what, default: 0] } }
    }

    @Test func `A list that is stuck leaves threads for others and refuses no client`() {
        let (pool, notes) = (WorkerPool(limit: ServerLimits.answeringThreads), Notes())
        let stuck = ServerLimits.threadsPerList
        for _ in 0..<200 {
            pool.add(.init({ notes.hold("stuck") }, lane: "a", otherwise: { notes.note("refused") }))
        }
        notes.wait(stuck, "stuck")
        for _ in 0..<200 { pool.add(.init({ notes.note("other") }, lane: "b")) }
        notes.wait(200, "other")
        #expect(notes.count("stuck") == stuck && notes.count("refused") == 0)
        notes.open()
        notes.wait(200, "stuck")
        pool.finish()
        #expect(notes.count("refused") == 0)
    }

    @Test func `A request that would wait for too long is refused`() {
        let (pool, notes) = (WorkerPool(limit: ServerLimits.answeringThreads), Notes())
        let all = ServerLimits.threadsPerList + ServerLimits.requestsWaitingPerList
        for _ in 0..<all + 5 {
            pool.add(.init({ notes.hold("stuck") }, lane: "a", otherwise: { notes.note("refused") }))
        }
        // One too many at once, the others once they have waited.
        notes.wait(5, "refused")
        while notes.count("refused") < ServerLimits.requestsWaitingPerList + 5 { pool.expire() }
        #expect(notes.count("stuck") == ServerLimits.threadsPerList)
        notes.open()
        pool.finish()
    }
}
