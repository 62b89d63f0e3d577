// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uicollectionviewdiffabledatasource
@MainActor
open class UICollectionViewDiffableDataSource<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: NSObject, UICollectionViewDataSource {
    public typealias CellProvider = (UICollectionView, IndexPath, ItemIdentifierType) -> UICollectionViewCell?
    private weak var collectionView: UICollectionView?
    private let provider: CellProvider
    private var shown = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        (self.collectionView, provider) = (collectionView, cellProvider)
        super.init()
        collectionView.dataSource = self
    }
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { shown }
    /// Shows a snapshot; here by a reload.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) {
        shown = snapshot
        collectionView?.reloadData()
    }
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        let items = shown.itemIdentifiers(inSection: shown.sectionIdentifiers[indexPath.section])
        return items.indices.contains(indexPath.item) ? items[indexPath.item] : nil
    }
    open func numberOfSections(in collectionView: UICollectionView) -> Int { shown.sectionIdentifiers.count }
    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        shown.itemIdentifiers(inSection: shown.sectionIdentifiers[section]).count
    }
    open func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        guard let id = itemIdentifier(for: indexPath), let cell = provider(collectionView, indexPath, id) else {
            preconditionFailure("a diffable data source without a cell")
        }
        return cell
    }
}
