/// Shows a list of any height in a scroll view of bounded content height.
///
/// Layers are positioned in 32-bit floating point: beyond 2²⁴ points (380,000 rows of 44) whole points are lost, beyond 2²²
/// a third of a point, a pixel of the finest screens. So a taller list is scrolled in a content of at most
/// 2²² points (`Limits.contentHeight`). Small moves, a drag or a fling's frame, move the list point by point. Long ones, a drag of the
/// scroll indicator, move it in proportion. Near both ends list and content move together, so that the ends are exact.
///
/// Small moves make the content's offset drift away from its proportion. ``scrolled(to:)`` then says where the scroll view is
/// to be put without the list moving.
package struct ScrollScale: Hashable, Sendable {
    /// The list's height in points.
    package private(set) var total: Double
    /// The height of what is visible, in points.
    package private(set) var view: Double
    /// How far below the list's top the view's top is, in points.
    package private(set) var position = 0.0
    /// The scroll view's offset that shows it, in points.
    package private(set) var offset = 0.0
    /// The content's greatest height, in points.
    package let bound: Double

    /// Makes a scale, at the list's top.
    ///
    /// - Parameters:
    ///   - total: the list's height in points.
    ///   - view: the height of what is visible, in points.
    ///   - bound: the content's greatest height; the default suits the finest screens.
    package init(total: Double, view: Double, bound: Double = ScrollScale.defaultBound) {
        (self.total, self.view, self.bound) = (max(0, total), max(0, view), bound)
    }

    /// The content's greatest height unless another is given: below 2²² points, where a float still tells quarters of a point.
    package static var defaultBound: Double { Limits.contentHeight }

    /// The scroll view's content height.
    package var contentHeight: Double { min(total, bound) }
    /// `true` if the list is taller than its content.
    package var isScaled: Bool { total > bound }
    /// The difference to subtract from a place in the list to have its place in the content.
    package var shift: Double { position - offset }

    private var farthest: Double { max(0, total - view) }
    private var farthestOffset: Double { max(0, contentHeight - view) }
    /// Within this of the ends, in points, list and content move together: many times what one frame moves.
    private var margin: Double { min(max(Limits.exactEnds, 16 * view), farthestOffset / 2) }

    /// The scroll view was scrolled.
    ///
    /// - Parameter newOffset: its offset now; below 0 and beyond the end while it bounces.
    /// - Returns: the offset that it is to be put at, with the content moved by as much, or `nil` if it is fine.
    package mutating func scrolled(to newOffset: Double) -> Double? {
        let distance = newOffset - offset
        offset = newOffset
        guard isScaled else {
            position = newOffset
            return nil
        }
        let isSmall = distance.magnitude <= max(view, 1) * Limits.smallMove
        position = isSmall ? position + distance : Self.map(newOffset, farthestOffset, farthest, margin)
        let proper = Self.map(position, farthest, farthestOffset, margin)
        let isNearEnd = min(position, offset) <= margin || min(farthest - position, farthestOffset - offset) <= margin
        let slack = isNearEnd ? 0 : margin / 2
        guard (proper - offset).magnitude > slack else { return nil }
        offset = proper
        return proper
    }

    /// Puts the list at a place, and the scroll view where that is in proportion.
    ///
    /// - Parameter position: how far below the list's top the view's top is to be.
    package mutating func place(at position: Double) {
        self.position = max(0, min(position, farthest))
        offset = isScaled ? Self.map(self.position, farthest, farthestOffset, margin) : self.position
    }

    /// The list or the view has another height. The place stays, and the offset too, as far as the list is long enough.
    package mutating func resize(total: Double, view: Double) {
        if total == self.total, view == self.view { return }
        (self.total, self.view) = (max(0, total), max(0, view))
        let fits = position <= farthest && offset <= farthestOffset
        // A list that fits its content is where its content is; what drifted otherwise is put right by the next move.
        if !fits || !isScaled && shift != 0 { place(at: position) }
    }

    /// Rows above the screen became so much higher: the list moves, and what is on screen stays.
    ///
    /// A list that fits its content moves the content's offset with it, one that does not only the content's shift.
    package mutating func grow(above height: Double) {
        total = max(0, total + height)
        position += height
        if !isScaled { offset = position }
    }

    /// Carries a place from one height to the other: the ends point by point, what is between in proportion.
    private static func map(_ value: Double, _ from: Double, _ to: Double, _ margin: Double) -> Double {
        if from == to || value <= margin { return value }
        if value >= from - margin { return to - (from - value) }
        return margin + (value - margin) * (to - 2 * margin) / (from - 2 * margin)
    }
}
