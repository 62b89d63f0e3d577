#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    internal import Paging
    public import PagingCore

    /// A layout of rows below one another, or of cells in a grid, for lists of any length. It stores nothing for each item.
    ///
    /// Attributes are made for the requested rect; `prepare()` is O(1). Headers stick to the top, and the first visible row keeps its place when
    /// rows are inserted or removed above it. A list taller than 2²² points is shown in a content of bounded height: small moves are exact, and
    /// so are both ends.
    open class PagedListLayout: NSCollectionViewLayout {
        /// The kind of the view above the first row, which is shown while there are more rows.
        public static let elementKindAbove = "PagedListAbove"

        /// The frames of the items.
        private(set) var frames: ListFrames
        /// The content's offset after a batch, chosen so that the first visible row stays.
        private var target: CGFloat?
        /// `true` while the content comes back from beyond an end, and is not to be moved.
        var isBouncing: () -> Bool = { false }
        private var isInPass = false
        private var needsPass = false

        /// Makes a layout of rows below one another.
        ///
        /// - Parameters:
        ///   - rowHeight: each row's height in points.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        public init(rowHeight: CGFloat, headerHeight: CGFloat = 0) {
            frames = ListFrames(
                rowHeight: Double(rowHeight), isSelfSizing: false, headerHeight: Double(headerHeight), footerHeight: 0)
            super.init()
        }

        /// Makes a layout of cells in a grid. Sections that have headers begin a new line.
        ///
        /// - Parameters:
        ///   - grid: the number of columns and the height of cells.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        public init(grid: ListGrid, headerHeight: CGFloat = 0) {
            frames = ListFrames(grid: grid, headerHeight: Double(headerHeight), footerHeight: 0)
            super.init()
        }

        /// A list's layout is made in code.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        /// The positions of lines, in points from the list's top. Without a grid each row is a line.
        package var geometry: RowGeometry { frames.geometry }
        /// The height of section headers; 0 for none.
        public var headerHeight: CGFloat { CGFloat(frames.headerHeight) }
        /// The end at which the view is at home; see ``ListEdge``. Set it before the layout is used.
        public var edge: ListEdge {
            get { frames.edge }
            set { frames.edge = newValue }
        }
        /// The distance from the list's end, in points, that still counts as at the end; used if the view is at home there.
        public var endThreshold: CGFloat {
            get { CGFloat(frames.endThreshold) }
            set { frames.endThreshold = Double(newValue) }
        }
        /// The rows that are at least partly on screen, counted with the separators between them.
        public var visibleRows: Range<Int> { frames.visibleItems }
        /// The first visible row, and how far below its top the screen begins, counted with the separators between rows. To keep a reader's
        /// place, use the one passed to the view's `onScroll`.
        public var anchor: RowAnchor { frames.anchor }

        /// Puts the list at a place, without scrolling there.
        public func scroll(to anchor: RowAnchor) { put { $0.move(to: anchor) } }

        /// Puts the list at the place where a view begins.
        func begin(at beginning: ViewBeginning) {
            put { frames in
                switch beginning {
                case .row(let row): frames.moveToTop(row)
                case .end: frames.moveToEnd()
                }
            }
        }

        private func put(_ move: (inout ListFrames) -> Double) {
            guard collectionView != nil, frames.count > 0 else { return }
            target = CGFloat(move(&frames))
            invalidateLayout()
            layOut()
            moveToTarget()
        }

        // MARK: Passes

        /// Runs the view's layout, and again as long as it requests another one.
        func pass(_ layOut: () -> Void) {
            isInPass = true
            defer { isInPass = false }
            var rounds = 0
            repeat {
                needsPass = false
                layOut()
                rounds += 1
            } while needsPass && rounds < ListFramesLimits.rounds
        }

        /// Lays out now, or at the end of a running layout: AppKit forbids a layout in a layout.
        func layOut() {
            if isInPass { needsPass = true } else { collectionView?.layoutSubtreeIfNeeded() }
        }

        // MARK: The list

        /// Replaces all rows with unrelated ones.
        func reset(count: Int, sections: ListSections?) {
            frames.reset(count: count, sections: sections)
            invalidateLayout()
        }

        /// The height of separators in a list, or a first guess of it; `nil` for the height of rows.
        func setSeparatorHeight(_ height: CGFloat?) { frames.separatorHeight = height.map { Double($0) } }

        /// Follows an update of the rows, inside the block of updates or before a reload. The ``ListFrames/place`` stays.
        ///
        /// - Parameters:
        ///   - place: the ``ListFrames/place`` after the update.
        ///   - ends: the ends of the list that were known before the update.
        ///   - separators: inserted items that are separators.
        func follow(
            _ update: ListUpdate, sections: ListSections?, keeping place: RowAnchor, ends: KnownEnds,
            separators: PositionSet
        ) {
            target = frames.follow(
                update, sections: sections, keeping: place, ends: ends, separators: separators
            ).map { CGFloat($0) }
        }

        /// The list's sections changed, but not its rows. The first visible row stays.
        func follow(_ sections: ListSections?) {
            if frames.follow(sections) != 0 { target = CGFloat(frames.scale.offset) }
            invalidateLayout()
        }

        /// The room above the first row or below the last changed. The rows on screen stay.
        func setRoom(above: CGFloat, footer: CGFloat) {
            if frames.aboveHeight == Double(above), frames.footerHeight == Double(footer) { return }
            if frames.setRoom(above: Double(above), footer: Double(footer)) != 0 {
                target = CGFloat(frames.scale.offset)
            }
            invalidateLayout()
        }

        /// The scroll view shows another part of the content, or its size changed.
        ///
        /// - Returns: `true` if the layout changed.
        func follow(_ bounds: NSRect) -> Bool {
            let isResized = !frames.hasSize(Double(bounds.width), Double(bounds.height), insets: insets)
            if isResized, resize(to: bounds.size) != 0 { target = CGFloat(frames.scale.offset) }
            // While a move of the content is pending, the offset shown for now is not the reader's doing.
            let isElsewhere = target == nil && Double(bounds.minY) != frames.scale.offset
            if isElsewhere, let offset = frames.scrolled(to: Double(bounds.minY)) { target = CGFloat(offset) }
            let isOther = isResized || target != nil && !isBouncing() || isElsewhere && headerHeight > 0
            if isOther { invalidateLayout() }
            return isOther
        }

        /// Puts the content at the offset that a batch, a resize or a correction chose, once the content is high enough.
        func moveToTarget() {
            // Only once the content is high enough for that, and has come back from beyond an end.
            guard !needsPass, !isBouncing(), let target, let collectionView,
                let clip = collectionView.enclosingScrollView?.contentView
            else {
                return
            }
            self.target = nil
            if clip.bounds.minY == target { return }
            collectionView.scroll(NSPoint(x: clip.bounds.minX, y: target))
            collectionView.enclosingScrollView?.reflectScrolledClipView(clip)
        }

        // MARK: NSCollectionViewLayout

        open override func prepare() {
            guard let collectionView else { return }
            frames.isRightToLeft = collectionView.userInterfaceLayoutDirection == .rightToLeft
            let size = collectionView.visibleSize
            if !frames.hasSize(Double(size.width), Double(size.height), insets: insets), resize(to: size) != 0 {
                target = CGFloat(frames.scale.offset)
            }
            frames.fit()
        }

        private func resize(to size: NSSize) -> Double {
            frames.resize(width: Double(size.width), height: Double(size.height), insets: insets)
        }

        /// The part of the scroll view that bars cover.
        private var insets: ListInsets {
            guard let insets = collectionView?.enclosingScrollView?.contentInsets else { return ListInsets() }
            return ListInsets(top: Double(insets.top), bottom: Double(insets.bottom))
        }

        open override var collectionViewContentSize: NSSize { frames.contentSize }

        open override func layoutAttributesForElements(in rect: NSRect) -> [NSCollectionViewLayoutAttributes] {
            let rows = frames.items(in: rect)
            var attributes: [NSCollectionViewLayoutAttributes] = []
            attributes.reserveCapacity(rows.count + 2)
            for row in rows { attributes.append(self.attributes(ofRow: row)) }
            for row in frames.headers(of: rows) { if let header = header(row) { attributes.append(header) } }
            for edge in [above(), footer()] {
                if let edge, edge.frame.maxY > rect.minY, edge.frame.minY < rect.maxY { attributes.append(edge) }
            }
            return attributes
        }

        private func attributes(ofRow row: Int) -> NSCollectionViewLayoutAttributes {
            let attributes = NSCollectionViewLayoutAttributes(forItemWith: IndexPath(item: row, section: 0))
            attributes.frame = frames.frame(of: row)
            return attributes
        }

        private func header(_ row: Int) -> NSCollectionViewLayoutAttributes? {
            guard let frame = frames.headerFrame(of: row) else { return nil }
            let attributes = NSCollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: NSCollectionView.elementKindSectionHeader,
                with: IndexPath(item: row, section: 0))
            (attributes.frame, attributes.zIndex) = (frame, 1)
            return attributes
        }

        private func above() -> NSCollectionViewLayoutAttributes? {
            frames.aboveFrame.map { edge(Self.elementKindAbove, $0) }
        }

        private func footer() -> NSCollectionViewLayoutAttributes? {
            frames.footerFrame.map { edge(NSCollectionView.elementKindSectionFooter, $0) }
        }

        private func edge(_ kind: String, _ frame: CGRect) -> NSCollectionViewLayoutAttributes {
            let attributes = NSCollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: kind, with: IndexPath(item: 0, section: 0))
            attributes.frame = frame
            return attributes
        }

        open override func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? {
            (0..<frames.count).contains(indexPath.item) ? attributes(ofRow: indexPath.item) : nil
        }

        open override func layoutAttributesForSupplementaryView(
            ofKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
        ) -> NSCollectionViewLayoutAttributes? {
            switch elementKind {
            case NSCollectionView.elementKindSectionHeader: header(indexPath.item)
            case NSCollectionView.elementKindSectionFooter: footer()
            case Self.elementKindAbove: above()
            default: nil
            }
        }

        open override func targetContentOffset(forProposedContentOffset proposedContentOffset: NSPoint) -> NSPoint {
            NSPoint(x: proposedContentOffset.x, y: target ?? proposedContentOffset.y)
        }
    }

    extension NSView {
        /// The size of a scroll view's visible part.
        var visibleSize: NSSize { enclosingScrollView?.contentView.bounds.size ?? bounds.size }
    }
#endif
