import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// However many ask for the count of a state, it is made once.
@Suite(.blocking) struct SharedCountTests {
    @Test func `A count is made once`() async throws {
        let fixture = try Fixture.people()
        let list = try #require(try ListCatalog(try fixture.writer()).list(named: "people"))
        let cache = ResponderCache()
        let (gate, calls, counts) = (Gate(), Gathered<Void>(), Gathered<Int>())
        let asking = Gathered<Void>()
        for _ in 0..<4 {
            Thread.detachNewThread {
                asking.add()
                let count = try? fixture.count(list, cache, state: 1) {
                    calls.add()
                    gate.pass()
                    return 60
                }
                counts.add(count ?? -1)
            }
        }
        try await gate.arrivals()
        try await asking.wait(for: 4)
        gate.open()
        #expect(try await counts.wait(for: 4) == [60, 60, 60, 60])
        #expect(calls.all.count == 1)
        #expect(try fixture.count(list, cache, state: 2) { 61 } == 61)
    }

    /// A reader who waits for a count that fails counts by itself.
    @Test func `A count that fails is made again`() throws {
        struct Failure: Error {}
        let fixture = try Fixture.people()
        let list = try #require(try ListCatalog(try fixture.writer()).list(named: "people"))
        let cache = ResponderCache()
        #expect(throws: Failure.self) { try fixture.count(list, cache, state: 1) { throw Failure() } }
        #expect(try fixture.count(list, cache, state: 1) { 60 } == 60)
    }
}

extension Fixture {
    fileprivate func count(
        _ list: ListDescription, _ cache: ResponderCache, state: Int64, _ make: () throws -> Int
    ) throws -> Int {
        let snapshot = DatabaseSnapshot(
            connection: try writer(), version: DatabaseVersion(epoch: 1, state: state), epoch: 1, schema: 1)
        return try cache.count(
            ResponderCache.Key(list, RowSelection(sort: [])), of: list, snapshot, make)
    }
}
