#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    public import PagingCore

    /// The data source and delegate of an `NSTableView` that shows a list: real columns, any length.
    ///
    /// ```swift
    /// table = PagedTable(tableView, list) { tableView, column, row in
    ///     NSTextField(labelWithString: row.item?.title ?? "…")
    /// }
    /// ```
    ///
    /// Keep it: the table view does not. The table view must be in a scroll view, whose moves decide which rows the list loads. Rows have the
    /// table view's `rowHeight`, or each its own by `rowHeight` here. AppKit then asks for the height of every row of the list, so that is for
    /// up to some ten thousand rows.
    @MainActor
    public final class PagedTable<Element: Sendable>: NSObject, NSTableViewDataSource, NSTableViewDelegate, RowsDisplay
    {
        /// Makes the view of a row in a column.
        public typealias CellProvider = (NSTableView, NSTableColumn?, ListRow<Element>) -> NSView?

        /// The list.
        public var list: PagedList<Element> { presenter.list }
        /// Shows the list's changes; pause it while rows are dragged.
        public let presenter: ListPresenter<Element>
        /// The end at which the table is at home; see ``ListEdge``.
        public let edge: ListEdge
        /// The distance from the list's end, in points, that still counts as at the end. Within it a table that is at home at the end follows
        /// new rows.
        public var endThreshold = CGFloat(ListFramesLimits.endThreshold)
        /// The height of the row at either end of the list, in points, while there may be more rows there; 0 for none.
        ///
        /// Each is a row of the table of its own, in the first column, and is filled by ``configureEdge``. In a table of one height it is as
        /// high as rows.
        public var edgeHeight: CGFloat = 0 {
            didSet { if edgeHeight != oldValue { edgeObserver.tell() } }
        }
        /// Fills the row at an end of the list: a text, or a button that tries again by ``PagedList/loadMore(_:)``. Set it before
        /// ``edgeHeight``.
        public var configureEdge: (NSTextField, EdgeState, LoadDirection) -> Void = { _, _, _ in }
        lazy var edgeObserver = EdgeObserver(list) { [weak self] before, after in self?.fillEdges(before, after) }
        weak var tableView: NSTableView?
        /// The free space above the rows of a short list, in a table that is at home at the end: a part of the scroll view's inset.
        var slack: CGFloat = 0
        /// Identifies this view, to ask the list for its reader's place.
        public let viewer: ViewerID
        private let provider: CellProvider
        private let heights: HeightsDelegate<Element>?
        var separatorView: (NSTableView, NSTableColumn?, AnySeparator) -> NSView? = { _, _, _ in nil }
        /// The height of separators, if rows have several heights.
        var separatorHeight: CGFloat?
        private var scrolling: ScrollObserver?

        /// Makes a table's data source and delegate, and sets both.
        ///
        /// - Parameters:
        ///   - tableView: the table, in its scroll view; it is not kept alive.
        ///   - list: the list.
        ///   - edge: the end at which the table is at home: ``ListEdge/end`` for a conversation. A short list is then kept at the bottom by a
        ///     part of the scroll view's `contentInsets.top`.
        ///   - viewer: identifies this view; `nil` for a new identifier.
        ///   - rowHeight: returns a row's height in points, more than 0; `nil` for the table view's height.
        ///   - cell: makes the view of a row in a column; the row's item is `nil` for a placeholder.
        public init(
            _ tableView: NSTableView, _ list: PagedList<Element>, edge: ListEdge = .start, viewer: ViewerID? = nil,
            rowHeight: ((ListRow<Element>) -> CGFloat)? = nil, cell: @escaping CellProvider
        ) {
            self.tableView = tableView
            self.edge = edge
            self.viewer = viewer ?? .ofNewView()
            provider = cell
            let presenter = ListPresenter(list)
            self.presenter = presenter
            heights = rowHeight.map { rowHeight in
                HeightsDelegate(presenter, rowHeight: rowHeight)
            }
            super.init()
            heights?.table = self
            tableView.dataSource = self
            tableView.delegate = heights ?? self
            presenter.display = self
            if let clip = tableView.enclosingScrollView?.contentView {
                scrolling = ScrollObserver(clip) { [weak self] in self?.didScroll() }
            }
            let first = list.startingPosition
            list.viewport(first..<first + Self.firstRows, viewer: self.viewer)
        }

        private static var firstRows: Int { 40 }

        /// The table was scrolled or resized.
        public func didScroll() {
            if let tableView { begin(in: tableView) }
            let rows = presenter.shown.rowsToTell(of: visibleRows)
            if !rows.isEmpty { list.viewport(rows, viewer: viewer) }
            presenter.goOn()
        }

        /// The table is gone: nothing is loaded for it any more.
        public func removeViewer() { list.removeViewer(viewer) }

        // MARK: RowsDisplay

        /// See ``RowsDisplay/isReadyForBatches``.
        public var isReadyForBatches: Bool { tableView?.window != nil }
        /// See ``RowsDisplay/batchesSections``.
        public var batchesSections: Bool { true }
        /// `true` while the content bounces at an end: changes wait until it is back.
        public var hasUncommittedUpdates: Bool {
            if tableView?.window == nil { scrolling?.endMove() }
            return scrolling?.isBouncing ?? false
        }

        /// The rows on screen, counted with the separators between them.
        public var visibleRows: Range<Int> {
            guard let tableView else { return 0..<0 }
            let rows = tableView.rows(in: tableView.visibleRect)
            return max(0, rows.location)..<max(0, rows.location) + rows.length
        }

        /// Shows an update as one batch; called by the ``presenter``.
        public func show(
            _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
            completion: @escaping @MainActor () -> Void
        ) {
            guard let tableView else { return completion() }
            let sticks = sticksToEnd(in: tableView)
            let place = sticks ? nil : place(in: tableView)
            // A table processes changes one after the other: first all rows that leave their places, then all that come.
            let gone = IndexSet(plan.deletions + plan.moves.map(\.from))
            let come = IndexSet(plan.insertions + plan.moves.map(\.to))
            let isAbove =
                place.map { place in
                    update.newPosition(of: place.anchor.row).map {
                        plan.displaces(place.anchor.row, nowAt: $0)
                    } ?? true
                } ?? false
            let animation: NSTableView.AnimationOptions = isAbove ? [] : .effectFade
            tableView.beginUpdates()
            advance()
            tableView.removeRows(at: gone, withAnimation: animation)
            tableView.insertRows(at: come, withAnimation: animation)
            tableView.endUpdates()
            keep(place, across: update, in: tableView)
            fillFromEnd(in: tableView)
            if sticks { scrollToEnd() }
            completion()
            didScroll()
        }

        /// Shows all rows anew and keeps the first visible one in place; called by the ``presenter``.
        public func reload(_ update: ListUpdate, advance: @MainActor () -> Void) {
            guard let tableView else { return advance() }
            let sticks = sticksToEnd(in: tableView)
            let place = sticks ? nil : place(in: tableView)
            let selected = KeptRows(tableView.selectedRowIndexes, in: presenter.shown)
            advance()
            tableView.reloadData()
            keep(place, across: update, in: tableView)
            fillFromEnd(in: tableView)
            if sticks { scrollToEnd() }
            begin(in: tableView)
            tableView.selectRowIndexes(
                IndexSet(selected.items(in: presenter.shown)), byExtendingSelection: false)
        }

        /// Configures the cells of rows anew; called by the ``presenter``.
        public func reconfigure(_ rows: [Int], arrived: [Int]) {
            guard let tableView else { return }
            // A table keeps views of a few rows beside those on screen. Rows without views are skipped.
            tableView.reloadData(
                forRowIndexes: IndexSet(rows), columnIndexes: IndexSet(integersIn: 0..<tableView.numberOfColumns))
        }

        /// Shows new sections; called by the ``presenter``.
        public func showSections() {}

        /// Has the table view ask for the heights of rows again; called by the ``presenter``.
        public func contentChanged(_ rows: PositionSet) {
            guard let tableView, heights != nil else { return }
            let sticks = sticksToEnd(in: tableView) || edge == .end && isAtEnd(of: tableView)
            let place = place(in: tableView)
            var indexes = IndexSet()
            for range in rows.ranges { indexes.insert(integersIn: range) }
            // In a group without duration it is not animated.
            NSAnimationContext.beginGrouping()
            NSAnimationContext.current.duration = 0
            tableView.noteHeightOfRows(withIndexesChanged: indexes)
            NSAnimationContext.endGrouping()
            if let place { scroll(to: place.anchor, in: tableView) }
            fillFromEnd(in: tableView)
            if sticks { scrollToEnd() }
        }

        // MARK: NSTableViewDataSource, NSTableViewDelegate

        /// The number of rows that are shown, with the separators between them.
        public func numberOfRows(in tableView: NSTableView) -> Int { presenter.shown.count }

        /// Makes the view of a row, or of a separator, in a column.
        public func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
            switch presenter.shown[row] {
            case .row(let position): provider(tableView, tableColumn, presenter.row(at: position))
            case .separator(let separator): separatorView(tableView, tableColumn, separator)
            case .edge(let direction): edgeView(direction, in: tableColumn, of: tableView)
            }
        }
    }

    /// The delegate of a table whose rows have several heights.
    ///
    /// It differs from the delegate for rows of one height, since AppKit asks every delegate that implements heights for all of them.
    private final class HeightsDelegate<Element: Sendable>: NSObject, NSTableViewDelegate {
        weak var table: PagedTable<Element>?
        private weak var presenter: ListPresenter<Element>?
        private let rowHeight: (ListRow<Element>) -> CGFloat

        init(_ presenter: ListPresenter<Element>, rowHeight: @escaping (ListRow<Element>) -> CGFloat) {
            (self.presenter, self.rowHeight) = (presenter, rowHeight)
            super.init()
        }

        func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
            table?.tableView(tableView, viewFor: tableColumn, row: row)
        }

        func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat {
            guard let presenter, row >= 0, row < presenter.shown.count else { return tableView.rowHeight }
            switch presenter.shown[row] {
            case .row(let position): return rowHeight(presenter.row(at: position))
            case .separator: return table?.separatorHeight ?? tableView.rowHeight
            case .edge: return table.map { max(1, $0.edgeHeight) } ?? tableView.rowHeight
            }
        }
    }
#endif
