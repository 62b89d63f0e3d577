#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Observation
    public import Paging
    public import PagingCore
    public import UIKit

    /// A collection view of a list of any length: it loads the rows that the reader scrolls to, and always matches the list.
    ///
    /// ```swift
    /// let view = PagedCollectionView(list, rowHeight: 44) { cell, row in
    ///     var content = UIListContentConfiguration.cell()
    ///     content.text = row.item?.title ?? "…"
    ///     cell.contentConfiguration = content
    /// }
    /// ```
    ///
    /// It is its own data source. Set a `delegate` as for any collection view. Positions are the items of section 0, unless separators are shown
    /// between rows (``showSeparators(_:height:configure:)``).
    public final class PagedCollectionView<Element: Sendable>: UICollectionView, UICollectionViewDataSource,
        UICollectionViewDataSourcePrefetching, RowsDisplay
    {
        /// Makes a row's cell, by a registration of the app.
        public typealias CellProvider = (UICollectionView, IndexPath, ListRow<Element>) -> UICollectionViewCell

        /// The list.
        public var list: PagedList<Element> { presenter.list }
        /// Shows the list's changes; pause it while rows are dragged.
        public let presenter: ListPresenter<Element>
        /// The layout of the rows.
        public let listLayout: PagedListLayout
        /// Fills a section header, given the header and the section's title.
        public var configureHeader: (UICollectionViewListCell, String) -> Void = { view, title in
            var content = UIListContentConfiguration.plainHeader()
            content.text = title
            view.contentConfiguration = content
        }
        /// Fills the footer below the last row.
        public var configureFooter: (UICollectionViewListCell, FooterState) -> Void = { _, _ in }
        /// The height of the item at either end of the list, in points, while there may be more rows there; 0 for none.
        ///
        /// It is filled by `configureEdge`, below the last row in place of `configureFooter`.
        public var edgeHeight: CGFloat = 0 {
            didSet { if edgeHeight != oldValue { fillEdges() } }
        }
        /// Fills the item at an end of the list: a spinner, or a button that tries again by ``PagedList/loadMore(_:)``.
        public var configureEdge: (UICollectionViewListCell, EdgeState, LoadDirection) -> Void = { _, _, _ in }
        /// The announcements of loads by a screen reader.
        public var announcer = ListAnnouncer()
        /// Called with the reader's place whenever the rows on screen change.
        public var onScroll: ((RowAnchor) -> Void)?
        /// The place at which the view begins, once the list is long enough or known to be shorter. `nil` begins where the list does
        /// (``PagedList/startingPlace``).
        public var startingPlace: RowAnchor?
        /// The row of that place, if it is known by its identifier.
        var startingRow: AwaitedRow?
        /// Called with items of rows that are about to appear, to load ahead what their cells show: pictures, say.
        ///
        /// A row that is loaded later is reported when it loads. Rows that appear are not cancelled.
        public var onPrefetch: (([Element]) -> Void)?
        /// Called with items passed to `onPrefetch` whose rows are no longer about to appear.
        public var onCancelPrefetching: (([Element]) -> Void)?
        /// `true` if the app's provider uses cells of another registration for placeholders.
        ///
        /// Rows are then reloaded as they load. Otherwise they are configured again, for which UIKit only accepts the existing cell.
        public var hasPlaceholderCells = false
        /// The row that had VoiceOver's focus before a reload.
        var focused: KeptRows?
        /// Called after each layout.
        var onLayout: (() -> Void)?
        /// Identifies this view, to ask the list for its reader's place.
        public let viewer: ViewerID
        private let provider: CellProvider
        var separatorCell: ((IndexPath, AnySeparator) -> UICollectionViewCell)?
        private var demand: PrefetchDemand
        private var prefetched = PrefetchedItems<Element>()
        private var landing: Range<Int>?
        private var told: (rows: Range<Int>, landing: Range<Int>?)?
        private(set) var isLaidOut = false
        var registrations: [String: SupplementaryRegistration<UICollectionViewListCell>] = [:]

        /// Makes a view with the app's own cells.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - layout: the layout of the rows, with the end at which the view is at home (``PagedListLayout/edge``).
        ///   - viewer: identifies this view; `nil` for a new identifier.
        ///   - cell: makes a row's cell; the row's item is `nil` for a placeholder.
        public init(
            _ list: PagedList<Element>, layout: PagedListLayout, viewer: ViewerID? = nil, cell: @escaping CellProvider
        ) {
            presenter = ListPresenter(list)
            listLayout = layout
            self.viewer = viewer ?? .ofNewView()
            provider = cell
            demand = PrefetchDemand(pageSize: list.policy.pageSize)
            super.init(frame: .zero, collectionViewLayout: layout)
            // Before any request: since iOS 15, a registration made in a data source's call raises when a view is dequeued with it.
            registerSupplementaryViews()
            dataSource = self
            prefetchDataSource = self
            alwaysBounceVertical = true
            registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) { (view: PagedCollectionView, _) in
                view.listLayout.remeasure()
            }
            observeState()
            layout.onLanding = { [weak self] rows in self?.willLand(at: rows) }
            layout.reset(count: presenter.shown.count, sections: presenter.shownSections)
            presenter.display = self
        }

        /// Makes a view with list cells.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - edge: the end at which the view is at home: ``ListEdge/end`` for a conversation.
        ///   - rowHeight: each row's height in points, or a first guess of it.
        ///   - isSelfSizing: `true` if rows are as high as their content.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - footerHeight: the height of the footer below the last row, which ``configureFooter`` fills; 0 for none.
        ///   - configure: fills a cell; the row's item is `nil` for a placeholder.
        public convenience init(
            _ list: PagedList<Element>, edge: ListEdge = .start, rowHeight: CGFloat, isSelfSizing: Bool = true,
            headerHeight: CGFloat = 0, footerHeight: CGFloat = 0,
            configure: @escaping (UICollectionViewListCell, ListRow<Element>) -> Void
        ) {
            let registration = UICollectionView.CellRegistration<UICollectionViewListCell, ListRow<Element>> {
                cell, _, row in configure(cell, row)
            }
            let layout = PagedListLayout(
                rowHeight: rowHeight, isSelfSizing: isSelfSizing, headerHeight: headerHeight,
                footerHeight: footerHeight)
            layout.edge = edge
            self.init(list, layout: layout) { view, path, row in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: row)
            }
        }

        /// Makes a grid.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - edge: the end at which the view is at home.
        ///   - grid: the number of columns and the height of cells.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - footerHeight: the height of the footer below the last row, which ``configureFooter`` fills; 0 for none.
        ///   - configure: fills a cell; the row's item is `nil` for a placeholder.
        public convenience init(
            _ list: PagedList<Element>, edge: ListEdge = .start, grid: ListGrid, headerHeight: CGFloat = 0,
            footerHeight: CGFloat = 0, configure: @escaping (UICollectionViewCell, ListRow<Element>) -> Void
        ) {
            let registration = UICollectionView.CellRegistration<UICollectionViewCell, ListRow<Element>> {
                cell, _, row in configure(cell, row)
            }
            let layout = PagedListLayout(grid: grid, headerHeight: headerHeight, footerHeight: footerHeight)
            layout.edge = edge
            self.init(list, layout: layout) { view, path, row in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: row)
            }
        }

        /// A list's view is made in code.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        // MARK: The reader's place

        /// Lays out, and reports the rows on screen to the list.
        public override func layoutSubviews() {
            listLayout.followScroll()
            super.layoutSubviews()
            isLaidOut = bounds.height > 0
            guard isLaidOut else { return }
            // A fling that is over, or was stopped by a finger, has no landing.
            if isTracking || !isDecelerating { landing = nil }
            listLayout.settle()
            begin()
            listLayout.goOn()
            listLayout.returnInside()
            tellViewport()
            refocus()
            presenter.goOn()
            onLayout?()
        }

        /// Goes to the list's starting place, as soon as that is known.
        private func begin() {
            if let place = startingPlace {
                guard let place = presenter.beginning(at: place) else { return }
                startingPlace = nil
                presenter.endBeginning()
                listLayout.scroll(to: presenter.shown.anchor(of: place))
            } else if let beginning = presenter.takeBeginning(edge: listLayout.edge) {
                listLayout.begin(at: presenter.shown.item(of: beginning))
            }
            if isTracking { startingRow = nil }
            if let place = startingRow?.take(in: presenter, on: listLayout.visibleRows) {
                listLayout.scroll(to: presenter.shown.anchor(of: place))
            }
        }

        /// Keeps the row at the view's bottom in place when the keyboard comes or goes, in a view that is at home at the end.
        public override func adjustedContentInsetDidChange() {
            super.adjustedContentInsetDidChange()
            listLayout.followInsets()
        }

        /// Stops loading for the view while it is in no window.
        public override func didMoveToWindow() {
            super.didMoveToWindow()
            if window == nil { stopLooking() } else { setNeedsLayout() }
        }

        /// Nothing is loaded for the view until it is laid out in a window.
        func stopLooking() {
            told = nil
            list.removeViewer(viewer)
            list.removeViewer(.prefetch(of: viewer))
        }

        private func willLand(at rows: Range<Int>) {
            landing = rows
            // The rows where scrolling will stop are known now, so nothing is prefetched on the way there.
            forgetPrefetched()
            tellViewport()
        }

        private func tellViewport() {
            guard window != nil else { return }
            let (items, shown) = (listLayout.visibleRows, presenter.shown)
            if items == landing { landing = nil }
            if let told, told.rows == items, told.landing == landing { return }
            told = (items, landing)
            // Until the view has gone to its starting place, the reader has no place to report.
            if startingPlace == nil { onScroll?(shown.place(of: listLayout.frames)) }
            let rows = shown.rowsToTell(of: items)
            if !demand.remove(rows).isEmpty { tellDemand() }
            // For a list without rows, the place where the first ones will be is reported.
            list.viewport(
                rows.isEmpty ? firstRows : rows, landing: landing.map(shown.rowsToTell), viewer: viewer)
        }

        /// The rows to ask for before any is known.
        private var firstRows: Range<Int> {
            let first = startingPlace?.row ?? list.startingPosition
            return first..<first + 20
        }

        // MARK: RowsDisplay

        /// See ``RowsDisplay/isReadyForBatches``.
        public var isReadyForBatches: Bool { isLaidOut && window != nil }
        /// See ``RowsDisplay/batchesSections``.
        public var batchesSections: Bool { true }
        /// The rows on screen, in the positions that the view shows.
        public var visibleRows: Range<Int> {
            listLayout.followScroll()
            return listLayout.visibleRows
        }

        /// Shows an update as one batch; called by the ``presenter``.
        public func show(
            _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
            completion: @escaping @MainActor () -> Void
        ) {
            forgetPrefetched()
            told = nil
            listLayout.followScroll()
            listLayout.beginBatch(leaving: Set(plan.deletions + plan.moves.map(\.from)))
            performBatchUpdates {
                self.follow(update, advance)
                self.deleteItems(at: plan.deletions.map(Self.path))
                self.insertItems(at: plan.insertions.map(Self.path))
                for move in plan.moves { self.moveItem(at: Self.path(move.from), to: Self.path(move.to)) }
            }
            listLayout.endBatch()
            followPrefetched()
            // Not by UIKit's completion, which may come much later or never: batches may overlap.
            completion()
        }

        /// Shows all rows anew and keeps the first visible one in place; called by the ``presenter``.
        public func reload(_ update: ListUpdate, advance: @MainActor () -> Void) {
            forgetPrefetched()
            cancelPrefetched()
            told = nil
            let selected = KeptRows((indexPathsForSelectedItems ?? []).map(\.item), in: presenter.shown)
            focused = focusedItem.map { KeptRows([$0], in: presenter.shown) } ?? focused
            follow(update, advance)
            isLaidOut = false
            reloadData()
            listLayout.invalidateLayout()
            listLayout.moveToTarget()
            for item in selected.items(in: presenter.shown) {
                selectItem(at: Self.path(item), animated: false, scrollPosition: [])
            }
        }

        private func follow(_ update: ListUpdate, _ advance: @MainActor () -> Void) {
            listLayout.followScroll()
            let (frames, shown) = (listLayout.frames, presenter.shown)
            let anchor = frames.place { shown.row(at: $0) != nil }
            let place = PlaceAnchor(anchor, at: frames.placeEdge, in: shown)
            landing = landing.map(update.positionMap.following)
            advance()
            let height = place.hasRow(in: presenter.shown) ? frames.geometry.height(of: anchor.row) : nil
            listLayout.follow(
                update, sections: presenter.shownSections, keeping: place.place(in: presenter.shown, after: update),
                height: height, ends: presenter.ends, separators: presenter.shown.separatorItems(in: update.inserted))
        }

        /// Configures the cells of rows anew; called by the ``presenter``.
        public func reconfigure(_ rows: [Int], arrived: [Int]) {
            guard isLaidOut else { return }
            if !UIAccessibility.isReduceMotionEnabled {
                for row in arrived {
                    guard let cell = cellForItem(at: Self.path(row)) else { continue }
                    let fade = CATransition()
                    fade.type = .fade
                    fade.duration = 0.2
                    cell.contentView.layer.add(fade, forKey: "PagedCollectionView.fade")
                }
            }
            let reloaded = hasPlaceholderCells ? reloadCells(rows, arrived: arrived) : []
            reconfigureItems(at: rows.filter { !reloaded.contains($0) }.map(Self.path))
            if !arrived.isEmpty { followPrefetched() }
        }

        /// Shows new sections; called by the ``presenter``.
        public func showSections() {
            guard isLaidOut else { return }
            listLayout.follow(presenter.shownSections)
            fillHeaders()
        }

        static func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

        // MARK: UICollectionViewDataSource

        /// The number of sections that are shown.
        public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }

        /// The number of rows that are shown.
        public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            presenter.shown.count
        }

        /// Makes the cell of a row, or of a separator.
        public func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let row: Int
            switch presenter.shown[indexPath.item] {
            case .row(let position): row = position
            case .separator(let separator):
                if let cell = separatorCell?(indexPath, separator) { return cell }
                preconditionFailure("PagedCollectionView: a separator without a cell")
            case .edge: preconditionFailure("PagedCollectionView: its ends are no items")
            }
            // Its row is wanted all the same: UIKit makes cells long before they appear.
            let shown = presenter.row(at: row)
            prefetched.show(shown.id)
            return provider(collectionView, indexPath, shown)
        }

        /// Makes a header or the footer.
        public func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
        ) -> UICollectionReusableView {
            guard let registration = registrations[kind] else {
                preconditionFailure("PagedCollectionView: no view of kind \(kind)")
            }
            return dequeueConfiguredReusableSupplementary(using: registration, for: indexPath)
        }

        func title(at row: Int) -> String? {
            let paths = SectionPaths(count: presenter.shown.count, sections: presenter.shownSections)
            return row < presenter.shown.count ? paths.title(ofSection: paths.path(of: row).section) : nil
        }

        /// The titles of all sections, if there are headers.
        public func indexTitles(for collectionView: UICollectionView) -> [String]? {
            listLayout.headerHeight > 0 ? presenter.sections?.map(\.title) : nil
        }

        /// The row that an index title leads to.
        public func collectionView(
            _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
        ) -> IndexPath {
            Self.path(max(0, min(item(ofIndexTitle: title, at: index), presenter.shown.count - 1)))
        }

        /// UIKit keeps the titles it asked for, and sections may have come and gone since.
        private func item(ofIndexTitle title: String, at index: Int) -> Int {
            guard let sections = presenter.shownSections, !sections.isEmpty else { return 0 }
            let nearest = max(0, min(index, sections.count - 1))
            if sections[nearest].title == title { return sections[nearest].rows.lowerBound }
            return (sections.first { $0.title == title } ?? sections[nearest]).rows.lowerBound
        }

        // MARK: UICollectionViewDataSourcePrefetching

        /// Asks for the pages of rows that the view will soon need.
        public func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            let rows = indexPaths.compactMap(row)
            if let onPrefetch {
                let items = prefetched.add(rows, of: presenter.rows)
                if !items.isEmpty { onPrefetch(items) }
            }
            if landing != nil { return }
            if !demand.add(rows).isEmpty { tellDemand() }
        }

        /// Gives up pages without a needed row.
        public func collectionView(
            _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
        ) {
            let rows = indexPaths.compactMap(row)
            let items = prefetched.cancel(rows.map { presenter.rows.slotID(at: $0) })
            if !items.isEmpty { onCancelPrefetching?(items) }
            if !demand.remove(rows).isEmpty { tellDemand() }
        }

        private func row(at path: IndexPath) -> Int? { presenter.shown.row(at: path.item) }

        private func tellDemand() {
            guard let rows = demand.rows?.clamped(to: 0..<presenter.rows.count), !rows.isEmpty else {
                return list.removeViewer(.prefetch(of: viewer))
            }
            list.viewport(rows, viewer: .prefetch(of: viewer))
        }

        private func forgetPrefetched() {
            if demand.rows == nil { return }
            demand.removeAll()
            tellDemand()
        }

        /// Rows arrived, loaded or were removed for which the app prefetches.
        private func followPrefetched() {
            let (arrived, gone) = prefetched.follow(presenter.rows)
            if !gone.isEmpty { onCancelPrefetching?(gone) }
            if !arrived.isEmpty { onPrefetch?(arrived) }
        }

        /// UIKit forgets its prefetch requests.
        private func cancelPrefetched() {
            let items = prefetched.removeAll()
            if !items.isEmpty { onCancelPrefetching?(items) }
        }
    }
#endif
