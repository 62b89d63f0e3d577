import Testing
import UIKit

extension ViewTests {
    /// The stand-ins break where UIKit does: wrong plans, and the four inconsistencies that everyone has met.
    @MainActor struct StandInRuleTests {
        /// A data source whose count a test sets.
        final class Source: NSObject, UICollectionViewDataSource, UITableViewDataSource {
            var count = 0
            /// Whether it makes cells without a registration.
            var makesOwnCells = false
            let cells = UICollectionView.CellRegistration<UICollectionViewCell, Int> { _, _, _ in }
            func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
                count
            }
            func collectionView(
                _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
            ) -> UICollectionViewCell {
                makesOwnCells
                    ? UICollectionViewCell(frame: .zero)
                    : collectionView.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: 0)
            }
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                UITableViewCell(style: .default, reuseIdentifier: nil)
            }
        }
        /// Rows of 50 points, computed for the rect that is asked for.
        final class Layout: UICollectionViewLayout {
            private var count: Int { collectionView?.numberOfItems(inSection: 0) ?? 0 }
            override var collectionViewContentSize: CGSize { CGSize(width: 100, height: 50 * CGFloat(count)) }
            override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
                let rows = max(0, Int(rect.minY / 50))..<max(0, min(count, Int(rect.maxY / 50) + 1))
                return rows.compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
            }
            override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
                let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
                attributes.frame = CGRect(x: 0, y: 50 * CGFloat(indexPath.item), width: 100, height: 50)
                return attributes
            }
        }

        private let source = Source()
        private let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 500), collectionViewLayout: Layout())
        private let window = UIWindow(frame: .zero)
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()

        init() {
            source.count = 10
            view.dataSource = source
            window.addSubview(view)
            StandIn.onBrokenRule = { [broken] in broken.rules.append($0) }
        }

        private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

        // MARK: The four inconsistencies

        @Test func `UCV-2: The model changed before the block of updates`() {
            view.layoutIfNeeded()
            source.count = 11
            view.performBatchUpdates { self.view.insertItems(at: [self.path(0)]) }
            #expect(broken.rules.contains { $0.contains("before the block") })
        }

        @Test func `UCV-3: Items are inserted after a reload without a layout between, by a model that changed before`()
        {
            view.layoutIfNeeded()
            source.count = 11
            view.reloadData()
            view.performBatchUpdates { self.view.insertItems(at: [self.path(0)]) }
            #expect(broken.rules.contains { $0.contains("invalid number of items in section 0: 11 after") })
        }

        @Test func `An update before the first layout, by a model that changed before`() {
            source.count = 11
            view.insertItems(at: [path(0)])
            #expect(broken.rules.contains { $0.contains("invalid number of items") })
        }

        // MARK: Wrong plans

        @Test func `A right plan breaks nothing: deletions of before, insertions of after`() {
            view.layoutIfNeeded()
            view.performBatchUpdates {
                self.source.count = 11
                self.view.deleteItems(at: [self.path(9)])
                self.view.insertItems(at: [self.path(0), self.path(10)])
                self.view.moveItem(at: self.path(3), to: self.path(7))
            }
            view.layoutIfNeeded()
            #expect(broken.rules.isEmpty)
        }

        @Test func `An insertion in positions of before, where the list became longer`() {
            view.layoutIfNeeded()
            view.performBatchUpdates {
                self.source.count = 8
                self.view.deleteItems(at: [self.path(0), self.path(1), self.path(2)])
                self.view.insertItems(at: [self.path(9)])
            }
            #expect(broken.rules.contains { $0.contains("does not exist after the update") })
        }

        @Test func `A deletion of an item that was not there`() {
            view.layoutIfNeeded()
            view.performBatchUpdates {
                self.source.count = 9
                self.view.deleteItems(at: [self.path(10)])
            }
            #expect(broken.rules.contains { $0.contains("did not exist before the update") })
        }

        @Test func `A row in two roles`() {
            view.layoutIfNeeded()
            view.performBatchUpdates {
                self.source.count = 9
                self.view.deleteItems(at: [self.path(4)])
                self.view.reloadItems(at: [self.path(4)])
            }
            #expect(broken.rules.contains { $0.contains("twice in one batch") })
            view.performBatchUpdates {
                self.source.count = 10
                self.view.moveItem(at: self.path(1), to: self.path(5))
                self.view.insertItems(at: [self.path(5)])
            }
            #expect(broken.rules.contains { $0.contains("two items come to one place") })
        }

        @Test func `Counts that change without an update`() {
            view.layoutIfNeeded()
            source.count = 12
            view.setNeedsLayout()
            view.layoutIfNeeded()
            #expect(broken.rules.contains { $0.contains("without an update") })
        }

        @Test func `Configuring what does not exist, and what has no cell`() {
            view.layoutIfNeeded()
            view.reconfigureItems(at: [path(10)])
            #expect(broken.rules == ["reconfigureItems at [0, 10], which does not exist"])
            source.count = 100
            view.reloadData()
            view.layoutIfNeeded()
            let requests = view.cellRequests
            view.reconfigureItems(at: [path(90)])
            #expect(view.cellRequests == requests && broken.rules.count == 1)
        }

        @Test func `Configuring with another cell than the one that is there`() {
            view.layoutIfNeeded()
            view.reconfigureItems(at: [path(0)])
            #expect(broken.rules.isEmpty)
            source.makesOwnCells = true
            view.reconfigureItems(at: [path(0)])
            #expect(broken.rules.last == "another cell than the one that is reconfigured")
        }

        // MARK: What the views do

        @Test func `Rows that come above move what is on screen, unless the layout says otherwise`() {
            source.count = 100
            view.layoutIfNeeded()
            view.contentOffset = CGPoint(x: 0, y: 1_000)
            view.layoutIfNeeded()
            let cell = view.cellForItem(at: path(20))
            view.performBatchUpdates {
                self.source.count = 101; self.view.insertItems(at: [self.path(0)])
            }
            #expect(view.contentOffset.y == 1_000 && view.cellForItem(at: path(21)) === cell)
            #expect(cell?.frame.minY == 1_050)
        }

        @Test func `A table view keeps the same rules`() {
            let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 500), style: .plain)
            table.dataSource = source
            window.addSubview(table)
            table.layoutIfNeeded()
            table.performBatchUpdates {
                self.source.count = 11
                table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
            }
            #expect(broken.rules.isEmpty)
            table.performBatchUpdates {
                self.source.count = 11
                table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
            }
            #expect(broken.rules.contains { $0.contains("invalid number of items in section 0: 11 after") })
            #expect(table.rectForRow(at: IndexPath(row: 3, section: 0)).minY == 132)
        }
    }
}
