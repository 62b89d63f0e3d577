internal import Foundation
internal import Paging
internal import PagingCore

#if canImport(CoreGraphics)
    internal import CoreGraphics
#endif

/// The frames of a list's items, headers and footer in the content of a scroll view. Layouts on all systems share it.
///
/// Items are in lines: one each in a list, as many as there are columns in a grid. Frames are computed on demand. It keeps the measured heights,
/// and two numbers a section.
struct ListFrames: Sendable {
    /// The positions of lines, in points from the list's top.
    var geometry: RowGeometry
    /// The reader's position, and the scale by which the list fits into the content.
    var scale = ScrollScale(total: 0, view: 0)
    private(set) var lines = ListLines(count: 0, columns: 1)
    /// The content's width in points.
    var width = 0.0
    /// The view's height in points, including its covered part.
    var height = 0.0
    /// The covered part of the view at its top and bottom, in points: by bars, by the keyboard.
    var insets = ListInsets()
    /// The end at which the view is at home.
    var edge = ListEdge.start
    /// The distance from the list's end, in points, that still counts as at the end.
    var endThreshold = ListFramesLimits.endThreshold
    /// The end of the screen at which a row was put, until the reader or the app scrolls. It is held there whatever the view's own end is.
    var grip: ListEdge?
    /// The items that were on screen before the reader scrolled, until those that came to it are measured.
    var scrolledFrom: Range<Int>?
    /// The item that came to the screen's top as the separator there was removed or turned out to be lower, until it is measured.
    var revealedAbove: Int?
    /// The row at the screen's end that an update kept there, as long as new rows below it are not measured.
    var keptLast: Int?
    /// `true` if the last move was up.
    private(set) var movesUp = false
    /// `true` if the first column is at the right.
    var isRightToLeft = false
    let grid: ListGrid?
    let isSelfSizing: Bool
    let headerHeight: Double
    private(set) var footerHeight: Double
    /// The height of the item above the first one, in points; 0 for none.
    private(set) var aboveHeight = 0.0
    /// The height of separators, or a first guess of it, in points; `nil` for the height of rows.
    var separatorHeight: Double?
    private var sectionCounts: [Int] = []
    /// The first item on screen before the view was resized, until it is scrolled or items come and go.
    var held: (anchor: RowAnchor, lineHeight: Double, position: Double)?

    init(rowHeight: Double, isSelfSizing: Bool, headerHeight: Double, footerHeight: Double) {
        (grid, self.isSelfSizing) = (nil, isSelfSizing)
        (self.headerHeight, self.footerHeight) = (headerHeight, footerHeight)
        geometry = RowGeometry(height: rowHeight)
    }

    init(grid: ListGrid, headerHeight: Double, footerHeight: Double) {
        (self.grid, isSelfSizing) = (grid, false)
        (self.headerHeight, self.footerHeight) = (headerHeight, footerHeight)
        geometry = RowGeometry(height: grid.lineHeight(inWidth: 0))
    }

    // MARK: The list

    /// The number of items.
    var count: Int { lines.count }

    /// Replaces all items with unrelated ones.
    mutating func reset(count: Int, sections: ListSections?) {
        geometry = RowGeometry(count: count, height: geometry.estimate)
        (sectionCounts, held) = (counts(of: sections, count), nil)
        arrange(count)
        fit()
    }

    /// Follows an update. The ``place`` stays, unless the list's top is shown, or its end in a view that is at home there.
    ///
    /// - Parameters:
    ///   - place: the ``place`` after the update.
    ///   - height: the height of its item before the update, if it is the same item. An item that moved and changed comes as a new one, whose
    ///     height would otherwise be a guess.
    ///   - ends: the ends of the list that were known before the update.
    ///   - separators: inserted items that are separators. In a list they are as high as ``separatorHeight``.
    ///   - isLeaving: `true` if the reader is on the way up. Then no row that comes at the end pulls the view there.
    /// - Returns: the content's offset after the update, or `nil` if the list's top stays on screen.
    /// - Complexity: O(*changes* × log *measured* + *sections*).
    mutating func follow(
        _ update: ListUpdate, sections: ListSections?, keeping place: RowAnchor, height: Double? = nil,
        ends: KnownEnds = KnownEnds(), separators: PositionSet = PositionSet(), isLeaving: Bool = false
    ) -> Double? {
        let isAtTop = placeEdge == .start && edge == .start && ends.isStartKnown && scale.position <= 0
        let sticks = sticksToEnd(ends: ends, isLeaving: isLeaving)
        if !update.isInPlace { (held, revealedAbove, keptLast) = (nil, nil, nil) }
        scrolledFrom = scrolledFrom.map(update.positionMap.following)
        if grid == nil { geometry.apply(update) }
        if grid == nil, let height = separatorHeight {
            for item in separators.positions { geometry.measure(item, height: height) }
        }
        if let height, isSelfSizing, update.inserted.contains(place.row) {
            geometry.measure(place.row, height: height)
        }
        sectionCounts = counts(of: sections, update.newCount)
        arrange(update.newCount)
        scale.resize(total: totalHeight, view: scale.view)
        if isAtTop { return nil }
        self.place(at: sticks ? farthest : top(ofPlace: place))
        if placeEdge == .end, !sticks { keptLast = place.row }
        // If a separator above the row that stays is gone, or another has come, the item there is new on screen.
        let first = geometry.row(at: scale.position - lead).row
        if placeEdge == .start, place.offset < 0, first < lines.line(of: place.row) {
            revealedAbove = lines.firstItem(ofLine: first)
        }
        return scale.offset
    }

