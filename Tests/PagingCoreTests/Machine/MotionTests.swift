import Testing

@testable import PagingCore

/// Predictions of a viewport's next frames from its last ones.
@Suite struct MotionTests {
    /// Frames of 1/60 s, from a function of time in milliseconds.
    private func motion(frames: Int, _ row: (Double) -> Double) -> (motion: Motion, time: Double) {
        var motion = Motion()
        var time = 0.0
        for frame in 0..<frames {
            time = Double(frame) * 1_000 / 60
            motion.moved(to: Int(row(time).rounded()), now: Instant(milliseconds: 1e9 + time))
        }
        return (motion, time)
    }

    @Test func `A steady velocity is told, and no stop`() {
        let (motion, _) = motion(frames: 20) { 0.3 * $0 }
        #expect(abs(motion.velocity - 0.3) < 0.02)
        #expect(abs(motion.distance(in: 200) - 60) < 5)
    }

    @Test func `A steady deceleration tells where it will stop`() {
        // From 20 rows a millisecond to rest in 600 ms: it stops at row 6000.
        let stop = 600.0
        let (motion, time) = motion(frames: 24) { 20 * $0 - 20 / stop * $0 * $0 / 2 }
        let left = 20 * stop / 2 - (20 * time - 20 / stop * time * time / 2)
        #expect(abs((motion.timeToStop ?? 0) - (stop - time)) < 3)
        #expect(abs(motion.distance(in: 10_000) - left) < 20)
    }

    @Test func `An acceleration predicts no stop`() {
        let (motion, _) = motion(frames: 20) { 0.002 * $0 * $0 }
        #expect(motion.timeToStop == nil)
    }

    @Test func `A movement that no parabola describes predicts no stop`() {
        let (motion, _) = motion(frames: 20) { $0.truncatingRemainder(dividingBy: 50) < 25 ? $0 : $0 * 4 }
        #expect(!motion.isSmooth)
        #expect(motion.timeToStop == nil)
    }

    @Test func `A movement that has just begun to slow down is told from its last half`() {
        // Accelerates for 40 frames, then slows down for as long; seven frames after the turn.
        let turn = 40 * 1_000.0 / 60
        let (motion, time) = motion(frames: 48) { time in
            let late = max(0, time - turn)
            return 0.02 * time * time - 0.04 * late * late
        }
        #expect(motion.isSmooth)
        #expect(abs((motion.timeToStop ?? 0) - (2 * turn - time)) < 40)
    }

    @Test func `The spread of a prediction covers its error and grows with its span`() {
        var chance = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let speed = Double.random(in: 0.5...20, using: &chance)
            let stop = Double.random(in: 500...900, using: &chance)
            let shift = Double.random(in: 0...1, using: &chance)
            let (motion, time) = motion(frames: 24) { shift + speed * $0 - speed / stop * $0 * $0 / 2 }
            let left = speed * stop / 2 - (speed * time - speed / stop * time * time / 2)
            // Four standard deviations and a row of rounding.
            #expect(abs(motion.distance(in: 10_000) - left) <= 4 * motion.spread(in: 10_000) + 1)
            #expect(motion.spread(in: 50) < motion.spread(in: 200))
        }
        // A mere velocity may as well end now.
        let (start, _) = self.motion(frames: 2) { 0.3 * $0 }
        #expect(start.spread(in: 100) >= start.distance(in: 100))
    }

    @Test func `At rest nothing is left of what was before`() {
        var (motion, _) = motion(frames: 20) { 5 * $0 }
        motion.rest()
        #expect(motion.velocity == 0)
        #expect(motion.distance(in: 1_000) == 0)
    }
}
