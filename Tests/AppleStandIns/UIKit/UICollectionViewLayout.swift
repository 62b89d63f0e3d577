// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes
@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
    public let indexPath: IndexPath
    public let representedElementKind: String?
    open var frame = CGRect.zero
    open var zIndex = 0
    open var alpha: CGFloat = 1

    public init(forCellWith indexPath: IndexPath) {
        (self.indexPath, representedElementKind) = (indexPath, nil)
        super.init()
        UICollectionViewLayout.madeAttributes += 1
    }
    public init(forSupplementaryViewOfKind kind: String, with indexPath: IndexPath) {
        (self.indexPath, representedElementKind) = (indexPath, kind)
        super.init()
        UICollectionViewLayout.madeAttributes += 1
    }
    func duplicate() -> UICollectionViewLayoutAttributes {
        let copy =
            representedElementKind.map {
                UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: $0, with: indexPath)
            } ?? UICollectionViewLayoutAttributes(forCellWith: indexPath)
        (copy.frame, copy.zIndex, copy.alpha) = (frame, zIndex, alpha)
        return copy
    }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutinvalidationcontext
@MainActor
open class UICollectionViewLayoutInvalidationContext: NSObject {
    /// The cause of an invalidation: the layout itself, a batch, or a reload.
    enum Reason { case layout, counts, everything }
    var reason = Reason.layout
    /// Whether the layout's superclass made it, which names the elements that changed.
    var isComplete = false
    open var contentOffsetAdjustment = CGPoint.zero
    open var contentSizeAdjustment = CGSize.zero
    open var invalidateEverything: Bool { reason == .everything }
    open var invalidateDataSourceCounts: Bool { reason != .layout }
    public required nonisolated override init() { super.init() }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewupdateitem
@MainActor
open class UICollectionViewUpdateItem: NSObject {
    public enum Action: Int, Sendable { case insert, delete, reload, move, none }
    public let indexPathBeforeUpdate: IndexPath?
    public let indexPathAfterUpdate: IndexPath?
    public let updateAction: Action
    init(_ action: Action, before: IndexPath?, after: IndexPath?) {
        (updateAction, indexPathBeforeUpdate, indexPathAfterUpdate) = (action, before, after)
        super.init()
    }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewlayout
@MainActor
open class UICollectionViewLayout: NSObject {
    /// How many attributes were made, by all layouts. For tests.
    public static var madeAttributes = 0
    public internal(set) weak var collectionView: UICollectionView?
    public nonisolated override init() { super.init() }
    public required init?(coder: NSCoder) { nil }

    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/invalidationcontextclass
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }
    func newContext(_ reason: UICollectionViewLayoutInvalidationContext.Reason = .layout)
        -> UICollectionViewLayoutInvalidationContext
    {
        let made = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
        let context = (made ?? UICollectionViewLayoutInvalidationContext.self).init()
        context.reason = reason
        context.isComplete = true
        return context
    }

    open func prepare() {}
    open var collectionViewContentSize: CGSize { .zero }
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext { newContext() }
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext { newContext() }
    open func invalidateLayout() { invalidateLayout(with: newContext()) }
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        collectionView?.layoutWasInvalidated(context)
    }
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
    open func finalizeCollectionViewUpdates() {}
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    open func finalizeAnimatedBoundsChange() {}
    open func initialLayoutAttributesForAppearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func indexPathsToDeleteForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func indexPathsToInsertForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        proposedContentOffset
    }
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { proposedContentOffset }
}
