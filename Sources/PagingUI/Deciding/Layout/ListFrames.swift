internal import Foundation
internal import Paging
internal import PagingCore

#if canImport(CoreGraphics)
    internal import CoreGraphics
#endif

/// Where a list's items, headers and footer are in the content of a scroll view: what layouts have in common on all systems.
///
/// Items are in lines: one each in a list, as many as there are columns in a grid. Frames are worked out when they are asked for.
/// What is kept is what was measured, and two numbers a section.
struct ListFrames: Sendable {
    /// Where lines are, in points from the list's top.
    private(set) var geometry: RowGeometry
    /// Where the reader is, and how the list fits into the content.
    private(set) var scale = ScrollScale(total: 0, view: 0)
    private(set) var lines = ListLines(count: 0, columns: 1)
    /// The content's width in points.
    private(set) var width = 0.0
    /// Whether the first column is at the right.
    var isRightToLeft = false
    let grid: ListGrid?
    let isSelfSizing: Bool
    let headerHeight: Double
    let footerHeight: Double
    private var sectionCounts: [Int] = []
    /// The item that was first on screen before the view was resized, for as long as nothing scrolls or comes and goes.
    private var held: (anchor: RowAnchor, lineHeight: Double, position: Double)?

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

    /// How many items there are.
    var count: Int { lines.count }

    /// Other items, in no relation to those before.
    mutating func reset(count: Int, sections: ListSections?) {
        geometry = RowGeometry(count: count, height: geometry.estimate)
        (sectionCounts, held) = (counts(of: sections, count), nil)
        arrange(count)
        fit()
    }

    /// Follows an update. The first visible item stays, unless the list's top is shown.
    ///
    /// - Parameter place: where the ``place`` is after the update.
    /// - Returns: where the content goes for that; `nil` where it stays.
    /// - Complexity: O(*what changed* × log *measured* + *sections*).
    mutating func follow(_ update: ListUpdate, sections: ListSections?, keeping place: RowAnchor) -> Double? {
        let isAtTop = scale.position <= 0
        if !update.isInPlace { held = nil }
        if grid == nil { geometry.apply(update) }
        sectionCounts = counts(of: sections, update.newCount)
        arrange(update.newCount)
        let top = isAtTop ? scale.position : self.top(ofPlace: place)
        scale.resize(total: totalHeight, view: scale.view)
        if !isAtTop || scale.position < 0 { scale.place(at: top) }
        return isAtTop ? nil : scale.offset
    }

    /// Takes in the list's sections, and returns by how much the content has to move for the first visible item to stay.
    mutating func follow(_ sections: ListSections?) -> Double {
        let new = counts(of: sections, count)
        if new == sectionCounts { return 0 }
        sectionCounts = new
        return keepingPlace { $0.arrange($0.count) }
    }

    /// Items are to be measured anew; returns by how much the content has to move for the first visible one to stay.
    mutating func remeasure() -> Double { keepingPlace { $0.geometry.forget() } }

    private mutating func keepingPlace(_ change: (inout ListFrames) -> Void) -> Double {
        let (place, before) = (place, scale.offset)
        change(&self)
        scale.resize(total: totalHeight, view: scale.view)
        if scale.position > 0 { scale.place(at: top(ofPlace: place)) }
        return scale.offset - before
    }

    /// The items of each section; none where sections are not shown, or are not those of the list's items yet.
    private func counts(of sections: ListSections?, _ count: Int) -> [Int] {
        let paths = SectionPaths(count: count, sections: headerHeight > 0 ? sections : nil)
        return paths.titles == nil ? [] : (0..<paths.sectionCount).map(paths.rowCount)
    }

    /// Puts items into lines, and headers above those that begin a section.
    private mutating func arrange(_ count: Int) {
        lines = ListLines(count: count, columns: grid?.columnCount(inWidth: width) ?? 1, sections: sectionCounts)
        if let grid { geometry = RowGeometry(count: lines.lineCount, height: grid.lineHeight(inWidth: width)) }
        if lines.startLines != geometry.headers { geometry.setHeaders(at: lines.startLines, height: headerHeight) }
    }

    private var totalHeight: Double {
        geometry.count > 0 ? geometry.totalHeight - (grid?.spacing ?? 0) + footerHeight : 0
    }

    // MARK: Where the reader is

    /// The items that are at least partly on screen.
    var visibleItems: Range<Int> { items(inList: scale.position, scale.position + scale.view) }

    /// The first visible item, and how far below the top of its line, or of the header above that, the screen begins.
    var anchor: RowAnchor { anchor(at: scale.position) }

