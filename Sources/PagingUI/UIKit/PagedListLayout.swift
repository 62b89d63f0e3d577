#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Paging
    public import PagingCore
    public import UIKit

    /// A layout of rows below one another, or of cells in a grid, for lists of any length. It stores measured heights, but nothing for other
    /// rows.
    ///
    /// Attributes are made for the requested rect; `prepare()` is O(1). Rows are self-sizing, headers stick to the top, and the first visible
    /// row keeps its place when rows are inserted, removed or measured above it. A list taller than 2²² points is shown in a content of bounded
    /// height: small moves are exact, and so are both ends.
    open class PagedListLayout: UICollectionViewLayout {
        /// The kind of the view above the first row, which is shown while there are more rows.
        public static let elementKindAbove = "PagedListAbove"

        /// The frames of the items.
        private(set) var frames: ListFrames
        /// Called with the rows where scrolling will come to rest, when a finger lifts.
        var onLanding: ((Range<Int>) -> Void)?
        /// `true` if an item is a separator between rows.
        var isSeparator: (Int) -> Bool = { _ in false }
        /// The content's offset after a batch, chosen so that the first visible row stays.
        private var target: CGFloat?
        /// The place to which the view scrolls by itself, and the content's offset there as it was computed.
        var destination: (place: ViewBeginning, offset: CGFloat)?
        /// The last item that UIKit asked for to which only a long move leads, in a list taller than its content.
        private var far: ListFrames.FarItem?
        /// The batch that is under way.
        var batch: LayoutBatch?

        /// Makes a layout of rows below one another.
        ///
        /// - Parameters:
        ///   - rowHeight: each row's height in points, or a first guess of it.
        ///   - isSelfSizing: `true` if rows are as high as their cells want to be.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - footerHeight: the height of the footer in points; 0 for none.
        public init(
            rowHeight: CGFloat, isSelfSizing: Bool = true, headerHeight: CGFloat = 0, footerHeight: CGFloat = 0
        ) {
            frames = ListFrames(
                rowHeight: Double(rowHeight), isSelfSizing: isSelfSizing, headerHeight: Double(headerHeight),
                footerHeight: Double(footerHeight))
            super.init()
        }

        /// Makes a layout of cells in a grid. Sections that have headers begin a new line.
        ///
        /// - Parameters:
        ///   - grid: the number of columns and the height of cells.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - footerHeight: the height of the footer in points; 0 for none.
        public init(grid: ListGrid, headerHeight: CGFloat = 0, footerHeight: CGFloat = 0) {
            frames = ListFrames(grid: grid, headerHeight: Double(headerHeight), footerHeight: Double(footerHeight))
            super.init()
        }

        /// A list's layout is made in code.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        /// The positions of lines, in points from the list's top. Without a grid each row is a line.
        package var geometry: RowGeometry { frames.geometry }
        /// The height of section headers; 0 for none.
        public var headerHeight: CGFloat { CGFloat(frames.headerHeight) }
        /// The height of the footer below the last row; 0 for none.
        public var footerHeight: CGFloat { CGFloat(frames.footerHeight) }
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

        /// The content offset that shows a row at the top, or as near as the list's end allows.
        public func contentOffset(ofRow row: Int) -> CGPoint {
            CGPoint(x: 0, y: frames.offset(of: RowAnchor(row: row, offset: 0)))
        }

        /// Puts the list at a place, without scrolling there.
        public func scroll(to anchor: RowAnchor) {
            guard let collectionView, frames.count > 0 else { return }
            setOffset(put { $0.move(to: anchor) }, of: collectionView)
        }

        /// Moves the frames, and has UIKit drop its own if they changed.
        private func put<Result>(_ move: (inout ListFrames) -> Result) -> Result {
            let shift = frames.scale.shift
            let result = move(&frames)
            if frames.scale.shift != shift { invalidateLayout() }
            return result
        }

        /// Puts the list at a position, and returns the content's offset there.
        func move(to position: Double) -> CGFloat {
            put { $0.place(at: position) }
            return CGFloat(frames.scale.offset)
        }

        /// Puts the list at the place where a view begins.
        func begin(at beginning: ViewBeginning) {
            guard let collectionView, frames.count > 0 else { return }
            let offset = put { frames in
                switch beginning {
                case .row(let row): frames.moveToTop(row)
                case .end: frames.moveToEnd()
                }
            }
            setOffset(offset, of: collectionView)
        }

        // MARK: The list

        /// Replaces all rows with unrelated ones.
        func reset(count: Int, sections: ListSections?) {
            far = nil
            frames.reset(count: count, sections: sections)
            invalidateLayout()
        }

        /// The height of separators in a list, or a first guess of it; `nil` for the height of rows.
        func setSeparatorHeight(_ height: CGFloat?) { frames.separatorHeight = height.map { Double($0) } }

        /// Follows an update of the rows, inside the block of updates or before a reload. The ``ListFrames/place`` stays.
        ///
        /// - Parameters:
        ///   - place: the ``ListFrames/place`` after the update.
        ///   - height: the height of its item before the update, or `nil` if it is another item.
        ///   - ends: the ends of the list that were known before the update.
        ///   - separators: inserted items that are separators.
        func follow(
            _ update: ListUpdate, sections: ListSections?, keeping place: RowAnchor, height: Double?, ends: KnownEnds,
            separators: PositionSet
        ) {
            let view = collectionView
            far = nil
            if case .row = destination?.place, !update.isInPlace { destination = nil }
            let isLeaving = view.map { $0.isTracking || $0.isDecelerating && frames.movesUp } ?? false
            target = frames.follow(
                update, sections: sections, keeping: place, height: height, ends: ends, separators: separators,
                isLeaving: isLeaving
            ).map { CGFloat($0) }
        }

        /// The cells on screen have the heights they asked for.
        func settle() { frames.settle() }

        /// Another part of the view is covered.
        func followInsets() {
            guard let collectionView, !frames.hasSize(of: collectionView) else { return }
            invalidateLayout(with: context(moving: frames.resize(to: collectionView)))
        }

        /// The list's sections changed, but not its rows. The first visible row stays.
        func follow(_ sections: ListSections?) {
            followScroll()
            let distance = frames.follow(sections)
            invalidateLayout(with: context(moving: distance))
        }

        /// The room above the first row or below the last changed. The rows on screen stay.
        func setRoom(above: CGFloat, footer: CGFloat) {
            if frames.aboveHeight == Double(above), frames.footerHeight == Double(footer) { return }
            followScroll()
            let distance = frames.setRoom(above: Double(above), footer: Double(footer))
            invalidateLayout(with: context(moving: distance))
        }

        /// Forgets all measured heights: the text size changed. The first visible row stays.
        func remeasure() {
            followScroll()
            let distance = frames.remeasure()
            invalidateLayout(with: context(moving: distance))
        }

        // MARK: UICollectionViewLayout

        open override func prepare() {
            guard let collectionView else { return }
            frames.isRightToLeft = collectionView.effectiveUserInterfaceLayoutDirection == .rightToLeft
            if !frames.hasSize(of: collectionView) { _ = frames.resize(to: collectionView) }
            frames.fit()
        }

        /// Slightly narrower than the view: for a content of its own width UIKit requests too few regions in batches.
        open override var collectionViewContentSize: CGSize {
            var size = frames.contentSize
            size.width = max(0, size.width - 0.0001)
            return size
        }

        open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            let rows = frames.items(in: rect)
            var attributes: [UICollectionViewLayoutAttributes] = []
            attributes.reserveCapacity(rows.count + 2)
            for row in rows { attributes.append(self.attributes(ofRow: row)) }
            for row in frames.headers(of: rows) { if let header = header(row) { attributes.append(header) } }
            if let frame = frames.footerFrame, frame.minY < rect.maxY, let footer = footer() {
                attributes.append(footer)
            }
            if let frame = frames.aboveFrame, frame.maxY > rect.minY, let above = above() { attributes.append(above) }
            return attributes
        }

        private func attributes(ofRow row: Int) -> UICollectionViewLayoutAttributes {
            let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: row, section: 0))
            attributes.frame = frames.frame(of: row)
            return attributes
        }

        private func header(_ row: Int) -> UICollectionViewLayoutAttributes? {
            guard let frame = frames.headerFrame(of: row) else { return nil }
            let attributes = UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
                with: IndexPath(item: row, section: 0))
            (attributes.frame, attributes.zIndex) = (frame, 1)
            return attributes
        }

        private func footer() -> UICollectionViewLayoutAttributes? {
            guard let frame = frames.footerFrame else { return nil }
            let attributes = UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: UICollectionView.elementKindSectionFooter,
                with: IndexPath(item: 0, section: 0))
            attributes.frame = frame
            return attributes
        }

        private func above() -> UICollectionViewLayoutAttributes? {
            guard let frame = frames.aboveFrame else { return nil }
            let attributes = UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: Self.elementKindAbove, with: IndexPath(item: 0, section: 0))
            attributes.frame = frame
            return attributes
        }

        open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            if let item = item(at: indexPath) {
                let attributes = attributes(ofRow: item)
                // UIKit asks for an item that it is about to scroll to: for an index title, VoiceOver or `scrollToItem`.
                if batch == nil, let far = frames.farItem(item) {
                    self.far = far
                    attributes.frame.origin.y = far.top
                }
                return attributes
            }
            // In a batch UIKit asks for items of the other state too, and becomes inconsistent without an answer.
            return batch == nil ? nil : UICollectionViewLayoutAttributes(forCellWith: indexPath)
        }

        open override func layoutAttributesForSupplementaryView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            switch elementKind {
            case UICollectionView.elementKindSectionFooter: footer()
            case Self.elementKindAbove: above()
            default: item(at: indexPath).flatMap(header)
            }
        }

        /// The item at a path, or `nil` if there is none, as for the empty paths that UIKit has for a moment in batches.
        private func item(at path: IndexPath) -> Int? {
            path.count == 2 && path.section == 0 && (0..<frames.count).contains(path.item) ? path.item : nil
        }

        // MARK: Scrolling

        func context(moving distance: Double) -> UICollectionViewLayoutInvalidationContext {
            let own = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
            return moving((own ?? UICollectionViewLayoutInvalidationContext.self).init(), by: distance)
        }

        private func moving(
            _ context: UICollectionViewLayoutInvalidationContext, by distance: Double
        ) -> UICollectionViewLayoutInvalidationContext {
            context.contentOffsetAdjustment = CGPoint(x: 0, y: distance)
            return context
        }

        // UIKit asks before the bounds have changed, and more often than they do: the answer moves nothing.
        open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            if headerHeight > 0 || isResized(to: newBounds) { return true }
            if let batch {
                let distance = Double(newBounds.minY) + batch.staged - frames.scale.offset
                return batch.isAtTarget && distance.magnitude > ListFramesLimits.rounding
            }
            var moved = frames
            return moved.scrolled(to: Double(newBounds.minY)) != nil || moved.scale.shift != frames.scale.shift
        }

        private func isResized(to bounds: CGRect) -> Bool {
            let insets = collectionView?.listInsets ?? ListInsets()
            return !frames.hasSize(Double(bounds.size.width), Double(bounds.size.height), insets: insets)
        }

        open override func invalidationContext(
            forBoundsChange newBounds: CGRect
        ) -> UICollectionViewLayoutInvalidationContext {
            var distance = scrolled(to: Double(newBounds.minY))
            if isResized(to: newBounds) {
                distance += frames.resize(
                    width: Double(newBounds.size.width), height: Double(newBounds.size.height),
                    insets: collectionView?.listInsets ?? ListInsets())
            }
            return moving(super.invalidationContext(forBoundsChange: newBounds), by: distance)
        }

        /// The content is at another offset. Returns by how much it has to move from there.
        private func scrolled(to offset: Double) -> Double {
            if let batch {
                // In a batch only UIKit moves the content: to the target, and back into a content that became shorter as cells were measured.
                if batch.isAtTarget { self.batch?.staged = frames.scale.offset - offset }
                return 0
            }
            // UIKit rounds the offset that is set. Fingers and flings move by pixels.
            let isMoving = collectionView.map { $0.isTracking || $0.isDecelerating } ?? false
            let tolerance = isMoving ? ListFramesLimits.sameOffset : ListFramesLimits.rounding
            return frames.scrolled(to: offset, tolerance: tolerance, lookingFor: far).map { $0 - offset } ?? 0
        }

        /// Takes in the content's current offset: UIKit does not report a move that changes no frame.
        func followScroll() {
            guard target == nil, let collectionView else { return }
            let distance = scrolled(to: Double(collectionView.contentOffset.y))
            if distance != 0 { invalidateLayout(with: context(moving: distance)) }
        }

        open override func shouldInvalidateLayout(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> Bool {
            guard preferredAttributes.representedElementKind == nil, let item = item(at: preferredAttributes.indexPath)
            else { return false }
            // In a batch leaving cells are sized too, by their old paths, at which other items are now.
            if let batch {
                if batch.leaving.contains(item), !batch.isAtTarget { return false }
                if frames.isNews(Double(originalAttributes.frame.height), of: item) { return false }
            }
            return frames.isNews(Double(preferredAttributes.frame.height), of: item)
        }

        open override func invalidationContext(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(
                forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
            let (item, height) = (preferredAttributes.indexPath.item, Double(preferredAttributes.frame.height))
            let distance = frames.measure(item, height: height, isSeparator: isSeparator(item))
            if batch == nil { return moving(context, by: distance) }
            batch?.staged += distance
            return context
        }

        open override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
            batch?.isAtTarget = true
            return takeTarget().map { CGPoint(x: proposedContentOffset.x, y: $0) } ?? proposedContentOffset
        }

        open override func targetContentOffset(
            forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
        ) -> CGPoint {
            // The finger lifts, and scrolling will stop here.
            onLanding?(frames.items(atRest: Double(proposedContentOffset.y)))
            return proposedContentOffset
        }

        // MARK: Batches

        open override func finalizeCollectionViewUpdates() {
            super.finalizeCollectionViewUpdates()
            endBatch()
        }

        // A header's path is that of its section's first item. Without these, UIKit would keep its view there, whatever the new item is.

        open override func indexPathsToDeleteForSupplementaryView(ofKind elementKind: String) -> [IndexPath] {
            (batch?.shown[elementKind] ?? []).filter {
                layoutAttributesForSupplementaryView(ofKind: elementKind, at: $0) == nil
            }
        }

        open override func indexPathsToInsertForSupplementaryView(ofKind elementKind: String) -> [IndexPath] {
            guard let shown = batch?.shown[elementKind] else { return [] }
            let isHeader = elementKind == UICollectionView.elementKindSectionHeader
            let now = isHeader ? frames.headers(of: frames.visibleItems) : [0]
            return now.map { IndexPath(item: $0, section: 0) }.filter {
                !shown.contains($0) && layoutAttributesForSupplementaryView(ofKind: elementKind, at: $0) != nil
            }
        }

        /// The content's offset after a batch or a reload, which keeps the first visible row in place, or `nil` if the offset stays.
        func takeTarget() -> CGFloat? {
            defer { target = nil }
            return target
        }
    }

    extension ListFrames {
        /// `true` if this is a view's size and its covered part.
        @MainActor
        fileprivate func hasSize(of view: UICollectionView) -> Bool {
            let size = view.bounds.size
            return hasSize(Double(size.width), Double(size.height), insets: view.listInsets)
        }

        @MainActor
        fileprivate mutating func resize(to view: UICollectionView) -> Double {
            let size = view.bounds.size
            return resize(width: Double(size.width), height: Double(size.height), insets: view.listInsets)
        }
    }

    extension UIScrollView {
        /// The part covered by bars and the keyboard.
        var listInsets: ListInsets {
            ListInsets(top: Double(adjustedContentInset.top), bottom: Double(adjustedContentInset.bottom))
        }
    }
#endif
