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
}

/// https://developer.apple.com/documentation/appkit/nstableheaderview
open class NSTableHeaderView: NSView {}

/// https://developer.apple.com/documentation/appkit/nstableview
///
/// A table counts its rows by itself: "The numberOfRows in the table view is automatically increased by the count of indexes",
/// and "changes are processed incrementally". Rows are of one height.
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
    open var headerView: NSTableHeaderView?
    open var intercellSpacing = NSSize(width: 0, height: 0)
    public private(set) var tableColumns: [NSTableColumn] = []
    private var count: Int?
    private var views: [Int: NSView] = [:]
    private var depth = 0
    private var isMaking = false
    private var selection = IndexSet()
    /// How many views the delegate made. For tests.
    public var viewRequests = 0

    open var numberOfColumns: Int { tableColumns.count }
    open func addTableColumn(_ tableColumn: NSTableColumn) { tableColumns.append(tableColumn) }
    open var numberOfRows: Int {
        if let count { return count }
        let asked = dataSource?.numberOfRows(in: self) ?? 0
        count = asked
        frame.size.height = CGFloat(asked) * rowHeight
        return asked
    }
    open func rows(in rect: NSRect) -> NSRange {
        let first = max(0, Int(rect.minY / rowHeight))
        let end = min(numberOfRows, Int((rect.maxY / rowHeight).rounded(.up)))
        return NSRange(location: first, length: max(0, end - first))
    }
    open func rect(ofRow row: Int) -> NSRect {
        NSRect(x: 0, y: CGFloat(row) * rowHeight, width: frame.width, height: rowHeight)
    }
    open var selectedRowIndexes: IndexSet { selection }
    open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) { selection = indexes }
    /// The view of a row on screen. For tests.
    public func standInView(atRow row: Int) -> NSView? { views[row] }

    open func reloadData() {
        if isMaking || depth > 0 { StandIn.broken("reloadData while the table asks for views or takes updates") }
        (count, views, selection) = (nil, [:], [])
        _ = numberOfRows
        enclosingScrollView?.contentView.constrain()
    }

    open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
        if isMaking { StandIn.broken("reloadData while the table asks for views") }
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
        let rows = rows(in: visibleRect)
        let kept = max(0, rows.location - 2)..<min(numberOfRows, rows.location + rows.length + 2)
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
        if isMaking { StandIn.broken("updates while the table asks for views") }
        _ = numberOfRows
        depth += 1
    }

    open func endUpdates() {
        depth -= 1
        if depth > 0 { return }
        let asked = dataSource?.numberOfRows(in: self) ?? 0
        if asked != count {
            StandIn.broken("the data source has \(asked) rows after the updates; the table counts \(count ?? 0)")
            count = asked
        }
        frame.size.height = CGFloat(numberOfRows) * rowHeight
        enclosingScrollView?.contentView.constrain()
    }

    /// https://developer.apple.com/documentation/appkit/nstableview/removerows(at:withanimation:)
    open func removeRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
        if let last = indexes.last, last >= numberOfRows { StandIn.broken("row \(last) of \(numberOfRows) removed") }
        for row in indexes.reversed() { shift(from: row, removing: true) }
    }

    /// https://developer.apple.com/documentation/appkit/nstableview/insertrows(at:withanimation:)
    ///
    /// The indexes are "the final positions of the new rows".
    open func insertRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
        for row in indexes {
            if row > numberOfRows { StandIn.broken("a row inserted at \(row) of \(numberOfRows)") }
            shift(from: row, removing: false)
        }
    }

    private func shift(from row: Int, removing: Bool) {
        count = numberOfRows + (removing ? -1 : 1)
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
