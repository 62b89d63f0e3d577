/// Shows a list of any height in a scroll view of bounded content height.
///
/// Layers are positioned in 32-bit floating point: beyond 2²⁴ points (380,000 rows of 44) whole points are lost, beyond 2²² a third of a point,
/// which is a pixel of the finest screens. So a taller list is scrolled in a content of at most 2²² points (`Limits.contentHeight`). Small
/// moves, a drag or a frame of a fling, move the list point by point. Long ones, a drag of the scroll indicator, move it in proportion. Near
/// both ends list and content move together, so that the ends are exact.
///
/// Small moves make the content's offset drift away from its proportion. ``scrolled(to:)`` then returns where to put the scroll view without
/// moving the list.
package struct ScrollScale: Hashable, Sendable {
    /// The list's height in points.
    package private(set) var total: Double
    /// The height of the visible part, in points.
    package private(set) var view: Double
    /// The distance from the list's top to the view's top, in points.
    package private(set) var position = 0.0
    /// The scroll view's offset that shows it, in points.
    package private(set) var offset = 0.0
    /// The content's greatest height, in points.
    package let bound: Double

    /// Makes a scale, at the list's top.
    ///
    /// - Parameters:
    ///   - total: the list's height in points.
    ///   - view: the height of the visible part, in points.
    ///   - bound: the content's greatest height; the default suits the finest screens.
    package init(total: Double, view: Double, bound: Double = ScrollScale.defaultBound) {
        (self.total, self.view, self.bound) = (max(0, total), max(0, view), bound)
    }

    /// The default for the content's greatest height: below 2²² points, where a float still resolves quarters of a point.
    package static var defaultBound: Double { Limits.contentHeight }

    /// The scroll view's content height.
    package var contentHeight: Double { min(total, bound) }
    /// `true` if the list is taller than its content.
    package var isScaled: Bool { total > bound }
    /// The number to subtract from a position in the list to get its position in the content.
    package var shift: Double { position - offset }

    private var farthest: Double { max(0, total - view) }
    private var farthestOffset: Double { max(0, contentHeight - view) }
    /// The distance from the ends, in points, within which list and content move together: many times the movement of one frame.
    private var margin: Double { min(max(Limits.exactEnds, 16 * view), farthestOffset / 2) }

    /// The scroll view was scrolled.
    ///
    /// - Parameters:
    ///   - newOffset: its present offset; below 0 and beyond the end while it bounces.
    ///   - there: the position in the list that a long move leads to; `nil` for the one in proportion.
    /// - Returns: the offset to put it at, with the content moved by as much, or `nil` if it is fine.
    package mutating func scrolled(to newOffset: Double, showing there: Double? = nil) -> Double? {
        let distance = newOffset - offset
        offset = newOffset
        guard isScaled else {
            position = newOffset
            return nil
        }
        let isSmall = distance.magnitude <= max(view, 1) * Limits.smallMove
        position =
            isSmall
            ? position + distance
            : there.map { max(0, min($0, farthest)) } ?? Self.map(newOffset, farthestOffset, farthest, margin)
        let proper = Self.map(position, farthest, farthestOffset, margin)
        let isNearEnd = min(position, offset) <= margin || min(farthest - position, farthestOffset - offset) <= margin
        let slack = isNearEnd ? 0 : margin / 2
        guard (proper - offset).magnitude > slack else { return nil }
        offset = proper
        return proper
    }

    /// Puts the list at a position, and the scroll view at the proportional offset.
    ///
    /// - Parameter position: the distance from the list's top to the view's top.
    package mutating func place(at position: Double) {
        self.position = max(0, min(position, farthest))
        offset = isScaled ? Self.map(self.position, farthest, farthestOffset, margin) : self.position
    }

    /// `true` if a position in the list is so far from the view's top that the move there is a long one.
    ///
    /// - Parameter height: the view's height, the part included that is covered; `nil` for the visible part.
    package func isFar(_ there: Double, inHeight height: Double? = nil) -> Bool {
        isScaled && (there - position).magnitude > max(height ?? view, 1) * Limits.smallMove
    }

    /// The list's or the view's height changed. The position stays, and the offset too, as far as the list is long enough.
    package mutating func resize(total: Double, view: Double) {
        if total == self.total, view == self.view { return }
        (self.total, self.view) = (max(0, total), max(0, view))
        let fits = position <= farthest && offset <= farthestOffset
        // A list that fits its content is at its content's position; any drift is corrected by the next move.
        if !fits || !isScaled && shift != 0 { place(at: position) }
    }

    /// Rows above the screen became higher by so much: the list moves, and the rows on screen stay.
    ///
    /// If the list fits its content, the content's offset moves with it; otherwise only the content's shift does.
    package mutating func grow(above height: Double) {
        total = max(0, total + height)
        position += height
        if !isScaled { offset = position }
    }

    /// Maps a position from one height to the other: the ends point by point, the part between in proportion.
    private static func map(_ value: Double, _ from: Double, _ to: Double, _ margin: Double) -> Double {
        if from == to || value <= margin { return value }
        if value >= from - margin { return to - (from - value) }
        return margin + (value - margin) * (to - 2 * margin) / (from - 2 * margin)
    }
}