    private func anchor(at position: Double) -> RowAnchor {
        let line = geometry.row(at: position)
        return RowAnchor(row: lines.firstItem(ofLine: line.row), offset: line.offset)
    }

    /// The first visible item, and how far below the top of its own cell the screen begins: what stays when headers come or go.
    var place: RowAnchor {
        var anchor = anchor
        if count > 0, geometry.isHeader(lines.line(of: anchor.row)) { anchor.offset -= headerHeight }
        return anchor
    }

    private func top(ofPlace place: RowAnchor) -> Double {
        geometry.count == 0 ? 0 : geometry.frame(of: lines.line(of: place.row)).top + place.offset
    }

    private func items(inList top: Double, _ bottom: Double) -> Range<Int> {
        lines.items(ofLines: geometry.rows(from: top, to: bottom))
    }

    /// The content's offset that shows an item's line at the top, or as near as the list's end allows.
    func offset(of anchor: RowAnchor) -> Double {
        var copy = self
        return copy.move(to: anchor)
    }

    /// Puts the list at an ``anchor``, and returns the content's offset there.
    mutating func move(to anchor: RowAnchor) -> Double {
        guard count > 0 else { return scale.offset }
        scale.place(at: geometry.top(of: lines.line(of: max(0, min(anchor.row, count - 1)))) + anchor.offset)
        return scale.offset
    }

    /// The content was scrolled; see ``ScrollScale/scrolled(to:)``.
    mutating func scrolled(to offset: Double) -> Double? { scale.scrolled(to: offset) }

    /// The items on screen where scrolling will rest.
    func items(atRest offset: Double) -> Range<Int> {
        var resting = scale
        _ = resting.scrolled(to: offset)
        let position = resting.isScaled ? scale.position + offset - scale.offset : resting.position
        return items(inList: position, position + scale.view)
    }

    // MARK: Sizes

    /// Whether this is the view's size.
    func hasSize(_ width: Double, _ height: Double) -> Bool { self.width == width && scale.view == height }

    /// The content is as high as what is in it by now.
    mutating func fit() { scale.resize(total: totalHeight, view: scale.view) }

    /// Takes in the view's size, and returns by how much the content has to move for the first visible item to stay.
    mutating func resize(width newWidth: Double, height: Double) -> Double {
        let before = scale.offset
        let wasWidth = width
        let kept = held.flatMap { $0.position == scale.position ? $0 : nil }
        let (anchor, lineHeight) = kept.map { ($0.anchor, $0.lineHeight) } ?? (anchor, geometry.estimate)
        width = newWidth
        let isOther = wasWidth > 0 && newWidth != wasWidth
        if grid != nil, newWidth != wasWidth {
            arrange(count)
            scale.resize(total: totalHeight, view: height)
            guard isOther, scale.position > 0, count > 0 else { return scale.offset - before }
            // As much of the line is above the screen as was.
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

    /// Whether an item's cell wants to be of another height than it counts.
    func isNews(_ height: Double, of item: Int) -> Bool {
        // Half a pixel of the finest screens is no difference.
        isSelfSizing && item < count && (height - geometry.height(of: item)).magnitude > 1.0 / 6
    }

    /// Takes in a measured height, and returns by how much the content has to move for the first visible item to stay.
    mutating func measure(_ item: Int, height: Double) -> Double {
        let (first, before) = (geometry.row(at: scale.position).row, scale.offset)
        let more = geometry.measure(item, height: height)
        // A row that begins above the screen grows upwards: what is on screen stays.
        if item < first { scale.grow(above: more) }
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

    /// Where an item is.
    func frame(of item: Int) -> CGRect {
        let (top, height) = geometry.frame(of: lines.line(of: item))
        let y = top - scale.shift
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

    /// The header of the section that begins with an item, at its top or stuck to the screen's; `nil` where none does.
    func headerFrame(of item: Int) -> CGRect? {
        guard item < count, headerHeight > 0 else { return nil }
        let line = lines.line(of: item)
        guard lines.firstItem(ofLine: line) == item, geometry.isHeader(line), let index = geometry.header(of: line)
        else {
            return nil
        }
        let headers = geometry.headers
        let next = index + 1 < headers.count ? geometry.top(of: headers[index + 1]) : .infinity
        let stuck = min(max(geometry.top(of: line), scale.position), next - headerHeight)
        return CGRect(x: 0, y: stuck - scale.shift, width: width, height: headerHeight)
    }

    /// The footer below the last item; `nil` where there is none.
    var footerFrame: CGRect? {
        guard footerHeight > 0, geometry.count > 0 else { return nil }
        return CGRect(x: 0, y: totalHeight - footerHeight - scale.shift, width: width, height: footerHeight)
    }
}
