@testable import PagingCore
import PagingTesting

/// Draws a trace frame by frame: stretches of rest, dragging and coasting, one after another.
struct TraceBuilder {
    /// Milliseconds between frames.
    let interval: Double
    let screen: Int
    let listRows: Int
    var random: SplitMix64
    /// Where the reader is, in rows; frames show whole ones.
    private(set) var position: Double
    private var frames: [ScrollTrace.Frame] = []
    /// How many rows the screen shows, where that has changed.
    var height: Int?
    var viewer = 0
    /// Which frame comes next, counted from the start.
    private var tick = 0

    init(seed: UInt64, from row: Int = 0, screen: Int = 20, listRows: Int = 1_000_000, framesPerSecond: Double = 60) {
        random = SplitMix64(seed: seed)
        (self.screen, self.listRows, position) = (screen, listRows, Double(row))
        interval = 1000 / framesPerSecond
    }

    /// The trace so far. With several views their frames are put in order of time.
    var trace: ScrollTrace {
        let ordered = frames.enumerated().sorted {
            ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
        }
        return ScrollTrace(viewportRows: screen, listRows: listRows, frames: ordered.map(\.element))
    }

    /// Begins another view's frames, at the start of time.
    mutating func look(as viewer: Int, from row: Int) {
        (self.viewer, position, tick, height) = (viewer, Double(row), 0, nil)
    }

    // MARK: Chance

    /// A number from a range, evenly.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * random.nextUnit()
    }

    /// A number from a range, small ones as likely as large ones by factors.
    mutating func scale(_ range: ClosedRange<Double>) -> Double {
        // A geometric mean of the ends by halving needs no logarithm, and so is the same on every platform.
        var (low, high) = (range.lowerBound, range.upperBound)
        for _ in 0..<12 {
            let middle = (low * high).squareRoot()
            if random.next() & 1 == 0 { low = middle } else { high = middle }
        }
        return low
    }

    /// A whole number from a range, evenly.
    mutating func count(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(random.nextUnit() * Double(range.count))
    }

    // MARK: Movements

    /// Shows the rows where the reader is for so long.
    mutating func rest(_ milliseconds: Double) {
        for _ in 0..<steps(milliseconds) { show() }
    }

    /// Is at another place with the next frame.
    mutating func jump(to row: Double) {
        position = legal(row)
    }

    /// Moves to a row in so long, beginning and ending slowly: the finger on the screen or on the scroll indicator.
    mutating func drag(to row: Double, in milliseconds: Double) {
        let (start, end, count) = (position, legal(row), steps(milliseconds))
        for step in 1...count {
            let t = Double(step) / Double(count)
            position = start + (end - start) * (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t))
            show()
        }
    }

    /// Coasts from a speed as UIKit does, slowing down by a factor of 0.998 a millisecond, for so long or until it rests.
    ///
    /// - Parameters:
    ///   - velocity: rows a millisecond, negative towards the start.
    ///   - milliseconds: when a finger stops it; `nil` lets it come to rest.
    ///   - error: by which share of the way the platform's landing point is off.
    mutating func coast(at velocity: Double, for milliseconds: Double? = nil, error: Double = 0) {
        let decay =
            (0..<Int(interval.rounded(.down))).reduce(1.0) { factor, _ in factor * Self.deceleration }
            * (1 - (1 - Self.deceleration) * interval.truncatingRemainder(dividingBy: 1))
        // The sum of all that is still to come.
        let way = velocity / (1 - Self.deceleration)
        let (start, end) = (position, legal(position + way))
        let landing = Int(legal(start + (end - start) * (1 + error)).rounded())
        var left = 1.0
        var limit = milliseconds.map(steps) ?? .max
        while limit > 0, abs(end - position) >= 0.5 {
            left *= decay
            limit -= 1
            position = legal(start + way * (1 - left))
            show(landing: landing)
        }
    }

    /// Shows a frame where the reader is.
    mutating func show(landing: Int? = nil) {
        let milliseconds = (Double(tick) * interval * 1000).rounded() / 1000
        frames.append(
            ScrollTrace.Frame(
                milliseconds: milliseconds, firstRow: Int(position.rounded()), landingRow: landing, viewer: viewer,
                viewportRows: height))
        tick += 1
    }

    /// UIKit's normal deceleration rate, a millisecond.
    private static let deceleration = 0.998

    private func steps(_ milliseconds: Double) -> Int {
        max(1, Int((milliseconds / interval).rounded()))
    }

    private func legal(_ row: Double) -> Double {
        min(max(0, row), Double(listRows - (height ?? screen)))
    }
}
