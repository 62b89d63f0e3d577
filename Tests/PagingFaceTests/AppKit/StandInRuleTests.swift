import AppKit
import Testing

extension ViewTests {
    /// The rules that the stand-in of a collection view keeps, each broken once.
    ///
    /// "Deletes are processed before inserts in batch operations. This means the indexes for the deletions are processed
    /// relative to the indexes of the collection view's state before the batch operation, and the indexes for the insertions
    /// are processed relative to the indexes of the state after all the deletions." (`performBatchUpdates(_:completionHandler:)`)
    @MainActor struct CollectionRuleTests {
        final class Item: NSCollectionViewItem {
            override func loadView() { view = NSView(frame: .zero) }
        }
        final class Source: NSObject, NSCollectionViewDataSource {
            var count = 10
            var makesOwnItems = false
            func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
                count
            }
            func collectionView(
                _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
            ) -> NSCollectionViewItem {
                makesOwnItems
                    ? Item(nibName: nil, bundle: nil)
                    : collectionView.makeItem(withIdentifier: CollectionRuleTests.id, for: indexPath)
            }
        }
        /// Items of 50 points, computed for the rect that is asked for.
        final class Layout: NSCollectionViewLayout {
            var extra = 0
            var target: NSPoint?
            override func targetContentOffset(forProposedContentOffset proposedContentOffset: NSPoint) -> NSPoint {
                target ?? proposedContentOffset
            }
            private var count: Int { (collectionView?.dataSource as? Source)?.count ?? 0 }
            override var collectionViewContentSize: NSSize { NSSize(width: 100, height: 50 * CGFloat(count)) }
            override func layoutAttributesForElements(in rect: NSRect) -> [NSCollectionViewLayoutAttributes] {
                (max(0, Int(rect.minY / 50))..<max(0, min(count + extra, Int(rect.maxY / 50) + 1))).map { row in
                    let attributes = NSCollectionViewLayoutAttributes(forItemWith: IndexPath(item: row, section: 0))
                    attributes.frame = NSRect(x: 0, y: 50 * CGFloat(row), width: 100, height: 50)
                    return attributes
                }
            }
        }