    /// Sets the list's sections, and returns by how much the content has to move for the first visible item to stay.
    mutating func follow(_ sections: ListSections?) -> Double {
        let new = counts(of: sections, count)
        if new == sectionCounts { return 0 }
        sectionCounts = new
        return keepingPlace { $0.arrange($0.count) }
    }

    /// Changes the room above the first item and below the last. Returns by how much the content has to move for the items on screen to stay.
    mutating func setRoom(above: Double, footer: Double) -> Double {
        if above == aboveHeight, footer == footerHeight { return 0 }
        return keepingPlace { ($0.aboveHeight, $0.footerHeight) = (above, footer) }
    }

    /// Forgets all measured heights. Returns by how much the content has to move for the first visible item to stay.
    mutating func remeasure() -> Double { isSelfSizing ? keepingPlace { $0.geometry.forget() } : 0 }

    private mutating func keepingPlace(_ change: (inout ListFrames) -> Void) -> Double {
        let (place, before) = (place, scale.offset)
        let isAtTop = placeEdge == .start && edge == .start && scale.position <= 0
        change(&self)
        scale.resize(total: totalHeight, view: scale.view)
        if !isAtTop { self.place(at: top(ofPlace: place)) }
        return scale.offset - before
    }

    /// The number of items in each section; empty if sections are not shown, or do not match the list's items yet.
    private func counts(of sections: ListSections?, _ count: Int) -> [Int] {
        let paths = SectionPaths(count: count, sections: headerHeight > 0 ? sections : nil)
        return paths.titles == nil ? [] : (0..<paths.sectionCount).map(paths.rowCount)
    }

    /// Puts items into lines, and headers above those that begin a section.
    mutating func arrange(_ count: Int) {
        lines = ListLines(count: count, columns: grid?.columnCount(inWidth: width) ?? 1, sections: sectionCounts)
        if let grid { geometry = RowGeometry(count: lines.lineCount, height: grid.lineHeight(inWidth: width)) }
        if lines.startLines != geometry.headers { geometry.setHeaders(at: lines.startLines, height: headerHeight) }
    }

    /// The height of everything shown, in points.
    var shownHeight: Double {
        geometry.count > 0 ? aboveHeight + geometry.totalHeight - (grid?.spacing ?? 0) + footerHeight : 0
    }

    // MARK: The reader's place

    /// The items that are at least partly on screen; the last one while the content is pulled beyond its end, as a finger can.
    var visibleItems: Range<Int> {
        let items = items(inList: scale.position, scale.position + height)
        return items.isEmpty && count > 0 && scale.position > 0 ? count - 1..<count : items
    }

    /// The first visible item, and how far below the top of its line, or of the header above that, the screen begins.
    var anchor: RowAnchor { anchor(at: scale.position) }

    private func anchor(at position: Double) -> RowAnchor {
        let line = geometry.row(at: position - lead)
        return RowAnchor(row: lines.firstItem(ofLine: line.row), offset: line.offset)
    }

    /// The anchor that stays when rows and headers come or go. In a view that is at home at the top it is the first visible item, and how far
    /// below the top of its own cell the screen begins; at the end it is ``lastPlace``.
    var place: RowAnchor {
        if placeEdge == .end { return lastPlace }
        var anchor = anchor
        if count > 0, geometry.isHeader(lines.line(of: anchor.row)) { anchor.offset -= headerHeight }
        return anchor
    }

