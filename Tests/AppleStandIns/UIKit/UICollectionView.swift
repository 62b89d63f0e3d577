// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uicollectionviewdatasource
@MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
    func indexTitles(for collectionView: UICollectionView) -> [String]?
    func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath
}

extension UICollectionViewDataSource {
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
    public func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }
    public func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath { IndexPath(item: 0, section: 0) }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching
@MainActor
public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension UICollectionViewDataSourcePrefetching {
    public func collectionView(
        _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewdelegate
@MainActor
public protocol UICollectionViewDelegate: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
    func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
    func collectionView(
        _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
    ) -> CGPoint
}

extension UICollectionViewDelegate {
    public func collectionView(
        _ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool { true }
    public func collectionView(
        _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }
    public func collectionView(
        _ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath
    ) -> Bool { true }
    public func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
    public func collectionView(
        _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
    ) -> CGPoint { proposedContentOffset }
}

/// https://developer.apple.com/documentation/uikit/uicollectionview
open class UICollectionView: UIScrollView {
    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    /// https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
    }

    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet {
            if let oldValue, let dataSource, oldValue !== dataSource {
                StandIn.broken("another data source in place of the one that owns the updates")
            }
        }
    }
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    open weak var delegate: (any UICollectionViewDelegate)?
    open var collectionViewLayout: UICollectionViewLayout
    open var backgroundView: UIView?
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    open var isPrefetchingEnabled = true
    /// https://developer.apple.com/documentation/uikit/uicollectionview/selfsizinginvalidation-swift.property
    open var selfSizingInvalidation = SelfSizingInvalidation.enabled
    public enum SelfSizingInvalidation: Int, Sendable { case disabled, enabled, enabledIncludingConstraints }
    /// Whether a drop placeholder or a reorder is under way. Set by tests; read alone in UIKit.
    open var hasUncommittedUpdates = false

    /// The counts that the view goes by; `nil` until it asks for them.
    var knownCounts: [Int]?
    /// Cells on screen, and those that left it and were not reused yet or were prepared ahead.
    var cells: [IndexPath: UICollectionViewCell] = [:]
    var supplementaries: [String: UICollectionReusableView] = [:]
    var visible: Set<IndexPath> = []
    var pool: [UICollectionViewCell] = []
    var supplementaryPool: [UICollectionReusableView] = []
    var reconfiguring: IndexPath?
    var isLayoutValid = false
    /// Whether the data source is being asked.
    var isInPass = false
    /// Whether the data source of any view is being asked.
    static var isAnyAsking = false
    /// Whether the layout is being brought to the state after a batch.
    var isResolving = false
    /// Whether the layout is being told of a cell's size.
    var isSizing = false
    /// The layout's answers for pages of the screen's height, until it is invalidated.
    var pages: [Int: [UICollectionViewLayoutAttributes]] = [:]
    var pageHeight: CGFloat = 0
    /// The frames of supplementary views as the layout gave them last, until it is invalidated.
    var answered: [String: (frame: CGRect, zIndex: Int)] = [:]
    /// Whether a batch asks for one region less, where the content is as wide as the view. For tests.
    public var skipsRegions = false
    /// Whether the layout is being invalidated for bounds that are to come.
    var isChangingBounds = false
    /// The adjustments of such invalidations.
    var adjustment: CGFloat = 0
    /// Whether the layout is being asked about bounds.
    var isAskingForBounds = false
    /// How often the layout was asked about bounds.
    var boundsQuestions = 0
    /// Whether cells are being placed.
    var isPlacing = false
    /// The views that the data source dequeued for what it is being asked; `nil` where it is not.
    var answers: [UICollectionReusableView]?
    var batch: ItemBatch?
    var completions: [(Bool) -> Void] = []
    var selected: Set<IndexPath> = [] {
        didSet {
            for path in selected.symmetricDifference(oldValue) { cells[path]?.isSelected = selected.contains(path) }
        }
    }
    var prefetched: Set<IndexPath> = []
    /// Cells that are to be sized again.
    var resize: Set<IndexPath> = []
    var lastOffset: CGFloat = 0
    /// Titles of the index, asked for once until a reload.
    var knownTitles: [String]?
    /// The cell whose context menu is open, and its path as long as it is there.
    var menu: (cell: UICollectionViewCell, path: IndexPath?)?
    /// The item that VoiceOver or the keyboard is at; an empty path after a reload, until there are cells.
    var focused: IndexPath?
    /// Where the animation of a batch begins, for each cell. For tests.
    public internal(set) var standInStartFrames: [IndexPath: CGRect] = [:]
    /// How batches end. For tests.
    public var batchEnd = StandIn.BatchEnd.finished
    /// Whether cells of the screen to come are made ahead, of which some are never shown. For tests.
    public var preparesAhead = true
    /// Whether they are sized ahead, too. For tests.
    public var sizesAhead = false
    /// How many cells the data source made or configured. For tests.
    public var cellRequests = 0

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }
    public required init?(coder: NSCoder) { nil }

    open override func layoutSubviews() { pass() }

    open func numberOfItems(inSection section: Int) -> Int { counts()[section] }
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }
    open var visibleCells: [UICollectionViewCell] { visible.compactMap { cells[$0] } }
    open var indexPathsForVisibleItems: [IndexPath] { Array(visible) }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
    open var indexPathsForSelectedItems: [IndexPath]? { selected.sorted() }
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        let new: Set<IndexPath> = indexPath.map { [$0] } ?? []
        if !allowsSelection { return }
        selected = allowsMultipleSelection && indexPath != nil ? selected.union(new) : new
    }
    open func deselectItem(at indexPath: IndexPath, animated: Bool) { selected.remove(indexPath) }
    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        guard let frame = collectionViewLayout.layoutAttributesForItem(at: indexPath)?.frame else { return }
        let insets = adjustedContentInset
        var top = frame.minY - insets.top
        if scrollPosition.contains(.bottom) { top = frame.maxY + insets.bottom - bounds.height }
        if scrollPosition.contains(.centeredVertically) { top = frame.midY - bounds.height / 2 }
        // The end that the content has now: estimated rows beyond it may be measured on the way.
        let last = max(-insets.top, contentSize.height + insets.bottom - bounds.height)
        setContentOffset(CGPoint(x: 0, y: max(-insets.top, min(top, last))), animated: animated)
    }
    /// The supplementary view that covers the top of an item on screen: a header that sticks. For tests.
    public func standInCover(of indexPath: IndexPath) -> UICollectionReusableView? {
        guard let cell = cells[indexPath] else { return nil }
        return supplementaries.values.first {
            $0.frame.maxY > cell.frame.minY + 0.5 && $0.frame.minY <= cell.frame.minY
        }
    }

    open func reloadData() {
        if isBusy || batch != nil {
            StandIn.broken("reloadData while the view asks for cells, lays out or takes a batch")
        }
        knownCounts = nil
        if hasUncommittedUpdates { StandIn.broken("reloadData while updates are uncommitted: it removes placeholders") }
        knownTitles = nil
        menu?.path = nil
        if focused != nil { (focused, UIAccessibility.isFocusMoving) = (IndexPath(), true) }
        if stopsAnimations { animationTarget = nil }
        for cell in cells.values { pool.append(cell) }
        cells = [:]
        visible = []
        selected = []
        prefetched = []
        supplementaryPool += supplementaries.values
        supplementaries = [:]
        collectionViewLayout.invalidateLayout(with: collectionViewLayout.newContext(.everything))
    }

    var isBusy: Bool { isInPass || isPlacing || isResolving }

    func counts() -> [Int] {
        if let knownCounts { return knownCounts }
        let counts = askedCounts()
        knownCounts = counts
        return counts
    }

    func askedCounts() -> [Int] {
        guard let dataSource else { return [] }
        return asking {
            (0..<dataSource.numberOfSections(in: self)).map {
                dataSource.collectionView(self, numberOfItemsInSection: $0)
            }
        }
    }

    func layoutWasInvalidated(_ context: UICollectionViewLayoutInvalidationContext) {
        isLayoutValid = false
        (pages, answered) = ([:], [:])
        // A size's adjustment is ignored in a batch; it has to wait for `finalizeCollectionViewUpdates()`.
        if isChangingBounds {
            adjustment += context.contentOffsetAdjustment.y
        } else if !(isSizing && isResolving) {
            adjustOffset(by: context.contentOffsetAdjustment.y)
        }
        setNeedsLayout()
    }

    override func boundsWillChange(to newBounds: CGRect) -> () -> Void { askLayout(about: newBounds) }

    /// The work after a change of size.
    private var sizeFollows: () -> Void = {}
    open override var frame: CGRect {
        willSet {
            guard newValue.size != frame.size else { return }
            sizeFollows = boundsWillChange(to: CGRect(origin: contentOffset, size: newValue.size))
        }
        didSet {
            sizeFollows()
            sizeFollows = {}
        }
    }
}
