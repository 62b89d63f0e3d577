package import Paging

/// A view and the hand that scrolls it, frame by frame, in virtual time.
///
/// The view does as a list view does: when rows come and go, the first visible one stays where it is on screen; where
/// that is gone, the next one that is left takes its place. Where the viewport is then, it tells with the next event.
package struct SimulatedReader: Sendable {
    private enum Motion: Sendable {
        case rest
        /// Rows a frame.
        case dragging(Double, framesLeft: Int)
        case flinging(from: Double, distance: Double, frame: Int, frames: Int, tellsLanding: Bool)
    }

    /// Milliseconds between two frames.
    package static let frame = 1_000.0 / 60

    /// Rows on screen.
    package let screen: Int
    /// The first visible row, and how much of it is scrolled away.
    package private(set) var top = 0.0
    /// `true` if the list is looked at.
    package var isLooking = true
    /// When the next frame of a movement is due; infinity where nothing moves.
    package private(set) var nextFrame = Double.infinity
    private var motion = Motion.rest

    /// Makes a reader at a row of a list, its top where none is named.
    package init(screen: Int, row: Int = 0) {
        (self.screen, top) = (screen, Double(row))
    }

    /// The first visible row.
    package var first: Int { Int(top) }

    /// The rows on screen; they may reach past the end of a list.
    package var viewport: Range<Int> { first..<first + screen }

    /// The rows on screen once scrolling comes to rest, if the platform reports them.
    package var landing: Range<Int>? {
        guard case .flinging(let from, let distance, _, _, true) = motion else { return nil }
        let row = max(0, Int(from + distance))
        return row..<row + screen
    }

    /// Begins to drag by so many rows a frame.
    package mutating func drag(rowsPerFrame: Double, frames: Int, now: Double) {
        motion = .dragging(rowsPerFrame, framesLeft: frames)
        nextFrame = now
    }

    /// Flings: fast first, then slower, to rest after so many rows.
    package mutating func fling(rows: Double, frames: Int, tellsLanding: Bool, now: Double) {
        motion = .flinging(from: top, distance: rows, frame: 0, frames: max(1, frames), tellsLanding: tellsLanding)
        nextFrame = now
    }

    /// Stops wherever it is.
    package mutating func stop() {
        (motion, nextFrame) = (.rest, .infinity)
    }

    /// Goes to a row at once.
    package mutating func jump(to row: Int, count: Int) {
        stop()
        top = Self.legal(Double(row), screen: screen, count: count)
    }

    /// Moves on by a frame.
    package mutating func advance(count: Int, now: Double) {
        nextFrame = now + Self.frame
        switch motion {
        case .rest: nextFrame = .infinity
        case .dragging(let speed, let left):
            top = Self.legal(top + speed, screen: screen, count: count)
            if left <= 1 { stop() } else { motion = .dragging(speed, framesLeft: left - 1) }
        case .flinging(let from, let distance, let frame, let frames, let tells):
            let left = 1 - Double(frame + 1) / Double(frames)
            top = Self.legal(from + distance * (1 - left * left * left), screen: screen, count: count)
            if frame + 1 >= frames {
                stop()
            } else {
                motion = .flinging(
                    from: from, distance: distance, frame: frame + 1, frames: frames, tellsLanding: tells)
            }
        }
    }

    /// Keeps the place while the list changes.
    ///
    /// - Parameters:
    ///   - update: the change.
    ///   - map: its ``PagingCore/ListUpdate/positionMap``, if it is at hand; otherwise it is computed.
    /// - Returns: `true` if the viewport changed.
    package mutating func follow(_ update: ListUpdate, along map: PositionMap? = nil) -> Bool {
        let before = first
        if update.oldCount == 0 {
            // If the list is shorter than the row at which the view was to begin, the view shows its end.
            top = Self.legal(top, screen: screen, count: update.newCount)
            return first != before
        }
        guard !update.isInPlace else { return false }
        let now = (map ?? update.positionMap).following(viewport).lowerBound
        let offset = top - Double(before)
        let shift = Double(now - before)
        top = max(0, min(Double(now) + offset, Double(max(0, update.newCount - 1))))
        if case .flinging(let from, let distance, let frame, let frames, let tells) = motion {
            motion = .flinging(
                from: from + shift, distance: distance, frame: frame, frames: frames, tellsLanding: tells)
        }
        return first != before
    }

    private static func legal(_ top: Double, screen: Int, count: Int) -> Double {
        max(0, min(top, Double(max(0, count - screen))))
    }
}
