/// Identifies one of several views of the same list.
public struct ViewerID: Hashable, Sendable {
    /// The identifier's number.
    public let rawValue: Int

    /// Makes an identifier from a number of at least 0; negative ones are the library's own.
    @inlinable
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The viewer of a list that has only one.
    public static let main = ViewerID(0)
    /// The viewer of rows that are read without a viewport.
    static let reads = ViewerID(-1)
}

/// The rows that a view shows, how it moves, and where it will be.
struct Viewport: Hashable, Sendable {
    /// A viewport's kind of movement, as far as it is known.
    enum Course: Hashable, Sendable {
        /// It is at rest, or has jumped and rests there.
        case still
        /// It has just begun to move, and its speed is not known yet.
        case starting
        /// It moves.
        case moving
    }

    let viewer: ViewerID
    /// The rows on screen.
    private(set) var rows: Range<Int>
    /// The rows on screen when scrolling comes to rest, if the platform reports them.
    private(set) var landing: Range<Int>?
    /// `true` if its rows are only passed, so that nothing is loaded for them.
    var isPassing = false
    /// The last direction of movement; forward until the reader turns.
    private(set) var movesForward = true
    /// `true` if it has been at another place.
    private(set) var hasMoved = false
    /// The movement of the last frames.
    private(set) var motion = Motion()
    /// The reader's recent pace in rows a millisecond, pauses included; 0 after a jump.
    private(set) var pace = 0.0
    private var lastCourse = Course.still
    private var toldAt: Instant
    private var movedAt: Instant

    init(viewer: ViewerID, rows: Range<Int>, landing: Range<Int>?, now: Instant) {
        (self.viewer, self.rows, self.landing, toldAt) = (viewer, rows, landing, now)
        movedAt = now.advanced(byMilliseconds: -Self.restingSpan)
    }

    /// Takes in the viewport's new position.
    ///
    /// - Parameter nearby: the longest first step, in rows, that is the beginning of a movement; a longer one is a jump. Hands begin slowly;
    ///   keys, links and programs do not. A step of two screens or less may be either, and loading the rows there at once does no harm.
    mutating func moved(to newRows: Range<Int>, landing newLanding: Range<Int>?, nearby: Int, now: Instant) {
        let distance = newRows.lowerBound - rows.lowerBound
        let wasAtRest = now >= restsFrom
        if distance == 0 {
            // One frame without movement: the rows on screen stay there for now.
            lastCourse = .still
            if wasAtRest { motion.rest() } else { motion.moved(to: newRows.lowerBound, now: now) }
        } else {
            if wasAtRest {
                motion.rest()
                motion.moved(to: rows.lowerBound, now: max(toldAt, now.advanced(byMilliseconds: -Self.restingSpan)))
            }
            motion.moved(to: newRows.lowerBound, now: now)
            let mayBegin = abs(distance) > 2 * newRows.count && abs(distance) < nearby
            lastCourse = wasAtRest ? (mayBegin ? .starting : .still) : .moving
            pace(distance, now: now)
            (movesForward, hasMoved, movedAt) = (distance > 0, true, now)
        }
        (rows, landing, toldAt) = (newRows, newLanding, now)
    }

    /// The rows on screen are at other positions of the list now. The reader sees the same rows.
    mutating func shift(by distance: Int) {
        guard distance != 0 else { return }
        @inline(never)
        func shifted(_ range: Range<Int>) -> Range<Int> {
            let lower = max(0, range.lowerBound + distance)
            return lower..<lower + range.count
        }
        (rows, landing) = (shifted(rows), landing.map(shifted))
        motion.shift(by: distance)
    }

    /// The kind of movement at a time.
    @inline(never)
    func course(at now: Instant) -> Course {
        if lastCourse == .starting, now >= toldAt.advanced(byMilliseconds: Self.frame) { return .still }
        return now >= restsFrom ? .still : lastCourse
    }

    /// When the course will change if nothing more is reported, or `nil` if it will not.
    func changesAt(now: Instant) -> Instant? {
        switch course(at: now) {
        case .still: nil
        case .starting: toldAt.advanced(byMilliseconds: Self.frame)
        case .moving: restsFrom
        }
    }

    /// The rows expected on screen so many milliseconds from now.
    @inline(never)
    func predicted(in milliseconds: Double, at now: Instant) -> Range<Int> {
        if let landing { return gliding(to: landing, in: milliseconds) }
        if course(at: now) == .still { return rows }
        return shifted(by: motion.distance(in: milliseconds))
    }

    /// The position of a fling that comes to rest at a known place.
    ///
    /// Views slow down a fling by the same factor every millisecond, so that the remaining way shrinks as e^(−t·velocity/left).
    private func gliding(to landing: Range<Int>, in milliseconds: Double) -> Range<Int> {
        let left = Double(landing.lowerBound - rows.lowerBound)
        guard left * motion.velocity > 0 else { return rows }
        // e^(−x) as (1 + x/16)^(−16), which needs no mathematics library and errs on the side of being slower.
        var factor = 1 / (1 + milliseconds * motion.velocity / left / 16)
        for _ in 0..<4 { factor *= factor }
        return shifted(by: left * (1 - factor))
    }

    private func shifted(by distance: Double) -> Range<Int> {
        // Bounded so that the sum always fits, whatever numbers a platform sends.
        let reach = Double(Limits.slots)
        let lower = max(0, rows.lowerBound + Int(max(-reach, min(reach, distance.rounded()))))
        return lower..<(lower + rows.count)
    }

    /// Takes a step into account that was scrolled, not jumped or dragged over.
    private mutating func pace(_ distance: Int, now: Instant) {
        guard abs(distance) <= rows.count else { return pace = 0 }
        let span = max(now.milliseconds(since: toldAt), 1)
        let weight = span / (span + Self.paceSpan)
        pace += (Double(abs(distance)) / span - pace) * weight
    }

    /// Milliseconds over which the pace is averaged: a few swipes or lines read.
    private static let paceSpan = 1_000.0
    private var restsFrom: Instant { movedAt.advanced(byMilliseconds: Self.restingSpan) }

    /// Milliseconds without movement, three frames at 60 Hz, after which earlier movement no longer matters.
    private static let restingSpan = 50.0
    /// Milliseconds within which a second step follows a first one in a movement: a frame at 60 Hz and some.
    private static let frame = 20.0
}

extension [Viewport] {
    /// Rows are at other positions: each viewport follows its first row.
    mutating func follow(_ map: PositionMap) {
        for index in indices {
            let rows = self[index].rows
            self[index].shift(by: map.following(rows).lowerBound - rows.lowerBound)
        }
    }

    /// The rows on screen, in a list with so many rows.
    func visible(of count: Int) -> PositionSet {
        var visible = PositionSet()
        for viewport in self { visible.insert(viewport.rows.clamped(to: 0..<count)) }
        return visible
    }
}
