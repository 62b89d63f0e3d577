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

/// What a view looks at, how it moves, and where it will be.
struct Viewport: Hashable, Sendable {
    /// What is known of a viewport's movement.
    enum Course: Hashable, Sendable {
        /// It stands, or has jumped and stands there.
        case still
        /// It has just begun to move, and nobody knows yet how.
        case starting
        /// It moves.
        case moving
    }

    let viewer: ViewerID
    /// The rows on screen.
    private(set) var rows: Range<Int>
    /// Where scrolling will come to rest, where the platform tells.
    private(set) var landing: Range<Int>?
    /// The last direction of movement; forward until the reader turns.
    private(set) var movesForward = true
    /// The movement of the last frames.
    private(set) var motion = Motion()
    private var lastCourse = Course.still
    private var toldAt: Instant
    private var movedAt: Instant

    init(viewer: ViewerID, rows: Range<Int>, landing: Range<Int>?, now: Instant) {
        (self.viewer, self.rows, self.landing, toldAt) = (viewer, rows, landing, now)
        movedAt = now.advanced(byMilliseconds: -Self.restingSpan)
    }

    /// Takes in where the viewport is now.
    ///
    /// - Parameter nearby: rows within which a first step is the beginning of a movement; a longer one is a jump. Hands
    ///   begin slowly; keys, links and programs do not.
    mutating func moved(to newRows: Range<Int>, landing newLanding: Range<Int>?, nearby: Int, now: Instant) {
        let distance = newRows.lowerBound - rows.lowerBound
        let wasAtRest = now >= restsFrom
        if distance == 0 {
            // One frame without movement: what is on screen stays there for now.
            lastCourse = .still
            if wasAtRest { motion.rest() } else { motion.moved(to: newRows.lowerBound, now: now) }
        } else {
            if wasAtRest {
                motion.rest()
                motion.moved(to: rows.lowerBound, now: max(toldAt, now.advanced(byMilliseconds: -Self.restingSpan)))
            }
            motion.moved(to: newRows.lowerBound, now: now)
            lastCourse = wasAtRest ? (abs(distance) > nearby ? .still : .starting) : .moving
            (movesForward, movedAt) = (distance > 0, now)
        }
        (rows, landing, toldAt) = (newRows, newLanding, now)
    }

    /// What is known of the movement now.
    func course(at now: Instant) -> Course {
        if lastCourse == .starting, now >= toldAt.advanced(byMilliseconds: Self.frame) { return .still }
        return now >= restsFrom ? .still : lastCourse
    }

    /// When the course will be another if nothing more is told; `nil` where it will not.
    func changesAt(now: Instant) -> Instant? {
        switch course(at: now) {
        case .still: nil
        case .starting: toldAt.advanced(byMilliseconds: Self.frame)
        case .moving: restsFrom
        }
    }

    /// The rows expected on screen so many milliseconds from now, wherever that is.
    func predicted(in milliseconds: Double, at now: Instant) -> Range<Int> {
        if let landing { return landing }
        if course(at: now) == .still { return rows }
        // Bounded so that the sum always fits, whatever numbers a platform sends.
        let reach = Double(Limits.slots)
        let shift = Int(max(-reach, min(reach, motion.distance(in: milliseconds).rounded())))
        let lower = max(0, rows.lowerBound + shift)
        return lower..<(lower + rows.count)
    }

    /// Whether the viewport will stand within so many milliseconds.
    func stops(within milliseconds: Double) -> Bool {
        guard let time = motion.timeToStop else { return false }
        return time <= milliseconds
    }

    private var restsFrom: Instant { movedAt.advanced(byMilliseconds: Self.restingSpan) }

    /// Milliseconds without movement, three frames at 60 Hz, after which what was before says nothing any more.
    private static let restingSpan = 50.0
    /// Milliseconds within which a second step follows a first one in a movement: a frame at 60 Hz and some.
    private static let frame = 20.0
}
