#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    public import PagingCore

    /// A collection view of a list of any length: it loads the rows that the reader scrolls to, and always matches the list.
    ///
    /// ```swift
    /// final class TitleItem: NSCollectionViewItem {
    ///     let label = NSTextField(labelWithString: "")
    ///     override func loadView() { view = label }
    /// }
    ///
    /// let layout = PagedListLayout(rowHeight: 24)
    /// scrollView.documentView = PagedCollectionView(list, layout: layout, item: TitleItem.self) { item, row in
    ///     item.label.stringValue = row.item?.title ?? "…"
    /// }
    /// ```
    ///
    /// It is its own data source and belongs into a scroll view. Set a `delegate` as for any collection view. Positions are the items of section
    /// 0, unless separators are shown between rows (``showSeparators(_:height:item:configure:)``). The layout sets the height of cells, and
    /// changes are not animated.
    public final class PagedCollectionView<Element: Sendable>: NSCollectionView, NSCollectionViewDataSource, RowsDisplay
    {
        /// The list.
        public var list: PagedList<Element> { presenter.list }
        /// Shows the list's changes; pause it while rows are dragged.
        public let presenter: ListPresenter<Element>
        /// The layout of the rows.
        public let listLayout: PagedListLayout
        /// Fills a section header, given the header and the section's title.
        public var configureHeader: (NSTextField, String) -> Void = { $0.stringValue = $1 }
        /// The height of the item at either end of the list, in points, while there may be more rows there; 0 for none.
        ///
        /// It is filled by `configureEdge`.
        public var edgeHeight: CGFloat = 0 {
            didSet { if edgeHeight != oldValue { edgeObserver.tell() } }
        }
        /// Fills the item at an end of the list: a text, or a button that tries again by ``PagedList/loadMore(_:)``. Set it before `edgeHeight`.
        public var configureEdge: (NSTextField, EdgeState, LoadDirection) -> Void = { _, _, _ in }
        lazy var edgeObserver = EdgeObserver(list) { [weak self] before, after in self?.fillEdges(before, after) }
        /// Called with the reader's place whenever the rows on screen change.
        public var onScroll: ((RowAnchor) -> Void)?
        /// The place at which the view begins, once the list is long enough or known to be shorter. `nil` begins where the list does
        /// (``PagedList/startingPlace``).
        public var startingPlace: RowAnchor?
        /// The row of that place, if it is known by its identifier.
        var startingRow: AwaitedRow?
        /// Called after each layout, and when items were filled again.
        var onLayout: (() -> Void)?
        /// Identifies this view, to ask the list for its reader's place.
        public let viewer: ViewerID
        private let configure: (NSCollectionViewItem, ListRow<Element>) -> Void
        var configureSeparator: (NSCollectionViewItem, AnySeparator) -> Void = { _, _ in }
        private var scrolling: ScrollObserver?
        private var told: Range<Int>?
        private var isLaidOut = false

        static var identifier: NSUserInterfaceItemIdentifier {
            NSUserInterfaceItemIdentifier("PagedCollectionView")
        }
        static var separatorIdentifier: NSUserInterfaceItemIdentifier {
            NSUserInterfaceItemIdentifier("PagedCollectionView.separator")
        }

        /// Makes a view.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - layout: the layout of the rows, with the end at which the view is at home (``PagedListLayout/edge``).
        ///   - viewer: identifies this view; `nil` for a new identifier.
        ///   - item: the class of items; it makes its view in `loadView()`.
        ///   - configure: fills a new or reused item; the row's item is `nil` for a placeholder.
        public init<Item: NSCollectionViewItem>(
            _ list: PagedList<Element>, layout: PagedListLayout, viewer: ViewerID? = nil, item: Item.Type,
            configure: @escaping (Item, ListRow<Element>) -> Void
        ) {
            presenter = ListPresenter(list)
            listLayout = layout
            self.viewer = viewer ?? .ofNewView()
            self.configure = { made, row in if let made = made as? Item { configure(made, row) } }
            super.init(frame: .zero)
            // First: on some releases a layout that is set later drops the classes registered before it.
            collectionViewLayout = layout
            register(item, forItemWithIdentifier: Self.identifier)
            register(
                PagedHeaderField.self, forSupplementaryViewOfKind: Self.elementKindSectionHeader,
                withIdentifier: Self.identifier)
            for kind in [PagedListLayout.elementKindAbove, Self.elementKindSectionFooter] {
                register(PagedHeaderField.self, forSupplementaryViewOfKind: kind, withIdentifier: Self.identifier)
            }
            dataSource = self
            layout.reset(count: presenter.shown.count, sections: presenter.shownSections)
            layout.isBouncing = { [weak self] in self?.hasUncommittedUpdates ?? false }
            presenter.display = self
        }

        /// A list's view is made in code.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        // MARK: Where the reader is

        /// Follows the scroll view that the view is in.
        public override func viewDidMoveToSuperview() {
            super.viewDidMoveToSuperview()
            scrolling = enclosingScrollView.map { scrollView in
                ScrollObserver(scrollView.contentView) { [weak self] in self?.didScroll() }
            }
        }

        /// Stops loading for the view while it is in no window.
        public override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            if window == nil { stopLooking() } else { needsLayout = true }
        }

        /// Nothing is loaded for the view until it is laid out in a window.
        func stopLooking() {
            scrolling?.endMove()
            told = nil
            list.removeViewer(viewer)
        }

        /// Lays out, and reports the rows on screen to the list.
        public override func layout() {
            if let clip = enclosingScrollView?.contentView { _ = listLayout.follow(clip.bounds) }
            listLayout.pass {
                super.layout()
                isLaidOut = visibleSize.height > 0
                guard isLaidOut else { return }
                listLayout.moveToTarget()
                begin()
                tellViewport()
                onLayout?()
            }
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
            if let place = startingRow?.take(in: presenter, on: listLayout.visibleRows) {
                listLayout.scroll(to: presenter.shown.anchor(of: place))
            }
        }

        private func didScroll() {
            guard let clip = enclosingScrollView?.contentView else { return }
            if listLayout.follow(clip.bounds) { listLayout.layOut() }
            if isLaidOut { tellViewport() }
            presenter.goOn()
        }

        private func tellViewport() {
            guard window != nil else { return }
            let (items, shown) = (listLayout.visibleRows, presenter.shown)
            if items == told { return }
            told = items
            // Until the view has gone to its starting place, the reader has no place to report.
            if startingPlace == nil { onScroll?(shown.place(of: listLayout.frames)) }
            let rows = shown.rowsToTell(of: items)
            // For a list without rows, the place where the first ones will be is reported.
            list.viewport(rows.isEmpty ? firstRows : rows, viewer: viewer)
        }

        /// The rows to ask for before any is known.
        private var firstRows: Range<Int> {
            let first = startingPlace?.row ?? list.startingPosition
            return first..<first + 40
        }

        // MARK: RowsDisplay

        /// See ``RowsDisplay/isReadyForBatches``.
        public var isReadyForBatches: Bool { isLaidOut && window != nil }
        /// See ``RowsDisplay/batchesSections``.
        public var batchesSections: Bool { true }
        /// `true` while the content bounces at an end: changes wait until it is back.
        public var hasUncommittedUpdates: Bool { scrolling?.isBouncing ?? false }
        /// The rows on screen, in the positions that the view shows.
        public var visibleRows: Range<Int> { listLayout.visibleRows }

        /// Shows an update as one batch; called by the ``presenter``.
        public func show(
            _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
            completion: @escaping @MainActor () -> Void
        ) {
            told = nil
            performBatchUpdates {
                self.follow(update, advance)
                self.deleteItems(at: Set(plan.deletions.map(Self.path)))
                self.insertItems(at: Set(plan.insertions.map(Self.path)))
                for move in plan.moves { self.moveItem(at: Self.path(move.from), to: Self.path(move.to)) }
            }
            listLayout.layOut()
            listLayout.moveToTarget()
            // Not by AppKit's completion, which may come much later or never: batches may overlap.
            completion()
        }

        /// Shows all rows anew and keeps the first visible one in place; called by the ``presenter``.
        public func reload(_ update: ListUpdate, advance: @MainActor () -> Void) {
            told = nil
            let selected = KeptRows(selectionIndexPaths.map(\.item), in: presenter.shown)
            follow(update, advance)
            isLaidOut = false
            reloadData()
            listLayout.invalidateLayout()
            selectionIndexPaths = Set(selected.items(in: presenter.shown).map(Self.path))
        }

        private func follow(_ update: ListUpdate, _ advance: @MainActor () -> Void) {
            let (frames, shown) = (listLayout.frames, presenter.shown)
            let anchor = frames.place { shown.row(at: $0) != nil }
            let place = PlaceAnchor(anchor, at: frames.placeEdge, in: shown)
            advance()
            listLayout.follow(
                update, sections: presenter.shownSections, keeping: place.place(in: presenter.shown, after: update),
                ends: presenter.ends, separators: presenter.shown.separatorItems(in: update.inserted))
        }

        /// Configures the items of rows anew; called by the ``presenter``.
        public func reconfigure(_ rows: [Int], arrived: [Int]) {
            guard isLaidOut else { return }
            for row in rows {
                if let item = item(at: Self.path(row)), let row = presenter.shown.row(at: row) {
                    configure(item, presenter.row(at: row))
                }
            }
            onLayout?()
        }

        /// Shows new sections; called by the ``presenter``.
        public func showSections() {
            guard isLaidOut else { return }
            listLayout.follow(presenter.shownSections)
            listLayout.layOut()
            fillHeaders()
        }

        /// Headers that stay on screen may belong to other sections now.
        private func fillHeaders() {
            for path in indexPathsForVisibleSupplementaryElements(ofKind: Self.elementKindSectionHeader) {
                let header = supplementaryView(forElementKind: Self.elementKindSectionHeader, at: path)
                if let header = header as? NSTextField, let title = title(at: path.item) {
                    configureHeader(header, title)
                }
            }
        }

        /// Fills all existing items again, since the app's closures depend on more than the rows.
        func refill() {
            guard isLaidOut else { return }
            let near = visibleRows.lowerBound - BatchPlan.reach..<visibleRows.upperBound + BatchPlan.reach
            for item in near.clamped(to: 0..<presenter.shown.count) {
                guard let shown = self.item(at: Self.path(item)) else { continue }
                switch presenter.shown[item] {
                case .row(let row): configure(shown, presenter.row(at: row))
                case .separator(let separator): configureSeparator(shown, separator)
                case .edge: break
                }
            }
            fillHeaders()
            if edgeHeight > 0 { edgeObserver.tell() }
        }

        static func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

        private func title(at row: Int) -> String? {
            let paths = SectionPaths(count: presenter.shown.count, sections: presenter.shownSections)
            return row < presenter.shown.count ? paths.title(ofSection: paths.path(of: row).section) : nil
        }

        // MARK: NSCollectionViewDataSource

        /// The number of sections that are shown.
        public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }

        /// The number of rows that are shown.
        public func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
            presenter.shown.count
        }

        /// Makes the item of a row, or of a separator.
        public func collectionView(
            _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
        ) -> NSCollectionViewItem {
            switch presenter.shown[indexPath.item] {
            case .row(let row):
                let item = makeItem(withIdentifier: Self.identifier, for: indexPath)
                configure(item, presenter.row(at: row))
                return item
            case .separator(let separator):
                let item = makeItem(withIdentifier: Self.separatorIdentifier, for: indexPath)
                configureSeparator(item, separator)
                return item
            case .edge: preconditionFailure("PagedCollectionView: its ends are no items")
            }
        }

        /// Makes a header.
        public func collectionView(
            _ collectionView: NSCollectionView,
            viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
        ) -> NSView {
            let view = makeSupplementaryView(ofKind: kind, withIdentifier: Self.identifier, for: indexPath)
            if kind != Self.elementKindSectionHeader {
                let direction: LoadDirection = kind == PagedListLayout.elementKindAbove ? .before : .after
                if let edge = view as? PagedHeaderField {
                    (edge.isEditable, edge.isBezeled) = (false, false)
                    configureEdge(edge, EdgeState(list, direction), direction)
                }
                return view
            }
            if let header = view as? PagedHeaderField, let title = title(at: indexPath.item) {
                header.beHeader()
                configureHeader(header, title)
            }
            return view
        }
    }

    /// A section's header: text that hides the rows that scroll below it.
    final class PagedHeaderField: NSTextField, NSCollectionViewElement {
        func beHeader() {
            (isEditable, isBezeled) = (false, false)
            drawsBackground = true
            backgroundColor = .windowBackgroundColor
        }
    }
#endif
