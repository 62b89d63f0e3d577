import Foundation
import Testing

@testable import PagingServer

/// Parts of an answer on their way from the thread that reads them to the one that sends them.
@Suite(.timeLimit(.minutes(10))) struct ResponsePipeTests {
    private struct Failed: Error {}

    /// A pipe into which a thread puts so many parts, and how many it has put.
    private func filled(_ count: Int, ending error: (any Error)? = nil) -> (ResponsePipe, Locked) {
        let (pipe, put) = (ResponsePipe(milliseconds: 60_000), Locked())
        Thread.detachNewThread {
            try? pipe.begin(Response(status: 200))
            for number in 0..<count {
                guard (try? pipe.put([UInt8(number)])) != nil else { return put.end() }
                put.add()
            }
            pipe.finish(error)
            put.end()
        }
        return (pipe, put)
    }

    /// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
    private final class Locked: @unchecked Sendable {
        private let condition = NSCondition()
        private var count = 0
        private var hasEnded = false
        var value: Int { condition.withLock { count } }
        func add() { condition.withLock { count += 1 } }
        func end() {
            condition.withLock {
                hasEnded = true
                condition.broadcast()
            }
        }
        func waitForEnd() { condition.withLock { while !hasEnded { condition.wait() } } }
    }

    @Test func `Few parts wait for their reader`() throws {
        let (pipe, put) = filled(100)
        _ = try pipe.response()
        var taken: [UInt8] = []
        while true {
            let part = pipe.next()
            if case .bytes(let bytes) = part { taken += bytes }
            if part == .end { break }
            // One part more may have been put in since that was counted.
            #expect(put.value <= taken.count + ServerLimits.streamedParts + 1)
        }
        #expect(taken == Array(0..<100))
    }

    @Test func `A failure before the first part is thrown`() {
        let (pipe, _) = filled(0, ending: Failed())
        #expect(throws: Failed.self) { try pipe.response() }
    }

    @Test func `A later failure breaks the answer off`() throws {
        let (pipe, put) = filled(2, ending: Failed())
        _ = try pipe.response()
        put.waitForEnd()
        #expect([pipe.next(), pipe.next(), pipe.next()] == [.bytes([0]), .bytes([1]), .failed])
    }

    @Test func `Nothing is read for a client that has gone`() throws {
        let (pipe, put) = filled(100)
        _ = try pipe.response()
        pipe.cancel()
        put.waitForEnd()
        #expect(put.value < 100 && pipe.next() == .failed)
    }

    @Test func `A client that takes too long is waited for no longer`() throws {
        let pipe = ResponsePipe(milliseconds: 0)
        try pipe.begin(Response(status: 200))
        for part in 0..<ServerLimits.streamedParts { try pipe.put([UInt8(part)]) }
        #expect(throws: ResponsePipe.BrokenOff.self) { try pipe.put([9]) }
    }

    @Test func `An answer that has begun does not begin again`() throws {
        let pipe = ResponsePipe(milliseconds: 60_000)
        try pipe.begin(Response(status: 200))
        try pipe.begin(Response(status: 201))
        try pipe.put([1])
        #expect(throws: ResponsePipe.BrokenOff.self) { try pipe.begin(Response(status: 200)) }
        #expect(try pipe.response().status == 201)
    }

    @Test func `A waiting reader is woken by each part`() throws {
        let pipe = ResponsePipe(milliseconds: 60_000)
        let woken = Locked()
        pipe.whenReady { woken.add() }
        #expect(pipe.next() == .nothing)
        try pipe.put([1])
        #expect(woken.value == 1)
        pipe.finish(nil)
        #expect(woken.value == 2)
    }
}
