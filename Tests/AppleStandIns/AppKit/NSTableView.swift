// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/appkit/nstableviewdatasource
@MainActor
public protocol NSTableViewDataSource: NSObjectProtocol {
    func numberOfRows(in tableView: NSTableView) -> Int
}

/// https://developer.apple.com/documentation/appkit/nstableviewdelegate
@MainActor
public protocol NSTableViewDelegate: NSObjectProtocol {
    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
    func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat
}
extension NSTableViewDelegate {
    /// Stands for a delegate that does not implement it.
    public func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { -1 }
}

/// https://developer.apple.com/documentation/appkit/nsanimationcontext
@MainActor
open class NSAnimationContext: NSObject {
    private static var contexts = [NSAnimationContext()]
    public nonisolated override init() { super.init() }
    open class var current: NSAnimationContext { contexts[contexts.count - 1] }
    open var duration: TimeInterval = 0.25
    open class func beginGrouping() { contexts.append(NSAnimationContext()) }
    open class func endGrouping() { contexts.removeLast() }
}

/// https://developer.apple.com/documentation/appkit/nstableheaderview
open class NSTableHeaderView: NSView {}

/// https://developer.apple.com/documentation/appkit/nstableview
///
/// A table counts its rows by itself: "The numberOfRows in the table view is automatically increased by the count of indexes",
/// and "changes are processed incrementally". Rows are of one height, unless the delegate tells each row's: "The height returned
/// by this method should not include intercell spacing and must be greater than zero", and is kept until
/// `noteHeightOfRows(withIndexesChanged:)` or a reload.
open class NSTableView: NSView {
    /// https://developer.apple.com/documentation/appkit/nstableview/animationoptions
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let effectFade = AnimationOptions(rawValue: 1)
    }

    open weak var dataSource: (any NSTableViewDataSource)?
    open weak var delegate: (any NSTableViewDelegate)?
    open var rowHeight: CGFloat = 24
    /// Whether rows are as high as their views; then the table keeps the first row on screen itself, inside its tiling.
    open var usesAutomaticRowHeights = false
    private var kept: (row: Int, top: CGFloat)?
    open var headerView: NSTableHeaderView?
    open var intercellSpacing = NSSize(width: 0, height: 0)
    public private(set) var tableColumns: [NSTableColumn] = []
    private var count: Int?
    private var views: [Int: NSView] = [:]
    /// The delegate's height of each row, where it gives heights; `nil` for rows that came in the updates under way.
    private var heights: [CGFloat?]?
    /// Where each row begins, and the last ends; `nil` until it is asked for.
    private var knownTops: [CGFloat]?
    private var depth = 0
    private var isMaking = false
    /// Whether the delegate is asked for a height.
    private var isMeasuring = false
    /// Whether the table tiles, and posts that its bounds changed meanwhile.
    private var isTiling = false
    /// Whether the delegate is being asked, or the table tiles: it is not to be changed.
    private var isBusy: Bool { isMaking || isMeasuring || isTiling }
    private var selection = IndexSet()
    /// Whether the table scrolls a little while it tiles, as it may. For tests.
    public var tilesByScrolling = false
    /// How many views the delegate made. For tests.
    public var viewRequests = 0

    open var numberOfColumns: Int { tableColumns.count }
    open func addTableColumn(_ tableColumn: NSTableColumn) { tableColumns.append(tableColumn) }
    open var numberOfRows: Int {
        if let count { return count }
        let asked = dataSource?.numberOfRows(in: self) ?? 0
        count = asked
        heights = asked > 0 && height(of: 0) != nil ? (0..<asked).map(height) : nil
        resize()
        return asked
    }
    private func height(of row: Int) -> CGFloat? {
        isMeasuring = true
        let answer = delegate?.tableView(self, heightOfRow: row)
        isMeasuring = false
        guard let told = answer, told != -1 else { return nil }
        if told <= 0 { StandIn.broken("row \(row) is \(told) high; it must be greater than zero") }
        return told
    }
    /// The document became shorter: its place may have to move.
    private func constrain() {
        let outer = isTiling
        isTiling = true
        enclosingScrollView?.contentView.constrain()
        isTiling = outer
    }
    private func resize() {
        knownTops = nil
        frame.size.height = rect(ofRow: numberOfRows).minY
    }
    private var tops: [CGFloat] {
        if let knownTops { return knownTops }
        var tops: [CGFloat] = [0]
        for height in heights ?? [] { tops.append(tops[tops.count - 1] + (height ?? rowHeight)) }
        knownTops = tops
        return tops
    }
    open func rows(in rect: NSRect) -> NSRange {
        let (first, end): (Int, Int)
        if heights != nil {
            let count = numberOfRows
            first = max(0, (tops.firstIndex { $0 > rect.minY } ?? count + 1) - 1)
            end = min(count, tops.firstIndex { $0 >= rect.maxY } ?? count)
        } else {
            first = max(0, Int(rect.minY / rowHeight))
            end = min(numberOfRows, Int((rect.maxY / rowHeight).rounded(.up)))
        }
        return NSRange(location: min(first, numberOfRows), length: max(0, end - first))
    }
    open func rect(ofRow row: Int) -> NSRect {
        guard let heights else {
            return NSRect(x: 0, y: CGFloat(row) * rowHeight, width: frame.width, height: rowHeight)
        }
        let height = row < heights.count ? heights[row] ?? rowHeight : 0
        return NSRect(x: 0, y: tops[min(row, tops.count - 1)], width: frame.width, height: height)
    }
    /// https://developer.apple.com/documentation/appkit/nstableview/noteheightofrows(withindexeschanged:)
    ///
    /// "For NSView-based tables, this method will animate."
    open func noteHeightOfRows(withIndexesChanged indexSet: IndexSet) {
        if isBusy || depth > 0 { StandIn.broken("noteHeightOfRows while the table asks for views or takes updates") }
        if let last = indexSet.last, last >= numberOfRows {
            StandIn.broken("the height of row \(last) of \(numberOfRows)")
        }
        if NSAnimationContext.current.duration > 0 { StandIn.broken("heights change in an animation") }
        for row in indexSet where row < numberOfRows { heights?[row] = height(of: row) }
        resize()
        constrain()
    }
    open var selectedRowIndexes: IndexSet { selection }
    open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) { selection = indexes }
    /// https://developer.apple.com/documentation/appkit/nstableview/view(atcolumn:row:makeifnecessary:)
    open func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? {
        if isMeasuring { StandIn.broken("a view of row \(row) while the table asks for heights") }
        if makeIfNecessary, views[row] == nil { return make(row) }
        return views[row]
    }
    /// The view of a row on screen. For tests.
    public func standInView(atRow row: Int) -> NSView? { views[row] }

    open func reloadData() {
        if isBusy || depth > 0 { StandIn.broken("reloadData while the table asks for views or takes updates") }
        (count, views, selection) = (nil, [:], [])
        _ = numberOfRows
        constrain()
    }

    open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
        if isBusy { StandIn.broken("reloadData while the table asks for views") }
        if let last = rowIndexes.last, last >= numberOfRows {
            StandIn.broken("row \(last) of \(numberOfRows) reloaded")
        }
        for row in rowIndexes where views[row] != nil { views[row] = make(row) }
    }

    /// One pass: the views of the rows in the visible rect, and of two beside them. For tests.
    public func standInLayout() {
        if let count, let asked = dataSource?.numberOfRows(in: self), asked != count {
            StandIn.broken("\(asked) rows without an update; the table has \(count)")
            self.count = nil
        }
        if tilesByScrolling {
            // Its clip view posts that its bounds changed, inside the layout of the table.
            isTiling = true
            enclosingScrollView?.contentView.postBoundsChange()
            isTiling = false
        }
        if let kept, let clip = superview as? NSClipView {
            isTiling = true
            clip.scroll(to: NSPoint(x: 0, y: rect(ofRow: kept.row).minY - kept.top))
            isTiling = false
        }
        let rows = rows(in: visibleRect)
        for row in rows.location..<rows.location + rows.length where heights != nil {
            if heights?[row] != height(of: row) { StandIn.broken("row \(row) has another height, which was not noted") }
        }
        let first = rows.location
        self.kept = usesAutomaticRowHeights ? (first, rect(ofRow: first).minY - visibleRect.minY) : nil
        let end = min(numberOfRows, rows.location + rows.length + 2)
        let kept = min(end, max(0, rows.location - 2))..<end
        views = views.filter { kept.contains($0.key) }
        for row in kept where views[row] == nil { views[row] = make(row) }
    }

    private func make(_ row: Int) -> NSView? {
        isMaking = true
        defer { isMaking = false }
        viewRequests += 1
        return delegate?.tableView(self, viewFor: tableColumns.first, row: row)
    }

    open func beginUpdates() {
        if isBusy { StandIn.broken("updates while the table asks for views") }
        _ = numberOfRows
        depth += 1
    }

    open func endUpdates() {
        depth -= 1
        if depth > 0 { return }
        let asked = dataSource?.numberOfRows(in: self) ?? 0
        if asked != count {
            StandIn.broken("the data source has \(asked) rows after the updates; the table counts \(count ?? 0)")
            (count, heights) = (asked, nil)
        }
        if heights == nil, numberOfRows > 0, height(of: 0) != nil {
            heights = Array(repeating: nil, count: numberOfRows)
        }
        for row in heights?.indices ?? 0..<0 where heights?[row] == nil { heights?[row] = height(of: row) }
        resize()
        constrain()
    }

    /// https://developer.apple.com/documentation/appkit/nstableview/removerows(at:withanimation:)
    open func removeRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
        if let last = indexes.last, last >= numberOfRows { StandIn.broken("row \(last) of \(numberOfRows) removed") }
        for row in indexes.reversed() where row < numberOfRows { shift(from: row, removing: true) }
    }

    /// https://developer.apple.com/documentation/appkit/nstableview/insertrows(at:withanimation:)
    ///
    /// The indexes are "the final positions of the new rows".
    open func insertRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
        for row in indexes {
            if row > numberOfRows {
                StandIn.broken("a row inserted at \(row) of \(numberOfRows)")
                continue
            }
            shift(from: row, removing: false)
        }
    }

    private func shift(from row: Int, removing: Bool) {
        if isBusy { StandIn.broken("rows change while the table asks for views or tiles") }
        count = numberOfRows + (removing ? -1 : 1)
        if let kept, row <= kept.row, !(removing && row == kept.row) { self.kept?.row += removing ? -1 : 1 }
        if removing { heights?.remove(at: row) } else { heights?.insert(nil, at: row) }
        var moved: [Int: NSView] = [:]
        for (place, view) in views {
            if removing, place == row { continue }
            moved[place < row ? place : place + (removing ? -1 : 1)] = view
        }
        views = moved
        var selected = IndexSet()
        for place in selection where !(removing && place == row) {
            selected.insert(place < row ? place : place + (removing ? -1 : 1))
        }
        selection = selected
        if depth == 0 {
            depth = 1
            endUpdates()
        }
    }
}
