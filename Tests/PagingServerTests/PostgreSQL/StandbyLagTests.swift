import Testing

@testable import PagingServer

/// The lag of a standby, from when positions of its primary were seen.
struct StandbyLagTests {
    private func at(_ offset: UInt64, timeline: UInt32 = 1) -> LogPosition {
        LogPosition(timeline: timeline, offset: offset)
    }

    @Test func `The lag is the age of the oldest position that was not replayed`() {
        var lag = StandbyLag()
        lag.see(standby: at(5))
        #expect(lag.lag(at: 0) == nil)
        lag.see(primary: at(10), at: 100)
        // It may lag behind by any time before it was seen at any of them.
        #expect(lag.lag(at: 900) == nil)
        lag.see(standby: at(10))
        #expect(lag.lag(at: 900) == 0)
        // A primary that nothing is written to makes nobody late.
        lag.see(primary: at(10), at: 1_000)
        #expect(lag.lag(at: 2_000) == 0)
        lag.see(primary: at(20), at: 2_000)
        lag.see(primary: at(30), at: 3_000)
        #expect(lag.lag(at: 3_500) == 1_500)
        lag.see(standby: at(29))
        #expect(lag.lag(at: 3_500) == 500)
        lag.see(standby: at(31))
        #expect(lag.lag(at: 3_500) == 0)
    }

    @Test func `Of many positions the lag is never told too small`() {
        var lag = StandbyLag()
        lag.see(primary: at(0), at: 0)
        lag.see(standby: at(0))
        let count = UInt64(ServerLimits.replicaPositions)
        for second in 1...count * 3 { lag.see(primary: at(second), at: second) }
        #expect(lag.lag(at: count * 3) == count * 3 - 1)
        for second in 1..<count * 3 {
            lag.see(standby: at(second))
            #expect(lag.lag(at: count * 3) ?? 0 >= count * 3 - second - 1)
        }
        lag.see(standby: at(count * 3))
        #expect(lag.lag(at: count * 3) == 0)
    }

    @Test func `A log that has lost its end, or is of another timeline, begins anew`() {
        for next in [at(90), at(120, timeline: 2)] {
            var lag = StandbyLag()
            lag.see(primary: at(100), at: 1)
            lag.see(standby: at(100))
            lag.see(primary: next, at: 2)
            #expect(lag.lag(at: 3) == nil)
            // A standby that follows another timeline may have any number.
            lag.see(standby: LogPosition(timeline: 3, offset: 500))
            #expect(lag.lag(at: 3) == nil)
            lag.see(standby: next)
            #expect(lag.lag(at: 3) == 0)
        }
        #expect(at(1, timeline: 2) > at(9))
        #expect(LogPosition(["10", "0000000A"]) == at(10, timeline: 10))
    }
}
