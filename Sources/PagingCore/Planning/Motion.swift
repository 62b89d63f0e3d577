/// How a viewport moves: its velocity and acceleration, from its positions in the last frames.
///
/// A parabola is fitted to the last positions. If it describes them well, it predicts where a viewport that slows down will stop, long before it
/// does. If not, only the velocity is used, and no stop is predicted. Times are kept relative to the newest sample, to preserve precision.
struct Motion: Hashable, Sendable {
    /// Rows per millisecond, positive towards the end.
    private(set) var velocity = 0.0
    /// A parabola that describes the last frames well enough to be extrapolated, or `nil` if none does.
    private var course: Parabola?
    private var samples: [Parabola.Point] = []
    private var next = 0
    /// The points that a parabola is fitted to; kept, so that a frame allocates nothing.
    private var points: [Parabola.Point] = []

    /// The number of frames to look back on: a fifth of a second at 60 Hz. More frames average out the rounding to whole rows, by the power of
    /// 5/2 of their number; fewer follow a change of direction sooner.
    private static let frames = 12
    /// The fewest frames for which a parabola says more than its three coefficients.
    private static let leastFrames = 5
    /// The mean distance of positions from the parabola that is allowed, in rows: rounding to whole rows causes 0.3, and a hand is not quite
    /// steady.
    private static let unsteadiness = 1.0

    /// `true` if a parabola describes the last frames well enough to extrapolate it.
    var isSmooth: Bool { course != nil }

    /// The viewport is at a row, and has been moving since the last call.
    mutating func moved(to row: Int, now: Instant) {
        let sample = Parabola.Point(time: now.milliseconds, row: Double(row))
        if samples.count < Self.frames {
            samples.append(sample)
        } else {
            samples[next] = sample
        }
        next = (next + 1) % Self.frames
        // All of the last frames or, if the movement has just changed, the last half of them.
        course = parabola(of: samples.count) ?? parabola(of: min(samples.count, Self.frames / 2))
        velocity = course?.velocity ?? lastVelocity
    }

    /// The viewport is at rest; its earlier movement says nothing about the next one.
    mutating func rest() {
        samples.removeAll(keepingCapacity: true)
        (next, velocity, course) = (0, 0, nil)
    }

    /// The rows are at other positions of the list now.
    mutating func shift(by distance: Int) {
        for index in samples.indices { samples[index].row += Double(distance) }
    }

    /// Rows between here and where the viewport will be so many milliseconds from now.
    func distance(in span: Double) -> Double {
        guard let course else { return velocity * span }
        let span = min(span, timeToStop ?? span)
        return velocity * span + course.acceleration * span * span / 2
    }

    /// The standard deviation of ``distance(in:)``, in rows.
    ///
    /// If a viewport stops, the time of the stop does not matter, only the position. With only a velocity, the reader may stop now or go twice
    /// as far.
    func spread(in span: Double) -> Double {
        guard let course else { return abs(velocity) * span }
        return course.deviation(at: min(span, timeToStop ?? span))
    }

    /// Milliseconds until a viewport that slows down steadily comes to rest, or `nil` if it does not.
    var timeToStop: Double? {
        guard let course, velocity * course.acceleration < 0 else { return nil }
        return -velocity / course.acceleration
    }

    // MARK: Fitting

    /// The sample so many frames before the newest.
    private func sample(_ age: Int) -> Parabola.Point {
        let index = next - 1 - age
        return samples[index < 0 ? index + samples.count : index]
    }

    /// The parabola that describes so many of the last frames, or `nil` if none does well enough.
    ///
    /// A view reports its position a moment after the frame it computed it for, and that delay varies. At thousands of rows a frame this matters
    /// more than anything. So times are also tried as if frames came evenly, each a whole number of intervals after another, and the better fit
    /// counts.
    private mutating func parabola(of length: Int) -> Parabola? {
        guard length >= Self.leastFrames else { return nil }
        let (newest, oldest) = (sample(0), sample(length - 1))
        let interval = (newest.time - oldest.time) / Double(length - 1)
        guard interval > 0 else { return nil }
        points.removeAll(keepingCapacity: true)
        points.reserveCapacity(Self.frames)
        var intervals = 0.0
        for age in 0..<length {
            let frames = age > 0 ? frames(before: age, interval) : 0
            points.append(Parabola.Point(time: frames, row: sample(age).row - newest.row))
            intervals += frames
        }
        let frame = (newest.time - oldest.time) / intervals
        var time = 0.0
        for age in 1..<length {
            time -= points[age].time * frame
            points[age].time = time
        }
        let even = Parabola(through: points)
        for age in 1..<length { points[age].time = sample(age).time - newest.time }
        var best = Parabola(through: points)
        if let even, even.error < best?.error ?? .infinity { best = even }
        guard let best else { return nil }
        // A fast movement may be off by more: a thousandth of the distance passed in those frames.
        let allowed = Self.unsteadiness + abs(best.velocity) * (newest.time - oldest.time) / 2 / 1_000
        return best.error <= allowed * allowed * Double(length) ? best : nil
    }

    /// Intervals between two samples, in whole numbers.
    @inline(never)
    private func frames(before age: Int, _ interval: Double) -> Double {
        max(1, ((sample(age - 1).time - sample(age).time) / interval).rounded())
    }

    /// The velocity over the last two frames, if there is nothing better.
    private var lastVelocity: Double {
        guard samples.count >= 2 else { return 0 }
        let (newest, before) = (sample(0), sample(1))
        return newest.time > before.time ? (newest.row - before.row) / (newest.time - before.time) : 0
    }
}