    /// The position of the screen's top that shows a ``place``.
    func top(ofPlace place: RowAnchor) -> Double {
        guard geometry.count > 0 else { return 0 }
        let frame = geometry.frame(of: lines.line(of: place.row))
        let top = lead + frame.top + place.offset
        return placeEdge == .end ? top + frame.height - scale.view : top
    }

    func items(inList top: Double, _ bottom: Double) -> Range<Int> {
        lines.items(ofLines: geometry.rows(from: top - lead, to: bottom - lead))
    }

    /// The content's offset that shows an item's line at the top, or as near as the list's end allows.
    func offset(of anchor: RowAnchor) -> Double {
        var copy = self
        return copy.move(to: anchor)
    }

    /// Puts the list at an ``anchor``, and returns the content's offset there.
    mutating func move(to anchor: RowAnchor) -> Double {
        guard count > 0 else { return scale.offset }
        place(at: lead + geometry.top(of: lines.line(of: max(0, min(anchor.row, count - 1)))) + anchor.offset)
        return scale.offset
    }

    /// The content was scrolled; see ``ScrollScale/scrolled(to:showing:)``.
    ///
    /// - Parameters:
    ///   - offset: the content's offset.
    ///   - tolerance: the difference from the offset that was set, in points, that does not count: frameworks round offsets.
    ///   - far: an item that the framework may scroll to, as it was told to be there.
    mutating func scrolled(to offset: Double, tolerance: Double = 0, lookingFor far: FarItem? = nil) -> Double? {
        if (offset - scale.offset).magnitude <= tolerance { return nil }
        if offset != scale.offset {
            movesUp = offset < scale.offset
            (grip, keptLast, scrolledFrom) = (nil, nil, scrolledFrom ?? visibleItems)
        }
        let there = far.flatMap { far in
            // It is shown at either end of the screen, or between.
            (offset - far.top).magnitude <= height
                ? top(ofItem: min(far.item, count - 1)) + offset - far.top : nil
        }
        return scale.scrolled(to: offset, showing: there)
    }

    /// An item to which only a long move leads, and where in the content of bounded height it is told to be; `nil` for any other.
    ///
    /// An item far from the screen is told to be where the list is in proportion, as its own frame may be outside of the content.
    func farItem(_ item: Int) -> FarItem? {
        let top = top(ofItem: item)
        guard scale.isFar(top) else { return nil }
        if !scale.isFar(top, inHeight: height) { return FarItem(item: item, top: top - scale.shift) }
        var there = scale
        there.place(at: top)
        return FarItem(item: item, top: there.offset + top - there.position)
    }

    /// The distance from the list's top to an item, below the header of its section.
    private func top(ofItem item: Int) -> Double { lead + geometry.frame(of: lines.line(of: item)).top }

    /// The items on screen once scrolling comes to rest.
    func items(atRest offset: Double) -> Range<Int> {
        var resting = scale
        _ = resting.scrolled(to: offset)
        let position = resting.isScaled ? scale.position + offset - scale.offset : resting.position
        return items(inList: position, position + height)
    }

    /// An item, and where in the content it was told to be.
    struct FarItem: Hashable, Sendable {
        var item: Int
        var top: Double
    }

    // MARK: Sizes

    /// `true` if this is the view's size and its covered part.
    func hasSize(_ width: Double, _ height: Double, insets: ListInsets = ListInsets()) -> Bool {
        self.width == width && self.height == height && self.insets == insets
    }

    /// Makes the content as high as its present items.
    mutating func fit() { scale.resize(total: totalHeight, view: scale.view) }

    /// Sets the view's size, and returns by how much the content has to move for the ``place`` to stay.
    mutating func resize(width newWidth: Double, height newHeight: Double, insets: ListInsets = ListInsets()) -> Double
    {
        let before = scale.offset
        if edge == .end { return resizeFromEnd(width: newWidth, height: newHeight, insets: insets) - before }
        let height = max(0, newHeight - insets.bottom)
        (self.height, self.insets) = (newHeight, insets)
        let wasWidth = width
        let kept = held.flatMap { $0.position == scale.position ? $0 : nil }
        let (anchor, lineHeight) = kept.map { ($0.anchor, $0.lineHeight) } ?? (anchor, geometry.estimate)
        width = newWidth
        let isOther = wasWidth > 0 && newWidth != wasWidth
        if grid != nil, newWidth != wasWidth {
            arrange(count)
            scale.resize(total: totalHeight, view: height)
            guard isOther, scale.position > 0, count > 0 else { return scale.offset - before }
            // The same part of the line is above the screen as before.
            let part = anchor.offset * geometry.estimate / lineHeight
            _ = move(to: RowAnchor(row: anchor.row, offset: part))
            held = (anchor, lineHeight, scale.position)
        } else if isOther, isSelfSizing, geometry.measuredCount > 0 {
            // Rows of another width have other heights.
            geometry.forget()
            scale.resize(total: totalHeight, view: height)
            if scale.position > 0 { _ = move(to: anchor) }
        } else {
            scale.resize(total: totalHeight, view: height)
        }
        return scale.offset - before
    }

