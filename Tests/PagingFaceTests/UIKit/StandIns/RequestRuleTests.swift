import Testing
import UIKit

extension ViewTests {
    /// Requests to the data source of a collection view, and updates meanwhile. Names begin with the rule of the catalog of devices.
    @MainActor struct RequestRuleTests {
        private let small = SmallCollection()
        private var view: UICollectionView { small.view }

        @Test func `UCV-1: A registration is made before the data source is asked`() {
            #expect(small.laidOut().isEmpty)
            lazy var late = UICollectionView.CellRegistration<UICollectionViewCell, Int> { _, _, _ in }
            small.makeCell = { [view] in view.dequeueConfiguredReusableCell(using: late, for: $0, item: 0) }
            view.reloadData()
            #expect(small.laidOut().first == "a registration that was made while the data source was asked")
        }

        @Test func `UCV-1: So is one for headers`() {
            small.layout.headers = [0]
            #expect(small.laidOut().isEmpty)
            lazy var late = UICollectionView.SupplementaryRegistration<UICollectionReusableView>(
                elementKind: UICollectionView.elementKindSectionHeader
            ) { _, _, _ in }
            small.makeHeader = { [view] in view.dequeueConfiguredReusableSupplementary(using: late, for: $0) }
            view.reloadData()
            #expect(small.laidOut() == ["a registration that was made while the data source was asked"])
        }

        @Test func `UCV-4: Nothing is updated while the view asks its data source`() {
            small.makeCell = { [view, small] path in
                view.reloadData()
                view.reconfigureItems(at: [path])
                view.performBatchUpdates {}
                return view.dequeueConfiguredReusableCell(using: small.cells, for: path, item: 0)
            }
            #expect(
                small.laidOut().prefix(3) == [
                    "reloadData while the view asks for cells, lays out or takes a batch",
                    "reconfigureItems while the view asks for cells or lays out",
                    "a batch while the view asks for cells or lays out",
                ])
        }

        @Test func `UCV-4: Nothing is updated by a layout that the view asks`() {
            final class Reloading: SmallLayout {
                var isReloading = false
                override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
                    if isReloading { collectionView?.reloadData() }
                    isReloading = false
                    return super.layoutAttributesForElements(in: rect)
                }
            }
            let layout = Reloading()
            let small = SmallCollection(layout)
            #expect(small.laidOut().isEmpty)
            layout.isReloading = true
            layout.invalidateLayout()
            #expect(small.laidOut() == ["reloadData while the view asks for cells, lays out or takes a batch"])
        }

        @Test func `UCV-5: A request dequeues one view, which is the answer`() {
            small.makeCell = { [view, small] path in
                _ = view.dequeueConfiguredReusableCell(using: small.cells, for: path, item: 0)
                return view.dequeueConfiguredReusableCell(using: small.cells, for: path, item: 0)
            }
            #expect(small.laidOut().first == "2 views were dequeued for the cell at [0, 0]")
            small.makeCell = { _ in UICollectionViewCell(frame: .zero) }
            view.reloadData()
            #expect(small.laidOut().first == "the cell at [0, 0] was not dequeued")
            small.makeCell = nil
            view.reloadData()
            #expect(small.laidOut().isEmpty)
        }

        @Test func `UCV-5: Nothing is dequeued without a request`() {
            #expect(small.laidOut().isEmpty)
            _ = view.dequeueConfiguredReusableCell(using: small.cells, for: small.path(0), item: 0)
            #expect(small.broken == ["a view is dequeued without a request from the collection view"])
        }

        @Test func `UCV-9: The sizes of cells settle`() {
            final class Growing: SmallLayout {
                var isEndless = false
                var extra: CGFloat = 0
                override func height(of item: Int) -> CGFloat { 50 + extra }
                override func shouldInvalidateLayout(
                    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
                    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
                ) -> Bool { isEndless || extra < 20 }
                override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
                    extra += 1
                    super.invalidateLayout(with: context)
                }
            }
            let small = SmallCollection(Growing())
            #expect(small.laidOut().isEmpty)
            let endless = Growing()
            endless.isEndless = true
            #expect(SmallCollection(endless).laidOut().contains("a layout loop: the sizes of cells do not settle"))
        }

        @Test func `UCV-7: A header that has attributes has a dequeued view of its kind`() {
            small.layout.headers = [0]
            small.makeHeader = { _ in UICollectionReusableView(frame: .zero) }
            #expect(small.laidOut() == ["the UICollectionElementKindSectionHeader at [0, 0] was not dequeued"])
            let footers = UICollectionView.SupplementaryRegistration<UICollectionReusableView>(
                elementKind: UICollectionView.elementKindSectionFooter
            ) { _, _, _ in }
            small.makeHeader = { [view] in view.dequeueConfiguredReusableSupplementary(using: footers, for: $0) }
            view.reloadData()
            #expect(small.laidOut().count == 1)
            small.makeHeader = nil
            view.reloadData()
            #expect(small.laidOut().isEmpty)
        }

        @Test func `UCV-38: A view keeps the data source that owns its updates`() {
            #expect(small.laidOut().isEmpty)
            view.dataSource = small
            #expect(small.broken.isEmpty)
            let other = SmallCollection()
            view.dataSource = other
            #expect(other.broken == ["another data source in place of the one that owns the updates"])
        }
    }
}
