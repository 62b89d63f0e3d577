// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/appkit/nsviewcontroller
@MainActor
open class NSViewController: NSObject {
    private var loaded: NSView?
    public required init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { nil }
    open var view: NSView {
        get {
            if loaded == nil { loadView() }
            guard let loaded else {
                // "The default implementation of this method loads the view from a nib file."
                StandIn.broken("\(type(of: self)) has no view: there is no nib, and loadView sets none")
                return NSView(frame: .zero)
            }
            return loaded
        }
        set { loaded = newValue }
    }
    open func loadView() {}
}

/// https://developer.apple.com/documentation/appkit/nscollectionviewelement
@MainActor
public protocol NSCollectionViewElement: NSObjectProtocol {
    func prepareForReuse()
}
extension NSCollectionViewElement {
    public func prepareForReuse() {}
}

/// https://developer.apple.com/documentation/appkit/nscollectionviewitem
open class NSCollectionViewItem: NSViewController, NSCollectionViewElement {
    open var isSelected = false
    open func prepareForReuse() {}
    /// Whether it showed content of SwiftUI's before it was taken for another row.
    var isReusedWithContent = false
    /// The content of SwiftUI's.
    var hosted: (any StandInHosting)? {
        view as? any StandInHosting ?? view.subviews.lazy.compactMap { $0 as? any StandInHosting }.first
    }
}

/// https://developer.apple.com/documentation/appkit/nscollectionviewdatasource
@MainActor
public protocol NSCollectionViewDataSource: NSObjectProtocol {
    func numberOfSections(in collectionView: NSCollectionView) -> Int
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem
    func collectionView(
        _ collectionView: NSCollectionView,
        viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView
}
extension NSCollectionViewDataSource {
    public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }
    public func collectionView(
        _ collectionView: NSCollectionView,
        viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView { NSView(frame: .zero) }
}

/// https://developer.apple.com/documentation/appkit/nscollectionviewdelegate
@MainActor
public protocol NSCollectionViewDelegate: NSObjectProtocol {
    func collectionView(
        _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
    ) -> Set<IndexPath>
    func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>)
    func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>)
}
extension NSCollectionViewDelegate {
    public func collectionView(
        _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
    ) -> Set<IndexPath> { indexPaths }
    public func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {}
    public func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {}
}
