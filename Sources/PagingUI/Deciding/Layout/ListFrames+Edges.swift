/// The covered part of a view at its ends, in points: by bars, by the keyboard.
struct ListInsets: Hashable, Sendable {
    var top = 0.0
    var bottom = 0.0
}

/// The ends of a list that are known. At a known end rows that come are new; at an unknown one they may only have been loaded.
struct KnownEnds: Hashable, Sendable {
    var isStartKnown = true
    var isEndKnown = false
}

/// Limits for showing lists.
enum ListFramesLimits {
    /// The tolerance for an offset that was set, in points: UIKit rounds to pixels, and to points before the first window.
    static let rounding = 0.51
    /// The distance from a list's end, in points, that still counts as at the end, unless the app sets one: a line and a half of text.
    static let endThreshold = 40.0
    /// How many views' heights are scrolled in an animation. A longer way is jumped to within one of these.
    static let animatedScreens = 3.0
    /// How often a table is put at its end while rows there turn out to have other heights than guessed.
    static let rounds = 5
    /// Two offsets are the same if they differ by less, in points: sums in another order do.
    static let sameOffset = 0.01
}

/// The positions of a list's ends, and how a view that is at home at the end holds on to it.
extension ListFrames {
    /// The free space above the items of a list that is shorter than the view, if the view is at home at the end.
    var slack: Double {
        edge == .end && geometry.count > 0 ? max(0, scale.view - insets.top - shownHeight) : 0
    }

    /// The distance from the content's top to the first item's line.
    var lead: Double { slack + aboveHeight }

    var totalHeight: Double { shownHeight + slack }

    /// The position of the screen's top that shows the list's top below the covered part.
    var nearest: Double { -insets.top }

    /// The position of the screen's top that shows the list's end.
    var farthest: Double { max(nearest, totalHeight - scale.view) }

    /// Puts the list at a position, or as near as its ends allow.
    mutating func place(at position: Double) {
        let inside = max(nearest, min(position, farthest))
        scale.place(at: max(0, inside))
        // No part of the list is behind the covered top, and it moves with the content.
        if inside < 0 { _ = scale.scrolled(to: inside) }
    }

    // MARK: The end

    /// The distance from the screen to the list's end, in points.
    var distanceToEnd: Double { farthest - scale.position }

    /// `true` if the view is near enough to the end to follow new rows there.
    var isNearEnd: Bool { distanceToEnd <= max(endThreshold, ListFramesLimits.sameOffset) }

    /// Puts the list at its end and returns the content's offset there. It stays there until the reader or the app scrolls.
    mutating func moveToEnd() -> Double {
        if count > 0 { place(at: farthest) }
        grip = .end
        return scale.offset
    }

    /// Puts a row at the top of the uncovered part and returns the content's offset there. It stays there until the reader or the app scrolls.
    mutating func moveToTop(_ row: Int) -> Double {
        let line = count > 0 ? lines.line(of: max(0, min(row, count - 1))) : 0
        // The header of its section sticks above the row, unless it is right there.
        let isBelowHeader = headerHeight > 0 && geometry.header(of: line) != nil && !geometry.isHeader(line)
        let offset = move(to: RowAnchor(row: row, offset: nearest - (isBelowHeader ? headerHeight : 0)))
        grip = .start
        return offset
    }

    /// `true` if new rows at the end push the others up.
    func sticksToEnd(ends: KnownEnds, isLeaving: Bool) -> Bool {
        // Rows that were only loaded are not new: a view that follows them would read the list to its end.
        edge == .end && placeEdge == .end && ends.isEndKnown && !isLeaving && isNearEnd
    }

    // MARK: Place

    /// The end of the screen of the item that stays.
    var placeEdge: ListEdge { grip ?? edge }

    /// The last item that ends on screen, and how far below its end the screen ends.
    var lastPlace: RowAnchor {
        guard geometry.count > 0 else { return RowAnchor(row: 0, offset: 0) }
        let bottom = scale.position + scale.view - lead
        let last = geometry.row(at: bottom)
        var line = last.row
        // The line at the edge may end below it; the one above that is on screen, unless that is higher than the screen.
        if end(ofLine: line) > bottom + ListFramesLimits.sameOffset, line > 0,
            end(ofLine: line - 1) > scale.position - lead
        {
            line -= 1
        }
        return RowAnchor(row: lines.firstItem(ofLine: line), offset: bottom - end(ofLine: line))
    }

