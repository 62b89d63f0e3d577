#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    public import PagingCore

    /// The data source and delegate of an `NSTableView` that shows a list: real columns, fixed row heights, any length.
    ///
    /// ```swift
    /// table = PagedTable(tableView, list) { tableView, column, row in
    ///     NSTextField(labelWithString: row.item?.title ?? "…")
    /// }
    /// ```
    ///
    /// The table view is to be in a scroll view, whose moves are what the list loads by.
    @MainActor
    public final class PagedTable<Element: Sendable>: NSObject, NSTableViewDataSource, NSTableViewDelegate, RowsDisplay
    {
        /// Makes the view of a row in a column.
        public typealias CellProvider = (NSTableView, NSTableColumn?, ListRow<Element>) -> NSView?

        /// The list.
        public var list: PagedList<Element> { presenter.list }
        /// Shows the list's changes; pause it while rows are dragged.
        public let presenter: ListPresenter<Element>
        private weak var tableView: NSTableView?
        private let viewer: ViewerID
        private let provider: CellProvider
        private var scrolling: ScrollObserver?

        /// Makes a table's data source and delegate, and sets both.
        ///
        /// - Parameters:
        ///   - tableView: the table, in its scroll view; it is not kept alive.
        ///   - list: the list.
        ///   - viewer: which view this is, where several show the same list.
        ///   - cell: makes the view of a row in a column; the row's item is `nil` for a placeholder.
        public init(
            _ tableView: NSTableView, _ list: PagedList<Element>, viewer: ViewerID = .main, cell: @escaping CellProvider
        ) {
            self.tableView = tableView
            self.viewer = viewer
            provider = cell
            presenter = ListPresenter(list)
            super.init()
            tableView.dataSource = self
            tableView.delegate = self
            presenter.display = self
            if let clip = tableView.enclosingScrollView?.contentView {
                scrolling = ScrollObserver(clip) { [weak self] in self?.didScroll() }
            }
            list.viewport(0..<Self.firstRows, viewer: viewer)
        }

        private static var firstRows: Int { 40 }

        /// The table was scrolled or resized.
        public func didScroll() {
            let rows = visibleRows
            if !rows.isEmpty { list.viewport(rows, viewer: viewer) }
        }

        /// The table is gone: nothing is loaded for it any more.
        public func lookAway() { list.lookAway(viewer: viewer) }

        /// The element that a row shows, for a selection; `nil` for a placeholder or where there is no such row.
        ///
        /// The list may be ahead of what is shown: its own element at that position may be another.
        public func element(at row: Int) -> Element? {
            presenter.rows.indices.contains(row) ? presenter.rows[row] : nil
        }

        // MARK: RowsDisplay

        /// See ``RowsDisplay/isReadyForBatches``.
        public var isReadyForBatches: Bool { tableView?.window != nil }
        /// See ``RowsDisplay/batchesSections``.
        public var batchesSections: Bool { true }

        /// The rows on screen, in the positions that the view shows.
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
            let place = place(in: tableView)
            // A table processes its changes one after the other: first all rows that leave their places, then all that come.
            let gone = IndexSet(plan.deletions + plan.moves.map(\.from))
            let come = IndexSet(plan.insertions + plan.moves.map(\.to))
            let isAbove =
                place.map { place in
                    update.newPosition(of: place.anchor.row).map {
                        plan.changesRows(above: place.anchor.row, nowAt: $0)
                    } ?? true
                } ?? false
            let animation: NSTableView.AnimationOptions = isAbove ? [] : .effectFade
            tableView.beginUpdates()
            advance()
            tableView.removeRows(at: gone, withAnimation: animation)
            tableView.insertRows(at: come, withAnimation: animation)
            tableView.endUpdates()
            keep(place, across: update, in: tableView)
            completion()
            didScroll()
        }

        /// Shows all rows anew, with the first visible one where it is; called by the ``presenter``.
        public func reload(_ update: ListUpdate, advance: @MainActor () -> Void) {
            guard let tableView else { return advance() }
            let place = place(in: tableView)
            let selected = KeptRows(tableView.selectedRowIndexes, in: presenter.rows)
            advance()
            tableView.reloadData()
            keep(place, across: update, in: tableView)
            tableView.selectRowIndexes(
                IndexSet(selected.positions(in: presenter.rows)), byExtendingSelection: false)
        }

        /// Configures the cells of rows anew; called by the ``presenter``.
        public func reconfigure(_ rows: [Int], arrived: [Int]) {
            guard let tableView else { return }
            // A table keeps the views of a few rows beside those on screen; what it has no views of, it passes by.
            tableView.reloadData(
                forRowIndexes: IndexSet(rows), columnIndexes: IndexSet(integersIn: 0..<tableView.numberOfColumns))
        }

        /// Shows other sections; called by the ``presenter``.
        public func showSections() {}

        /// The first visible row, and how far below its top the view begins; `nil` at the list's top.
        private func place(in tableView: NSTableView) -> PlaceAnchor? {
            let top = tableView.visibleRect.minY
            guard top > 0, let row = visibleRows.first else { return nil }
            let offset = Double(top - tableView.rect(ofRow: row).minY)
            return PlaceAnchor(RowAnchor(row: row, offset: offset), in: presenter.rows)
        }

        private func keep(_ place: PlaceAnchor?, across update: ListUpdate, in tableView: NSTableView) {
            guard let place, update.newCount > 0 else { return }
            let new = place.place(in: presenter.rows, after: update)
            let top = tableView.rect(ofRow: new.row).minY + CGFloat(new.offset)
            tableView.scroll(NSPoint(x: tableView.visibleRect.minX, y: top))
        }

        // MARK: NSTableViewDataSource, NSTableViewDelegate

        /// The number of rows that are shown.
        public func numberOfRows(in tableView: NSTableView) -> Int { presenter.rows.count }

        /// Makes the view of a row in a column.
        public func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
            provider(tableView, tableColumn, presenter.row(at: row))
        }
    }
#endif
