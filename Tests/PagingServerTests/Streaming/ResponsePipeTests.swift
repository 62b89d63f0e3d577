import Foundation
import PagingTesting
import Testing

@testable import PagingServer

/// Parts of an answer on their way from the thread that reads them to the one that sends them.
@Suite(.timeLimit(.minutes(10))) struct ResponsePipeTests {
    private struct Failed: Error {}

    /// A pipe into which a thread puts so many parts, and how many it has put.
    private func filled(_ count: Int, ending error: (any Error)? = nil) -> (
        pipe: ResponsePipe, put: Gathered<Void>, ended: Gathered<Void>
    ) {
        let (pipe, put, ended) = (ResponsePipe(milliseconds: 60_000), Gathered<Void>(), Gathered<Void>())
        Thread.detachNewThread {
            try? pipe.begin(Response(status: 200))
            for number in 0..<count {
                guard (try? pipe.put([UInt8(number)])) != nil else { return ended.add() }
                put.add()
            }
            pipe.finish(error)
            ended.add()
        }
        return (pipe, put, ended)
    }

    @Test func `Few parts wait for their reader`() async throws {
        let (pipe, put, _) = filled(100)
        _ = try pipe.response()
        var taken: [UInt8] = []
        let wakes = Gathered<Void>()
        pipe.whenReady { wakes.add() }
        while true {
            let known = wakes.all.count
            let part = pipe.next()
            if case .bytes(let bytes) = part { taken += bytes }
            if part == .end { break }
            // One part more may have been put in since that was counted.
            #expect(put.all.count <= taken.count + ServerLimits.streamedParts + 1)
            if part == .nothing { try await wakes.wait(for: known + 1) }
        }
        #expect(taken == Array(0..<100))
    }

    @Test func `A failure before the first part is thrown`() {
        let pipe = filled(0, ending: Failed()).pipe
        #expect(throws: Failed.self) { try pipe.response() }
    }

    @Test func `A later failure breaks the answer off`() async throws {
        let (pipe, _, ended) = filled(2, ending: Failed())
        _ = try pipe.response()
        try await ended.wait(for: 1)
        #expect([pipe.next(), pipe.next(), pipe.next()] == [.bytes([0]), .bytes([1]), .failed])
    }

    @Test func `Nothing is read for a client that has gone`() async throws {
        let (pipe, put, ended) = filled(100)
        _ = try pipe.response()
        pipe.cancel()
        try await ended.wait(for: 1)
        #expect(put.all.count < 100 && pipe.next() == .failed)
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
        let woken = Gathered<Void>()
        pipe.whenReady { woken.add() }
        #expect(pipe.next() == .nothing)
        try pipe.put([1])
        #expect(woken.all.count == 1)
        pipe.finish(nil)
        #expect(woken.all.count == 2)
    }
}
