/// How a viewport moves: its velocity and acceleration, from where it was in the last frames.
///
/// A parabola is fitted to the last positions by least squares. Where it describes them well, a viewport that slows
/// down has told where it will stop long before it does; where it does not, the velocity alone is used, and no stop is
/// predicted. Times are kept relative to the newest sample, so that nothing is lost in large numbers.
struct Motion: Hashable, Sendable {
    /// Rows per millisecond, positive towards the end.
    private(set) var velocity = 0.0
    /// Rows per square millisecond.
    private(set) var acceleration = 0.0
    /// Whether the parabola describes the last frames well enough to extrapolate it.
    private(set) var isSmooth = false

    private var samples: [Sample] = []
    private var next = 0

    private struct Sample: Hashable, Sendable {
        var time: Double
        var row: Double
    }

    /// Frames that are looked back on: a fifth of a second at 60 Hz. Longer averages out the rounding to whole rows, by
    /// the power of 5/2 of their number; shorter follows a change of mind sooner.
    private static let frames = 12
    /// Frames from which on a parabola says more than the three numbers that define it.
    private static let leastFrames = 5
    /// Rows that positions may lie off the parabola, on the mean: they are rounded to whole rows, which is 0.3 on the
    /// mean, and a hand is not quite steady.
    private static let unsteadiness = 1.0

    /// The viewport stands at a row; it has been moving since the last call.
    mutating func moved(to row: Int, now: Instant) {
        let sample = Sample(time: now.milliseconds, row: Double(row))
        if samples.count < Self.frames {
            samples.append(sample)
        } else {
            samples[next] = sample
        }
        next = (next + 1) % Self.frames
        fit(to: sample)
    }

    /// The viewport stands still; what it did before says nothing about what comes.
    mutating func rest() {
        samples.removeAll(keepingCapacity: true)
        (next, velocity, acceleration, isSmooth) = (0, 0, 0, false)
    }

    /// Rows between here and where the viewport will be so many milliseconds from now.
    func distance(in span: Double) -> Double {
        guard isSmooth else { return velocity * span }
        let span = min(span, timeToStop ?? span)
        return velocity * span + acceleration * span * span / 2
    }

    /// Milliseconds until a viewport that slows down steadily will stand; `nil` where it does not.
    var timeToStop: Double? {
        guard isSmooth, velocity * acceleration < 0 else { return nil }
        return -velocity / acceleration
    }

    /// Least squares for row = a + b·t + c·t², with t = 0 at the newest sample.
    private mutating func fit(to newest: Sample) {
        let count = Double(samples.count)
        isSmooth = false
        guard samples.count >= 2 else { return }
        var (s1, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0)
        var (r0, r1, r2) = (0.0, 0.0, 0.0)
        for sample in samples {
            let (t, row) = (sample.time - newest.time, sample.row - newest.row)
            (s1, s2, s3, s4) = (s1 + t, s2 + t * t, s3 + t * t * t, s4 + t * t * t * t)
            (r0, r1, r2) = (r0 + row, r1 + row * t, r2 + row * t * t)
        }
        let determinant = count * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
        guard samples.count >= Self.leastFrames, determinant > 0 else { return fitLine(newest) }
        let a = (r0 * (s2 * s4 - s3 * s3) - s1 * (r1 * s4 - r2 * s3) + s2 * (r1 * s3 - r2 * s2)) / determinant
        let b = (count * (r1 * s4 - r2 * s3) - r0 * (s1 * s4 - s2 * s3) + s2 * (s1 * r2 - s2 * r1)) / determinant
        let c = (count * (s2 * r2 - s3 * r1) - s1 * (s1 * r2 - s2 * r1) + r0 * (s1 * s3 - s2 * s2)) / determinant
        var error = 0.0
        for sample in samples {
            let t = sample.time - newest.time
            let off = a + b * t + c * t * t - (sample.row - newest.row)
            error += off * off
        }
        let rows = abs(b) * -(s1 / count)
        // A fast movement may be off by more: a thousandth of what it passed in the time looked back on.
        let allowed = Self.unsteadiness + rows / 1_000
        isSmooth = error <= allowed * allowed * count
        if isSmooth { (velocity, acceleration) = (b, 2 * c) } else { fitLine(newest) }
    }

    /// The velocity over the last two frames, for want of anything better.
    private mutating func fitLine(_ newest: Sample) {
        acceleration = 0
        var before: Sample?
        for sample in samples where sample.time < newest.time && sample.time > before?.time ?? -.infinity {
            before = sample
        }
        guard let before else { return }
        velocity = (newest.row - before.row) / (newest.time - before.time)
    }
}
