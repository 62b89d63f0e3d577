/// Names one of several views that look at the same list.
public struct ViewerID: Hashable, Sendable {
    /// The name's number.
    public let rawValue: Int

    /// Makes a name of a number of at least 0; those below are the library's own.
    @inlinable
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The viewer of a list that has only one.
    public static let main = ViewerID(0)
    /// Stands for rows that are read without any view telling its viewport.
    static let reads = ViewerID(-1)
}

/// What a view looks at, how fast it moves, and where it will be.
struct Viewport: Hashable, Sendable {
    let viewer: ViewerID
    /// The rows on screen.
    private(set) var rows: Range<Int>
    /// Where scrolling will come to rest, where the platform tells.
    private(set) var landing: Range<Int>?
    /// Rows per millisecond, positive towards the end.
    private(set) var velocity = 0.0
    /// The last direction of movement; forward until the reader turns.
    private(set) var movesForward = true
    private var toldAt: Instant
    private var movedAt: Instant

    init(viewer: ViewerID, rows: Range<Int>, landing: Range<Int>?, now: Instant) {
        (self.viewer, self.rows, self.landing, toldAt) = (viewer, rows, landing, now)
        movedAt = now.advanced(byMilliseconds: -Self.restingSpan)
    }

    /// Takes in where the viewport is now.
    mutating func moved(to newRows: Range<Int>, landing newLanding: Range<Int>?, now: Instant) {
        let span = now.milliseconds(since: toldAt)
        let distance = newRows.lowerBound - rows.lowerBound
        if now >= restsFrom {
            // After a rest one step has no speed yet: it may be a jump, and a jump stays where it is.
            velocity = 0
        } else if span > 0 {
            // Half of the newest step and half of what was: one uneven frame does not make a fling.
            velocity += (Double(distance) / span - velocity) / 2
        }
        if distance != 0 { (movesForward, movedAt) = (distance > 0, now) }
        (rows, landing, toldAt) = (newRows, newLanding, now)
    }

    /// Whether the viewport has stood still long enough to count as at rest.
    func isAtRest(at now: Instant) -> Bool {
        velocity == 0 || now >= restsFrom
    }

    /// When the viewport counts as at rest if nothing more is told; `nil` where it does already.
    func restsAt(now: Instant) -> Instant? {
        isAtRest(at: now) ? nil : restsFrom
    }

    private var restsFrom: Instant { movedAt.advanced(byMilliseconds: Self.restingSpan) }

    /// The rows expected on screen so many milliseconds from now.
    func predicted(in milliseconds: Double, at now: Instant) -> Range<Int> {
        if let landing { return landing }
        if isAtRest(at: now) { return rows }
        // Bounded so that the product always fits, whatever numbers a platform sends.
        let reach = Double(Limits.slots)
        let shift = Int(max(-reach, min(reach, velocity * milliseconds)))
        let lower = max(0, rows.lowerBound + shift)
        return lower..<(lower + rows.count)
    }

    /// Milliseconds without movement, three frames at 60 Hz, after which the reader has stopped.
    static let restingSpan = 50.0
}
