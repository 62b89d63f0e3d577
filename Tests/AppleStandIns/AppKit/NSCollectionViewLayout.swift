// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/appkit/nscollectionviewlayoutattributes
@MainActor
open class NSCollectionViewLayoutAttributes: NSObject {
    open var indexPath: IndexPath?
    public let representedElementKind: String?
    open var frame = NSRect.zero
    open var zIndex = 0

    public init(forItemWith indexPath: IndexPath) {
        (self.indexPath, representedElementKind) = (indexPath, nil)
        super.init()
        NSCollectionViewLayout.madeAttributes += 1
    }
    public init(
        forSupplementaryViewOfKind elementKind: NSCollectionView.SupplementaryElementKind, with indexPath: IndexPath
    ) {
        (self.indexPath, representedElementKind) = (indexPath, elementKind)
        super.init()
        NSCollectionViewLayout.madeAttributes += 1
    }
}

/// https://developer.apple.com/documentation/appkit/nscollectionviewlayout
@MainActor
open class NSCollectionViewLayout: NSObject {
    /// How many attributes were made, by all layouts. For tests.
    public static var madeAttributes = 0
    open internal(set) weak var collectionView: NSCollectionView?
    public nonisolated override init() { super.init() }
    public required init?(coder: NSCoder) { nil }

    open func prepare() {}
    open var collectionViewContentSize: NSSize { .zero }
    open func layoutAttributesForElements(in rect: NSRect) -> [NSCollectionViewLayoutAttributes] { [] }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func shouldInvalidateLayout(forBoundsChange newBounds: NSRect) -> Bool { false }
    open func invalidateLayout() { collectionView?.layoutWasInvalidated() }
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: NSPoint) -> NSPoint {
        proposedContentOffset
    }
}
