#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import PagingCore
    public import UIKit

    /// A layout of rows below one another, for lists of any length: it keeps what was measured, and nothing a row.
    ///
    /// Attributes are made for the rect that is asked for; `prepare()` is O(1). Rows are self-sizing, headers stick to the top, and
    /// the first visible row keeps its place when rows come, go or are measured above it. A list taller than 2²² points is
    /// shown in a content of bounded height: see ``ScrollScale``.
    open class PagedListLayout: UICollectionViewLayout {
        /// Where rows are, in points from the list's top.
        public private(set) var geometry: RowGeometry
        private var scale: ScrollScale
        private let rowHeight: Double
        private let isSelfSizing: Bool
        /// The height of section headers; 0 for none.
        public let headerHeight: CGFloat
        /// The height of the footer below the last row; 0 for none.
        public let footerHeight: CGFloat
        /// Called with the rows where scrolling will come to rest, when a finger lifts.
        var onLanding: ((Range<Int>) -> Void)?
        private var width: CGFloat = 0
        /// Where a batch puts the content, so that the first visible row stays.
        private var target: CGFloat?

        /// Makes a layout.
        ///
        /// - Parameters:
        ///   - rowHeight: each row's height in points, or a first guess of it.
        ///   - isSelfSizing: whether rows are as high as their cells want to be.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - footerHeight: the height of the footer in points; 0 for none.
        public init(
            rowHeight: CGFloat, isSelfSizing: Bool = true, headerHeight: CGFloat = 0, footerHeight: CGFloat = 0
        ) {
            self.rowHeight = Double(rowHeight)
            self.isSelfSizing = isSelfSizing
            (self.headerHeight, self.footerHeight) = (headerHeight, footerHeight)
            geometry = RowGeometry(height: Double(rowHeight))
            scale = ScrollScale(total: 0, view: 0)
            super.init()
        }

        /// A list's layout is made in code.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        // MARK: The list

        /// Other rows, in no relation to those before.
        func reset(count: Int, sections: ListSections?) {
            geometry = RowGeometry(count: count, height: geometry.estimate)
            follow(sections)
            invalidateLayout()
        }

        /// Follows an update of the rows, inside the block of updates or before a reload. The first visible row stays.
        ///
        /// - Parameter place: where the ``anchor`` is after the update.
        func follow(_ update: ListUpdate, sections: ListSections?, keeping place: RowAnchor) {
            let isAtTop = scale.position <= 0
            geometry.apply(update)
            follow(sections)
            let top = isAtTop ? scale.position : self.top(of: place)
            scale.resize(total: totalHeight, view: scale.view)
            if !isAtTop || scale.position < 0 { scale.place(at: top) }
            target = isAtTop ? nil : CGFloat(scale.offset)
        }

        /// Takes in the list's sections.
        func follow(_ sections: ListSections?) {
            let paths = SectionPaths(count: geometry.count, sections: headerHeight > 0 ? sections : nil)
            var starts: [Int] = []
            if paths.titles != nil {
                var start = 0
                for section in 0..<paths.sectionCount {
                    let rows = paths.rowCount(ofSection: section)
                    if rows > 0 { starts.append(start) }
                    start += rows
                }
            }
            if starts != geometry.headers { geometry.setHeaders(at: starts, height: Double(headerHeight)) }
        }

        /// Rows are to be measured anew: the text has another size. The first visible one stays.
        func remeasure() {
            let anchor = anchor
            let before = scale.offset
            geometry.forget()
            scale.resize(total: totalHeight, view: scale.view)
            if scale.position > 0 { scale.place(at: top(of: anchor)) }
            invalidateLayout(with: context(moving: scale.offset - before))
        }

        private func top(of anchor: RowAnchor) -> Double {
            geometry.count == 0 ? 0 : geometry.top(of: anchor.row) + anchor.offset
        }

        private var totalHeight: Double { geometry.totalHeight + (geometry.count > 0 ? Double(footerHeight) : 0) }

        /// The rows that are at least partly on screen.
        public var visibleRows: Range<Int> {
            geometry.rows(from: scale.position, to: scale.position + scale.view)
        }

        /// The first visible row, and how far below its top the screen begins: what to keep of a reader's place.
        public var anchor: RowAnchor { geometry.row(at: scale.position) }

        /// The content offset that shows a row at the top, or as near as the list's end allows.
        public func contentOffset(ofRow row: Int) -> CGPoint {
            var scale = scale
            scale.place(at: geometry.top(of: max(0, min(row, geometry.count - 1))))
            return CGPoint(x: 0, y: scale.offset)
        }

        /// Puts the list at a place, without scrolling there.
        public func scroll(to anchor: RowAnchor) {
            guard let collectionView, geometry.count > 0 else { return }
            let row = max(0, min(anchor.row, geometry.count - 1))
            scale.place(at: geometry.top(of: row) + anchor.offset)
            collectionView.contentOffset = CGPoint(x: 0, y: scale.offset)
        }

        // MARK: UICollectionViewLayout

        open override func prepare() {
            guard let collectionView else { return }
            if width != collectionView.bounds.size.width || Double(collectionView.bounds.size.height) != scale.view {
                _ = resize(to: collectionView.bounds.size)
            }
            scale.resize(total: totalHeight, view: scale.view)
        }

        /// Takes in the view's size, and returns by how much the content has to move for the first visible row to stay.
        private func resize(to size: CGSize) -> Double {
            let before = scale.offset
            let anchor = anchor
            let isNarrower = width > 0 && size.width != width
            width = size.width
            // Rows of another width have other heights.
            if isNarrower, isSelfSizing, geometry.measuredCount > 0 {
                geometry.forget()
                scale.resize(total: totalHeight, view: Double(size.height))
                if scale.position > 0 { scale.place(at: top(of: anchor)) }
            } else {
                scale.resize(total: totalHeight, view: Double(size.height))
            }
            return scale.offset - before
        }

        open override var collectionViewContentSize: CGSize {
            CGSize(width: width, height: CGFloat(scale.contentHeight))
        }

        open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            let (top, bottom) = (Double(rect.minY) + scale.shift, Double(rect.maxY) + scale.shift)
            let rows = geometry.rows(from: top, to: bottom)
            var attributes: [UICollectionViewLayoutAttributes] = []
            attributes.reserveCapacity(rows.count + 2)
            for row in rows { attributes.append(self.attributes(ofRow: row)) }
            attributes += headers(of: rows)
            if footerHeight > 0, geometry.count > 0, bottom > geometry.totalHeight { attributes.append(footer()) }
            return attributes
        }

        private func headers(of rows: Range<Int>) -> [UICollectionViewLayoutAttributes] {
            guard headerHeight > 0, let last = rows.last.flatMap(geometry.header) else { return [] }
            let first = geometry.header(of: rows.lowerBound) ?? 0
            return (first...last).map(header)
        }

        private func attributes(ofRow row: Int) -> UICollectionViewLayoutAttributes {
            let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: row, section: 0))
            let (top, height) = geometry.frame(of: row)
            attributes.frame = CGRect(x: 0, y: top - scale.shift, width: Double(width), height: height)
            return attributes
        }

        /// A header, at its section's top or stuck to the screen's.
        private func header(_ index: Int) -> UICollectionViewLayoutAttributes {
            let row = geometry.headers[index]
            let attributes = UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
                with: IndexPath(item: row, section: 0))
            let top = geometry.top(of: row)
            let next = index + 1 < geometry.headers.count ? geometry.top(of: geometry.headers[index + 1]) : .infinity
            let stuck = min(max(top, scale.position), next - Double(headerHeight))
            attributes.frame = CGRect(
                x: 0, y: stuck - scale.shift, width: Double(width), height: Double(headerHeight))
            attributes.zIndex = 1
            return attributes
        }

        private func footer() -> UICollectionViewLayoutAttributes {
            let attributes = UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: UICollectionView.elementKindSectionFooter,
                with: IndexPath(item: 0, section: 0))
            attributes.frame = CGRect(
                x: 0, y: geometry.totalHeight - scale.shift, width: Double(width), height: Double(footerHeight))
            return attributes
        }

        open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            (0..<geometry.count).contains(indexPath.item) ? attributes(ofRow: indexPath.item) : nil
        }

        open override func layoutAttributesForSupplementaryView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            if elementKind == UICollectionView.elementKindSectionFooter { return footerHeight > 0 ? footer() : nil }
            guard geometry.isHeader(indexPath.item) else { return nil }
            return geometry.header(of: indexPath.item).map(header)
        }

        // MARK: Scrolling

        /// What a change of bounds, or a measured row, moves the content by.
        private func context(moving distance: Double) -> UICollectionViewLayoutInvalidationContext {
            let context = UICollectionViewLayoutInvalidationContext()
            context.contentOffsetAdjustment = CGPoint(x: 0, y: distance)
            return context
        }

        open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            let correction = scale.scrolled(to: Double(newBounds.minY))
            pendingCorrection = correction.map { $0 - Double(newBounds.minY) } ?? 0
            let isResized = newBounds.size.width != width || Double(newBounds.size.height) != scale.view
            if isResized { pendingCorrection += resize(to: newBounds.size) }
            return headerHeight > 0 || pendingCorrection != 0 || isResized
        }
        private var pendingCorrection = 0.0

        open override func invalidationContext(
            forBoundsChange newBounds: CGRect
        ) -> UICollectionViewLayoutInvalidationContext {
            defer { pendingCorrection = 0 }
            return context(moving: pendingCorrection)
        }

        open override func shouldInvalidateLayout(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> Bool {
            guard isSelfSizing, preferredAttributes.representedElementKind == nil else { return false }
            let row = preferredAttributes.indexPath.item
            guard row < geometry.count else { return false }
            // Half a pixel of the finest screens is no difference.
            return (Double(preferredAttributes.frame.height) - geometry.height(of: row)).magnitude > 1.0 / 6
        }

        open override func invalidationContext(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> UICollectionViewLayoutInvalidationContext {
            let row = preferredAttributes.indexPath.item
            let first = geometry.row(at: scale.position)
            let more = geometry.measure(row, height: Double(preferredAttributes.frame.height))
            // A row that begins above the screen grows upwards: what is on screen stays.
            let isAbove = row < first.row
            let before = scale.offset
            if isAbove { scale.grow(above: more) }
            return context(moving: scale.offset - before)
        }

        open override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
            defer { target = nil }
            guard let target else { return proposedContentOffset }
            return CGPoint(x: proposedContentOffset.x, y: target)
        }

        open override func targetContentOffset(
            forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
        ) -> CGPoint {
            // The finger lifts, and here scrolling will rest.
            var resting = scale
            _ = resting.scrolled(to: Double(proposedContentOffset.y))
            let position =
                resting.isScaled ? scale.position + Double(proposedContentOffset.y) - scale.offset : resting.position
            onLanding?(geometry.rows(from: position, to: position + scale.view))
            return proposedContentOffset
        }

        /// Where the content goes with a reload, so that the first visible row stays; `nil` where it is.
        func takeTarget() -> CGFloat? {
            defer { target = nil }
            return target
        }
    }
#endif