        fileprivate static let id = NSUserInterfaceItemIdentifier("item")
        private let source = Source()
        private let layout = Layout()
        private let view = NSCollectionView(frame: .zero)
        private let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 100, height: 300))
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()

        init() {
            view.collectionViewLayout = layout
            view.register(Item.self, forItemWithIdentifier: Self.id)
            view.dataSource = source
            scrollView.standInWindow = .standIn()
            scrollView.documentView = view
            StandIn.onBrokenRule = { [broken] in broken.rules.append($0) }
            view.layoutSubtreeIfNeeded()
        }

        private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

        @Test func `A right batch breaks nothing, and items go along`() throws {
            let item = try #require(view.item(at: path(3)))
            view.selectionIndexPaths = [path(3)]
            view.performBatchUpdates {
                source.count = 11
                view.deleteItems(at: [path(9)])
                view.insertItems(at: [path(0), path(10)])
            }
            view.layoutSubtreeIfNeeded()
            #expect(broken.rules.isEmpty)
            #expect(view.indexPath(for: item) == path(4) && item.view.frame.minY == 200)
            #expect(view.selectionIndexPaths == [path(4)])
        }

        @Test func `The model changed before the block of updates, or without one`() {
            source.count = 11
            view.performBatchUpdates { view.insertItems(at: [path(0)]) }
            #expect(broken.rules.contains { $0.contains("before the block") })
            source.count = 12
            view.needsLayout = true
            view.layoutSubtreeIfNeeded()
            #expect(broken.rules.contains { $0.contains("without an update") })
        }

        @Test func `Counts that do not add up, and index paths of the wrong state`() {
            view.performBatchUpdates {
                source.count = 8
                view.deleteItems(at: [path(0), path(1), path(10)])
                view.insertItems(at: [path(8)])
            }
            #expect(broken.rules.contains { $0.contains("did not exist before the update") })
            #expect(broken.rules.contains { $0.contains("does not exist after the update") })
            view.finishAnimations()
            view.performBatchUpdates {
                source.count = 9
                view.insertItems(at: [path(0), path(1)])
            }
            #expect(broken.rules.contains { $0.contains("invalid number of items in section 0: 9 after") })
        }

        @Test func `A batch in a batch`() {
            view.performBatchUpdates {
                source.count = 9
                view.deleteItems(at: [path(0)])
                view.performBatchUpdates {}
            } completionHandler: { _ in
            }
            #expect(broken.rules == ["a batch in a batch"])
        }

        @Test func `An item that the view did not make, and attributes of none`() {
            source.makesOwnItems = true
            view.overdraw = 0
            view.reloadData()
            layout.extra = 1
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: 250))
            view.layoutSubtreeIfNeeded()
            #expect(broken.rules.contains { $0.contains("makeItem(withIdentifier:for:) did not make") })
            #expect(broken.rules.contains { $0.contains("which does not exist") })
        }

        @Test func `APK-1: Classes are registered after the layout is set`() {
            let items = NSCollectionView(frame: .zero)
            items.register(Item.self, forItemWithIdentifier: Self.id)
            items.collectionViewLayout = Layout()
            _ = items.makeItem(withIdentifier: Self.id, for: path(0))
            #expect(broken.rules == ["no class is registered for item"])
            items.register(Item.self, forItemWithIdentifier: Self.id)
            _ = items.makeItem(withIdentifier: Self.id, for: path(0))
            #expect(broken.rules.count == 1)
        }

        @Test func `APK-5: A view that is laying out is not laid out again`() {
            final class Nested: NSView {
                var isNested = true
                override func layout() {
                    if isNested { layoutSubtreeIfNeeded() } else { subviews.first?.layoutSubtreeIfNeeded() }
                }
            }
            let nested = Nested(frame: .zero)
            nested.layoutSubtreeIfNeeded()
            #expect(broken.rules == ["layoutSubtreeIfNeeded on a view that is laying out"])
            let outer = Nested(frame: .zero)
            outer.isNested = false
            outer.addSubview(NSView(frame: .zero))
            outer.layoutSubtreeIfNeeded()
            #expect(broken.rules.count == 1)
        }

        @Test(arguments: [false, true]) func `APK-6: A batch may ask for a target, or not`(asks: Bool) {
            view.asksForTarget = asks
            layout.target = NSPoint(x: 0, y: 50)
            view.performBatchUpdates {
                source.count = 11
                view.insertItems(at: [path(0)])
            }
            #expect(scrollView.contentView.bounds.minY == (asks ? 50 : 0) && broken.rules.isEmpty)
        }

        @Test func `APK-15: A batch ends at once, unless an animator takes it`() {
            var ends = 0
            view.performBatchUpdates(nil) { _ in ends += 1 }
            #expect(ends == 1)
            view.animator().performBatchUpdates(nil) { _ in ends += 1 }
            #expect(ends == 1)
            view.finishAnimations()
            #expect(ends == 2 && broken.rules.isEmpty)
        }

        @Test func `Items beyond the screen have no view, and come from those that left it`() {
            source.count = 1_000
            view.reloadData()
            view.layoutSubtreeIfNeeded()
            #expect(view.item(at: path(500)) == nil && view.indexPathsForVisibleItems().count == 6)
            let first = view.item(at: path(0))
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: 25_000))
            view.layoutSubtreeIfNeeded()
            #expect(view.item(at: path(0)) == nil)
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: 20_000))
            view.layoutSubtreeIfNeeded()
            #expect((390..<420).contains { view.item(at: path($0)) === first })
            #expect(broken.rules.isEmpty)
        }
    }
}