    /// The ``place``, moved to the nearest row of the list if its item is a separator: separators come and go.
    ///
    /// Two separators are never adjacent, except for one behind the last row, so the line beside has a row.
    ///
    /// - Parameter isRow: returns `true` if an item is a row of the list.
    func place(where isRow: (Int) -> Bool) -> RowAnchor {
        let place = place
        guard count > 0, !isRow(place.row) else { return place }
        let line = lines.line(of: place.row)
        let (below, above) = (Array(line..<min(line + 2, geometry.count)), Array((max(0, line - 1)...line).reversed()))
        let near = (placeEdge == .end ? above + below : below + above).firstNonNil { line in
            lines.items(ofLines: line..<line + 1).first(where: isRow)
        }
        guard let near else { return place }
        let frame = geometry.frame(of: lines.line(of: near))
        let top = scale.position - lead - frame.top
        return RowAnchor(row: near, offset: placeEdge == .end ? top - frame.height + scale.view : top)
    }

    /// The distance from the top of an item's line, with the header above it, to the screen's top; negative if the screen's top is above.
    func distance(toTopOf item: Int) -> Double { scale.position - lead - geometry.top(of: lines.line(of: item)) }

    private func end(ofLine line: Int) -> Double {
        let frame = geometry.frame(of: line)
        return frame.top + frame.height
    }

    /// `true` if an item that is measured grows upward, so that the items below it stay.
    func growsUp(_ item: Int, isSeparator: Bool = false) -> Bool {
        // The items that the reader scrolled stay together: what came to the screen above them grows upward, and what came below downward.
        if let scrolledFrom, visibleItems.contains(item), !scrolledFrom.contains(item) {
            return item < scrolledFrom.lowerBound
        }
        if placeEdge == .end {
            // A row that came below the staying row, and fits there by its guessed height, does not push that up.
            let last = min(lastPlace.row, keptLast ?? .max)
            // A separator may be below the staying row. It grows downward unless the list's end is shown.
            return item < last || item == last && (!isSeparator || distanceToEnd <= ListFramesLimits.sameOffset)
        }
        let first = geometry.row(at: scale.position - lead)
        // A row that begins above the screen grows upward, so that the rows on screen stay. So does a separator that is partly above.
        if item < first.row || isSeparator && item == first.row && first.offset > 0 { return true }
        return item == revealedAbove
    }

    /// The items that the reader scrolled to are measured.
    mutating func settle() { (scrolledFrom, revealedAbove, keptLast) = (nil, nil, nil) }

    /// Sets the view's size and its covered part, keeping the last row above the edge. Returns the content's offset.
    mutating func resizeFromEnd(width newWidth: Double, height newHeight: Double, insets newInsets: ListInsets)
        -> Double
    {
        let (place, wasShown) = (place, scale.view > 0 && width > 0)
        let isOther = wasShown && newWidth != width
        (width, height, insets) = (newWidth, newHeight, newInsets)
        if grid != nil { arrange(count) }
        if isOther, isSelfSizing, geometry.measuredCount > 0 { geometry.forget() }
        let view = max(0, newHeight - newInsets.bottom)
        scale.resize(total: shownHeight, view: view)
        scale.resize(total: totalHeight, view: view)
        if wasShown, count > 0 { self.place(at: top(ofPlace: place)) }
        return scale.offset
    }
}

/// Scrolling to a place.
extension ListFrames {
    /// How an animated scroll reaches a place: an optional jump to a position, then a scroll to an offset of the content.
    ///
    /// - Returns: `nil` if the list is already there.
    func way(to beginning: ViewBeginning) -> (jump: Double?, target: Double)? {
        var there = self
        let target =
            switch beginning {
            case .row(let row): there.moveToTop(row)
            case .end: there.moveToEnd()
            }
        let distance = there.scale.position - scale.position
        guard distance.magnitude > ListFramesLimits.sameOffset else { return nil }
        let most = ListFramesLimits.animatedScreens * scale.view
        if distance.magnitude <= most { return (nil, scale.isScaled ? scale.offset + distance : target) }
        let near = there.scale.position - (distance < 0 ? -1 : 1) * scale.view
        var jumped = self
        jumped.place(at: near)
        return (near, jumped.scale.isScaled ? jumped.scale.offset + there.scale.position - near : target)
    }
}

extension Sequence {
    /// The first result that is not `nil`.
    func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self { if let result = transform(element) { return result } }
        return nil
    }
}
