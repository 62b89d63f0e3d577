#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Paging
    public import PagingCore
    public import UIKit

    /// The data source of a `UITableView` that shows a list: it loads the rows that the reader scrolls to, and always matches the list.
    ///
    /// ```swift
    /// dataSource = PagedTableDataSource(tableView, list) { tableView, path, row in
    ///     let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    ///     var content = UIListContentConfiguration.cell()
    ///     content.text = row.item?.title ?? "…"
    ///     cell.contentConfiguration = content
    ///     return cell
    /// }
    /// ```
    ///
    /// Keep the data source: the table view does not. It observes scrolls and layouts by itself, so the table's delegate is the app's. A
    /// delegate that calls ``willEndDragging(at:)`` keeps rows that a fling passes from being loaded. The list's sections are the table's; if
    /// they change, the table is reloaded in place. A table view stores a record for each row; for lists of many millions use
    /// ``PagedCollectionView``.
    @MainActor
    public final class PagedTableDataSource<Element: Sendable>: NSObject, UITableViewDataSource,
        UITableViewDataSourcePrefetching, RowsDisplay
    {
        /// Makes a row's cell.
        public typealias CellProvider = (UITableView, IndexPath, ListRow<Element>) -> UITableViewCell

        /// The list.
        public var list: PagedList<Element> { presenter.list }
        /// Shows the list's changes; pause it while rows are dragged.
        public let presenter: ListPresenter<Element>
        /// How rows that come and go on screen are animated.
        public var rowAnimation = UITableView.RowAnimation.fade
        /// The end at which the table is at home; see ``ListEdge``.
        public let edge: ListEdge
        /// The distance from the list's end, in points, that still counts as at the end. Within it a table that is at home at the end follows
        /// new rows.
        public var endThreshold = CGFloat(ListFramesLimits.endThreshold)
        /// The height of the view at either end of the list, in points, while there may be more rows there; 0 for none.
        ///
        /// It uses the table's header and footer views, and is filled by ``configureEdge``.
        public var edgeHeight: CGFloat = 0 {
            didSet { if edgeHeight != oldValue { edgeObserver.tell() } }
        }
        /// Fills the view at an end of the list: a spinner, or a button that tries again by ``PagedList/loadMore(_:)``. Set it before
        /// ``edgeHeight``.
        public var configureEdge: (UITableViewHeaderFooterView, EdgeState, LoadDirection) -> Void = { _, _, _ in }
        lazy var edgeObserver = EdgeObserver(list) { [weak self] before, after in self?.fillEdges(before, after) }
        var aboveView: UITableViewHeaderFooterView?
        var belowView: UITableViewHeaderFooterView?
        weak var tableView: UITableView?
        /// Identifies this view, to ask the list for its reader's place.
        public let viewer: ViewerID
        private let provider: CellProvider
        private var demand: PrefetchDemand
        private var landing: Range<Int>?
        private var hasReloaded = true
        private var hasShown = false
        private var paths: SectionPaths
        private var observer: TableObserver?
        /// `true` while the table is changed: events from it are intermediate then.
        private var isChanging = false
        var separatorCell: ((UITableView, IndexPath, AnySeparator) -> UITableViewCell)?
        /// The free space above the rows of a short list, in a table that is at home at the end: a part of its inset.
        var slack: CGFloat = 0
        /// The content's offset at which the table is held at the list's end, until the reader or the app scrolls.
        var endGrip: CGFloat?
        /// The content's offset to which the table scrolls by itself, to be at the list's end.
        var endTarget: CGFloat?
        /// `true` while the table moves itself to the list's end: scroll events from that are not the reader's.
        var isKeepingEnd = false
        /// The covered part of the table, as of the last check.
        var bottomInset: CGFloat = 0

        /// Makes a table's data source, and sets it.
        ///
        /// - Parameters:
        ///   - tableView: the table; it is not kept alive.
        ///   - list: the list.
        ///   - edge: the end at which the table is at home: ``ListEdge/end`` for a conversation. A short list is then kept at the bottom by a
        ///     part of the table's `contentInset.top`.
        ///   - viewer: identifies this view; `nil` for a new identifier.
        ///   - cell: makes a row's cell; the row's item is `nil` for a placeholder.
        public init(
            _ tableView: UITableView, _ list: PagedList<Element>, edge: ListEdge = .start, viewer: ViewerID? = nil,
            cell: @escaping CellProvider
        ) {
            self.tableView = tableView
            self.edge = edge
            self.viewer = viewer ?? .ofNewView()
            provider = cell
            presenter = ListPresenter(list)
            demand = PrefetchDemand(pageSize: list.policy.pageSize)
            paths = SectionPaths(count: presenter.shown.count, sections: presenter.shownSections)
            super.init()
            tableView.dataSource = self
            tableView.prefetchDataSource = self
            presenter.display = self
            observer = TableObserver(tableView) { [weak self] in
                self?.didScroll()
            } onWindow: { [weak self] in
                self?.didEnterWindow()
            } onLayout: { [weak self] in
                self?.didLayOut()
            }
            let first = list.startingPosition
            list.viewport(first..<first + Self.firstRows, viewer: self.viewer)
        }

        private static var firstRows: Int { 20 }

        /// The index path of an item: of a row or a separator.
        func path(ofItem item: Int) -> IndexPath {
            let path = paths.path(of: item)
            return IndexPath(row: path.row, section: path.section)
        }

        /// The item at an index path.
        func item(at path: IndexPath) -> Int { paths.position(section: path.section, row: path.row) }

        // MARK: The reader's place

        /// The table was laid out. The data source observes that by itself.
        ///
        /// A table goes to its list's starting place. One that is at home at the end keeps a short list at its bottom, and the last row in place
        /// when the keyboard comes or goes.
        public func didLayOut() {
            guard !isChanging, let tableView, tableView.window != nil, !presenter.rows.isEmpty else { return }
            changing {
                begin(in: tableView)
                keepAboveInset(in: tableView)
                fillFromEnd(in: tableView)
                keepEnd(in: tableView)
            }
            didScroll()
        }

        /// The table is in a window, and its rows are about to be measured.
        private func didEnterWindow() {
            guard !isChanging, let tableView, !presenter.rows.isEmpty else { return }
            changing { keepWhileMeasuring(in: tableView, from: place(in: tableView, isLaidOut: false)) }
            didLayOut()
        }

        /// Changes the table, and ignores its events meanwhile.
        private func changing(_ change: () -> Void) {
            let wasChanging = isChanging
            isChanging = true
            change()
            isChanging = wasChanging
        }

        /// The table was scrolled. The data source observes that by itself.
        public func didScroll() {
            guard !isChanging, let tableView, tableView.window != nil, !hasReloaded else { return }
            presenter.goOn()
            keepEnd(in: tableView)
            let items = visibleRows
            guard !items.isEmpty else { return }
            // A fling that is over, or was stopped by a finger, has no landing.
            if tableView.isTracking || !tableView.isDecelerating || items == landing { landing = nil }
            tellViewport(items)
        }

        /// The finger lifts: call it from the delegate's `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`.
        ///
        /// - Parameter offset: the target content offset, at which scrolling will stop.
        public func willEndDragging(at offset: CGPoint) {
            guard let tableView else { return }
            let rect = CGRect(origin: offset, size: tableView.bounds.size)
            guard let rows = tableView.indexPathsForRows(in: rect), let first = rows.first, let last = rows.last else {
                return
            }
            landing = item(at: first)..<item(at: last) + 1
            demand.removeAll()
            tellDemand()
            tellViewport(visibleRows)
        }

        private func tellViewport(_ items: Range<Int>) {
            let shown = presenter.shown
            let rows = shown.rowsToTell(of: items)
            if !demand.remove(rows).isEmpty { tellDemand() }
            list.viewport(rows, landing: landing.map(shown.rowsToTell), viewer: viewer)
        }

        /// The table is gone: nothing is loaded for it any more.
        public func removeViewer() {
            list.removeViewer(viewer)
            list.removeViewer(.prefetch(of: viewer))
        }

        // MARK: RowsDisplay

        /// See ``RowsDisplay/isReadyForBatches``.
        public var isReadyForBatches: Bool { tableView?.window != nil && !hasReloaded }
        /// See ``RowsDisplay/batchesSections``.
        public var batchesSections: Bool { false }
        /// See ``RowsDisplay/hasUncommittedUpdates``.
        public var hasUncommittedUpdates: Bool { tableView?.hasUncommittedUpdates ?? false }

        /// The rows on screen, counted with the separators between them.
        public var visibleRows: Range<Int> {
            guard let visible = tableView?.indexPathsForVisibleRows, let first = visible.first, let last = visible.last
            else { return 0..<0 }
            return item(at: first)..<item(at: last) + 1
        }

        /// Shows an update as one batch; called by the ``presenter``.
        public func show(
            _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
            completion: @escaping @MainActor () -> Void
        ) {
            guard let tableView else { return completion() }
            isChanging = true
            demand.removeAll()
            landing = landing.map(update.positionMap.following)
            let sticks = sticksToEnd(in: tableView)
            let place = place(in: tableView)
            // Rows that come or go above the screen are not animated: the rows on screen stay.
            let isAbove =
                place.map { place in
                    update.newPosition(of: place.anchor.row).map {
                        plan.displaces(place.anchor.row, nowAt: $0)
                    } ?? true
                } ?? false
            let animation = isAbove ? .none : rowAnimation
            let (deletions, sources) = (plan.deletions.map(path), plan.moves.map { path(ofItem: $0.from) })
            let change = {
                tableView.performBatchUpdates {
                    advance()
                    self.follow()
                    tableView.deleteRows(at: deletions, with: animation)
                    tableView.insertRows(at: plan.insertions.map(self.path), with: animation)
                    for (source, move) in zip(sources, plan.moves) {
                        tableView.moveRow(at: source, to: self.path(ofItem: move.to))
                    }
                }
            }
            if isAbove {
                UIView.performWithoutAnimation {
                    change()
                    keep(place, across: update, in: tableView)
                }
            } else {
                change()
            }
            begin(in: tableView)
            fillFromEnd(in: tableView)
            if sticks { scrollToEnd(animated: true) }
            isChanging = false
            didScroll()
            // Not by UIKit's completion, which may come much later or never: batches may overlap.
            completion()
        }

        /// Shows all rows anew and keeps the first visible one in place; called by the ``presenter``.
        public func reload(_ update: ListUpdate, advance: @MainActor () -> Void) {
            guard let tableView else { return advance() }
            isChanging = true
            demand.removeAll()
            landing = landing.map(update.positionMap.following)
            let sticks = !hasReloaded && sticksToEnd(in: tableView)
            // Outside a window no layout follows a reload: several may come, and the place is carried along.
            let isUnknown = hasReloaded && (tableView.window != nil || !hasShown)
            let place = isUnknown ? nil : place(in: tableView)
            let selected = KeptRows((tableView.indexPathsForSelectedRows ?? []).map(item), in: presenter.shown)
            advance()
            follow()
            hasReloaded = true
            tableView.reloadData()
            if place != nil {
                layOut(tableView)
                keep(place, across: update, in: tableView)
            }
            begin(in: tableView)
            fillFromEnd(in: tableView)
            if sticks { scrollToEnd(animated: false) }
            for item in selected.items(in: presenter.shown) {
                tableView.selectRow(at: path(ofItem: item), animated: false, scrollPosition: .none)
            }
            isChanging = false
            didScroll()
        }

        /// Configures the cells of rows anew; called by the ``presenter``.
        public func reconfigure(_ rows: [Int], arrived: [Int]) {
            guard let tableView, !hasReloaded else { return }
            if !UIAccessibility.isReduceMotionEnabled {
                for row in arrived {
                    guard let cell = tableView.cellForRow(at: path(ofItem: row)) else { continue }
                    let fade = CATransition()
                    fade.type = .fade
                    fade.duration = 0.2
                    cell.contentView.layer.add(fade, forKey: "PagedTableDataSource.fade")
                }
            }
            // Rows that change their height are measured now, so that the table does not choose by itself which row stays.
            changing {
                let place = place(in: tableView)
                tableView.reconfigureRows(at: rows.map(path))
                keepWhileMeasuring(in: tableView, from: place)
            }
            didScroll()
        }

        /// Shows new sections; called by the ``presenter``.
        public func showSections() {}

        private func follow() {
            paths = SectionPaths(count: presenter.shown.count, sections: presenter.shownSections)
        }

        // MARK: UITableViewDataSource

        /// The number of sections that are shown.
        public func numberOfSections(in tableView: UITableView) -> Int { paths.sectionCount }

        /// The number of rows that a section shows.
        public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            paths.rowCount(ofSection: section)
        }

        /// Makes the cell of a row, or of a separator.
        public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            if hasReloaded, !isChanging {
                // Rows that come on screen with a reload are reported once all of them are there.
                list.ledger.turn { [weak self] in self?.didScroll() }
            }
            (hasReloaded, hasShown) = (false, true)
            let row: Int
            switch presenter.shown[item(at: indexPath)] {
            case .row(let position): row = position
            case .separator(let separator):
                if let cell = separatorCell?(tableView, indexPath, separator) { return cell }
                preconditionFailure("PagedTableDataSource: a separator without a cell")
            case .edge: preconditionFailure("PagedTableDataSource: its ends are no rows")
            }
            // Its row is wanted all the same: UIKit makes cells before they appear.
            return provider(tableView, indexPath, presenter.row(at: row))
        }

        /// A section's title.
        public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
            paths.title(ofSection: section)
        }

        /// All sections' titles.
        public func sectionIndexTitles(for tableView: UITableView) -> [String]? { paths.titles }

        /// The section that an index title leads to.
        public func tableView(
            _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
        ) -> Int { index }

        // MARK: UITableViewDataSourcePrefetching

        /// Asks for the pages of rows that the table will soon need.
        public func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            if landing != nil { return }
            if !demand.add(indexPaths.compactMap(row)).isEmpty { tellDemand() }
        }

        /// Gives up pages without a needed row.
        public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            if !demand.remove(indexPaths.compactMap(row)).isEmpty { tellDemand() }
        }

        private func row(at path: IndexPath) -> Int? { presenter.shown.row(at: item(at: path)) }

        private func tellDemand() {
            guard let rows = demand.rows?.clamped(to: 0..<presenter.rows.count), !rows.isEmpty else {
                return list.removeViewer(.prefetch(of: viewer))
            }
            list.viewport(rows, viewer: .prefetch(of: viewer))
        }
    }
#endif
