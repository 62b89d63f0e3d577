import UIKit

/// A collection view for tests of the stand-ins, which keeps UIKit's rules until a test makes it break one.
@MainActor
final class SmallCollection: NSObject, UICollectionViewDataSource {
    var count = 10
    let view: UICollectionView
    let layout: SmallLayout
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
    /// The rules that were broken.
    var broken: [String] = []
    let cells = UICollectionView.CellRegistration<UICollectionViewCell, Int> { _, _, _ in }
    let headers = UICollectionView.SupplementaryRegistration<UICollectionReusableView>(
        elementKind: UICollectionView.elementKindSectionHeader
    ) { _, _, _ in }
    /// Instead of the registered cells and headers.
    var makeCell: ((IndexPath) -> UICollectionViewCell)?
    var makeHeader: ((IndexPath) -> UICollectionReusableView)?

    init(_ layout: SmallLayout = SmallLayout()) {
        self.layout = layout
        view = UICollectionView(frame: window.frame, collectionViewLayout: layout)
        super.init()
        StandIn.onBrokenRule = { [weak self] in self?.broken.append($0) }
        view.dataSource = self
        window.addSubview(view)
    }

    func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

    /// Lays out again, and gives the rules that were broken by then.
    func laidOut() -> [String] {
        view.setNeedsLayout()
        view.layoutIfNeeded()
        defer { broken = [] }
        return broken
    }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }

    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
        makeCell?(indexPath) ?? view.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: indexPath.item)
    }

    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        makeHeader?(indexPath) ?? view.dequeueConfiguredReusableSupplementary(using: headers, for: indexPath)
    }
}

/// Rows of 50 points, some of them below a header of 20.
class SmallLayout: UICollectionViewLayout {
    /// The items that have a header above them.
    var headers: Set<Int> = []
    var count: Int { collectionView?.numberOfItems(inSection: 0) ?? 0 }

    func height(of item: Int) -> CGFloat { 50 }
    private func top(of item: Int) -> CGFloat {
        (0..<item).reduce(20 * CGFloat(headers.count { $0 <= item })) { $0 + height(of: $1) }
    }

    override var collectionViewContentSize: CGSize { CGSize(width: 100, height: top(of: count)) }

    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        if indexPath.item < count {
            attributes.frame = CGRect(x: 0, y: top(of: indexPath.item), width: 99, height: height(of: indexPath.item))
        }
        return attributes
    }

    override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard headers.contains(indexPath.item), indexPath.item < count else { return nil }
        let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: elementKind, with: indexPath)
        attributes.frame = CGRect(x: 0, y: top(of: indexPath.item) - 20, width: 99, height: 20)
        attributes.zIndex = 1
        return attributes
    }

    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let kind = UICollectionView.elementKindSectionHeader
        let paths = (0..<count).map { IndexPath(item: $0, section: 0) }
        let elements =
            paths.compactMap { layoutAttributesForItem(at: $0) }
            + paths.compactMap { layoutAttributesForSupplementaryView(ofKind: kind, at: $0) }
        return elements.filter { $0.frame.intersects(rect) }
    }
}
