@testable import PagingCore
import Testing

/// Parts of the machine that compare a list with the server's: versions that a stream reports, and requests other than pages.
@Suite struct ComparisonTests {
    @Test func `A version that the stream has passed is an earlier one, though it was never shown`() {
        var comparison = Comparison()
        for name in ["v1", "v2", "v2", "v3"] {
            comparison.streamIsElsewhere(Version(name), byChanges: false, now: Instant(milliseconds: 0))
        }
        #expect(comparison.versions.superseded == [Version("v1"), Version("v2")])
        comparison.adopt(Version("v2"), now: Instant(milliseconds: 1))
        #expect(comparison.versions.superseded == [Version("v1")])
    }

    @Test func `A request that was given up keeps the server's pause when it is wanted again`() throws {
        var planner = LoadPlanner(policy: LoadPolicy(), seed: 1)
        var request = AuxiliaryRequest()
        request.want()
        let id = try #require(request.send(planner: &planner, now: Instant(milliseconds: 0)))
        let isOver = request.failed(
            id, isTransient: false, retryAfter: 500, planner: &planner, now: Instant(milliseconds: 100))
        #expect(isOver == true)
        request.finish()
        request.want()
        #expect(request.send(planner: &planner, now: Instant(milliseconds: 599)) == nil)
        #expect(request.retryAt == Instant(milliseconds: 600))
        #expect(request.send(planner: &planner, now: Instant(milliseconds: 600)) != nil)
    }
}