    /// `true` if an item's cell asks for another height than it has.
    func isNews(_ height: Double, of item: Int) -> Bool {
        // Half a pixel of the finest screens makes no difference.
        isSelfSizing && item < count && (height - geometry.height(of: item)).magnitude > 1.0 / 6
    }

    /// Sets a measured height, and returns by how much the content has to move for the items on screen to stay.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - height: its height in points.
    ///   - isSeparator: `true` if it is a separator. Then the list's row beside it stays.
    mutating func measure(_ item: Int, height: Double, isSeparator: Bool = false) -> Double {
        let (growsUp, wasShort, before) = (growsUp(item, isSeparator: isSeparator), slack > 0, scale.offset)
        let more = geometry.measure(item, height: height)
        let isFirst = growsUp && (isSeparator || item == revealedAbove)
        if wasShort {
            fit()
            place(at: farthest)
        } else if growsUp {
            scale.grow(above: more)
        }
        if isFirst, more < 0, placeEdge == .start {
            let first = geometry.row(at: scale.position - lead).row
            if first < item { revealedAbove = first }
        }
        return scale.offset - before
    }

    // MARK: Frames, in the content

    /// The content's size.
    var contentSize: CGSize { CGSize(width: width, height: scale.contentHeight) }

    /// The items whose lines are at least partly in a rect.
    ///
    /// - Complexity: that of ``RowGeometry/rows(from:to:)``.
    func items(in rect: CGRect) -> Range<Int> {
        items(inList: Double(rect.minY) + scale.shift, Double(rect.maxY) + scale.shift)
    }

    /// The frame of an item.
    func frame(of item: Int) -> CGRect {
        let (top, height) = geometry.frame(of: lines.line(of: item))
        let y = lead + top - scale.shift
        guard let grid else { return CGRect(x: 0, y: y, width: width, height: height) }
        let column = grid.column(lines.column(of: item), inWidth: width)
        let x = isRightToLeft ? width - column.x - column.width : column.x
        return CGRect(x: x, y: y, width: column.width, height: height - grid.spacing)
    }

    /// The items whose sections' headers are shown with items.
    func headers(of items: Range<Int>) -> [Int] {
        guard headerHeight > 0, let last = items.last.flatMap({ geometry.header(of: lines.line(of: $0)) }) else {
            return []
        }
        let first = geometry.header(of: lines.line(of: items.lowerBound)) ?? 0
        return lines.starts[first...last].map(\.self)
    }

    /// The frame of the header whose section begins with an item, at its top or stuck to the screen's, or `nil` if no section begins there.
    func headerFrame(of item: Int) -> CGRect? {
        guard item < count, headerHeight > 0 else { return nil }
        let line = lines.line(of: item)
        guard lines.firstItem(ofLine: line) == item, geometry.isHeader(line), let index = geometry.header(of: line)
        else {
            return nil
        }
        let headers = geometry.headers
        let next = index + 1 < headers.count ? geometry.top(of: headers[index + 1]) : .infinity
        let stuck = min(max(geometry.top(of: line), scale.position + insets.top - lead), next - headerHeight)
        return CGRect(x: 0, y: lead + stuck - scale.shift, width: width, height: headerHeight)
    }

    /// The frame of the footer below the last item, or `nil` if there is none.
    var footerFrame: CGRect? {
        guard footerHeight > 0, geometry.count > 0 else { return nil }
        return CGRect(x: 0, y: totalHeight - footerHeight - scale.shift, width: width, height: footerHeight)
    }

    /// The frame of the item above the first one, or `nil` if there is none.
    var aboveFrame: CGRect? {
        guard aboveHeight > 0, geometry.count > 0 else { return nil }
        return CGRect(x: 0, y: lead - aboveHeight - scale.shift, width: width, height: aboveHeight)
    }
}
