import PagingTesting
import PagingUI
import SwiftUI
import Testing
import UIKit

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore

extension ViewTests {
    /// The cost of a collection view of a list, counted, and that it scrolls without placeholders.
    @MainActor struct CollectionCountTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))

        private func world(rows: Int, preloads: Bool = false) -> World {
            World(seed: 1, rows: rows, behavior: .fixed, policy: LoadPolicy(preloads: preloads))
        }

        /// A view of a list whose first rows are there, with rows of 44 points.
        private func view(_ world: World) -> PagedCollectionView<Row> {
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let view = PagedCollectionView(world.list, rowHeight: 44) { cell, row in
                var content = UIListContentConfiguration.cell()
                content.text = row.item.map { "row \($0.id)" }
                cell.contentConfiguration = content
            }
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            view.layoutIfNeeded()
            return view
        }

        private func texts(_ view: UICollectionView) -> [String?] {
            view.indexPathsForVisibleItems.sorted().map {
                (view.cellForItem(at: $0)?.contentConfiguration as? UIListContentConfiguration)?.text
            }
        }

        @Test func `A page's arrival in a million rows configures the rows on screen and makes no attributes`() {
            let world = world(rows: 1_000_000)
            let view = view(world)
            view.contentOffset = CGPoint(x: 0, y: view.listLayout.contentOffset(ofRow: 700_000).y)
            view.layoutIfNeeded()
            let (cells, visible) = (view.cellRequests, view.indexPathsForVisibleItems.count)
            #expect(texts(view).allSatisfy { $0 == nil } && visible >= 20)
            UICollectionViewLayout.madeAttributes = 0
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            // Cells of the screen to come are made ahead.
            #expect(view.cellRequests - cells <= 2 * visible)
            #expect(UICollectionViewLayout.madeAttributes == 0)
            view.layoutIfNeeded()
            #expect(texts(view).allSatisfy { $0 != nil })
            #expect(UICollectionViewLayout.madeAttributes <= 3 * visible)
        }

        @Test(arguments: [30, 5_000])
        func `Another source's rows are shown from their top, and until then those before stay`(count: Int) async throws
        {
            let world = world(rows: 1_000)
            let view = view(world)
            view.contentOffset = CGPoint(x: 0, y: 22_000)
            view.layoutIfNeeded()
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            view.layoutIfNeeded()
            let before = texts(view)
            #expect(before.first == "row 500")
            let source = ScriptedSource<Row>()
            let task = await started { try await world.list.replaceSource(with: source) }
            #expect(world.list.showsPreviousSource)
            view.layoutIfNeeded()
            #expect(texts(view) == before)
            let call = await source.nextCall()
            guard case .positions(let asked) = call.request else { return #expect(Bool(false), "\(call.request)") }
            let inside = asked.clamped(to: 0..<count)
            call.answer(
                Page(inside.map { Row(id: 10_000 + $0) }, at: inside.lowerBound, total: count))
            try await task.value
            view.layoutIfNeeded()
            #expect(view.numberOfItems(inSection: 0) == count)
            #expect(view.contentOffset.y <= 0 && texts(view).first == "row 10000", "at \(view.contentOffset.y)")
        }

        @Test func `A row that comes above costs the attributes of the screen, however long the list is`() throws {
            var made: [Int] = []
            for rows in [1_000, 1_000_000] {
                let world = world(rows: rows)
                let view = view(world)
                view.contentOffset = CGPoint(x: 0, y: 22_000)
                view.layoutIfNeeded()
                UICollectionViewLayout.madeAttributes = 0
                try world.list.insert(Row(id: -1), at: .start)
                view.layoutIfNeeded()
                made.append(UICollectionViewLayout.madeAttributes)
            }
            #expect(made[0] <= 95 && made[1] <= 95, "\(made)")
        }

        @Test func `A grid of a million cells costs those on screen, and one that comes those that it moves`() throws {
            for rows in [1_000, 1_000_000] {
                let world = world(rows: rows)
                StandIn.onBrokenRule = { Issue.record("\($0)") }
                let view = PagedCollectionView(
                    world.list, grid: ListGrid(columns: .adaptive(minimum: 100), spacing: 2)
                ) { _, _ in }
                UICollectionViewLayout.madeAttributes = 0
                view.frame = window.bounds
                window.addSubview(view)
                view.layoutIfNeeded()
                for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
                view.layoutIfNeeded()
                // Seven lines of three.
                #expect(view.indexPathsForVisibleItems.count == 21 && view.cellRequests <= 42)
                #expect(UICollectionViewLayout.madeAttributes <= 3 * 21)
                view.contentOffset = CGPoint(x: 0, y: 22_000)
                view.layoutIfNeeded()
                UICollectionViewLayout.madeAttributes = 0
                let first = try #require(view.indexPathsForVisibleItems.min())
                let cell = try #require(view.cellForItem(at: first))
                let top = cell.frame.minY - view.contentOffset.y
                try world.list.insert(Row(id: -1), at: .start)
                view.layoutIfNeeded()
                // And of the paths beside the batch that UIKit asks for.
                #expect(UICollectionViewLayout.madeAttributes <= 3 * 24 + 11)
                #expect(cell.frame.minY - view.contentOffset.y == top)
                #expect(cell.frame.minX == 131 && view.indexPath(for: cell)?.item == first.item + 1)
                view.removeFromSuperview()
            }
        }

        @Test
        func `A grid that is turned and turned back is where it was, with the first cell on screen all the while`()
            throws
        {
            let world = world(rows: 100_000)
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let grid = ListGrid(columns: .adaptive(minimum: 100), spacing: 2)
            let view = PagedCollectionView(world.list, grid: grid) { _, _ in }
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
            for offset in [40.0, 1_000.25, 2_000_000, 3_900_000] {
                view.contentOffset.y = offset
                view.layoutIfNeeded()
                let first = try #require(view.indexPathsForVisibleItems.min())
                let top = try #require(view.cellForItem(at: first)).frame.minY - view.contentOffset.y
                view.frame.size = CGSize(width: 880, height: 390)
                view.layoutIfNeeded()
                #expect(view.indexPathsForVisibleItems.contains(first))
                view.frame.size = window.bounds.size
                view.layoutIfNeeded()
                #expect(view.indexPathsForVisibleItems.min() == first)
                let again = try #require(view.cellForItem(at: first)).frame.minY - view.contentOffset.y
                #expect((again - top).magnitude < 1e-6, "at \(offset)")
            }
        }

        @Test func `A grid is laid out from right to left where text is`() {
            let world = world(rows: 100)
            let view = PagedCollectionView(world.list, grid: ListGrid(columns: .fixed(3))) { _, _ in }
            view.effectiveUserInterfaceLayoutDirection = .rightToLeft
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            view.layoutIfNeeded()
            #expect(view.cellForItem(at: IndexPath(item: 0, section: 0))?.frame.maxX == 390)
            #expect(view.cellForItem(at: IndexPath(item: 2, section: 0))?.frame.minX == 0)
        }

        @Test func `A row that comes above moves no pixel of the visible rows`() throws {
            let world = world(rows: 1_000_000)
            let view = view(world)
            for offset in [500.5, 22_000.25, 3_000_000.75] {
                view.contentOffset = CGPoint(x: 0, y: offset)
                view.layoutIfNeeded()
                view.finishAnimations()
                let first = try #require(view.indexPathsForVisibleItems.min())
                let cell = try #require(view.cellForItem(at: first))
                let top = cell.frame.minY - view.contentOffset.y
                try world.list.insert(Row(id: -Int(offset)), at: .start)
                // Half a pixel: offsets are rounded to pixels.
                #expect((cell.frame.minY - view.contentOffset.y - top).magnitude < 0.5 / view.scale + 1e-6)
                #expect(view.indexPath(for: cell) == IndexPath(item: first.item + 1, section: 0))
            }
        }

        @Test func `A list taller than layers can tell ends where its last row ends`() throws {
            let world = world(rows: 1_000_000)
            let view = view(world)
            #expect(view.contentSize.height == 4_000_000)
            view.contentOffset = CGPoint(x: 0, y: view.contentSize.height - view.bounds.height)
            view.layoutIfNeeded()
            let last = try #require(view.cellForItem(at: IndexPath(item: 999_999, section: 0)))
            #expect(last.frame.maxY == view.contentSize.height)
            // Scrolled up by a row's height a frame, row after row comes by.
            for frame in 0..<2_000 {
                let first = try #require(view.indexPathsForVisibleItems.min())
                view.contentOffset.y -= 44
                view.layoutIfNeeded()
                #expect(view.indexPathsForVisibleItems.min()?.item == first.item - 1, "frame \(frame)")
            }
        }

        private func landing(_ world: World) -> Range<Int>? {
            world.list.machine.views.first { $0.viewer.rawValue >= 0 }?.landing
        }

        @Test func `A landing goes along with rows that come above, and ends where a finger stops the fling`() throws {
            let world = world(rows: 10_000)
            let view = view(world)
            view.isDecelerating = true
            _ = view.listLayout.targetContentOffset(
                forProposedContentOffset: CGPoint(x: 0, y: 44_000), withScrollingVelocity: .zero)
            view.contentOffset.y += 500
            view.layoutIfNeeded()
            #expect(landing(world) == 1_000..<1_020)
            try world.list.insert(Row(id: -1), at: .start)
            view.contentOffset.y += 500
            view.layoutIfNeeded()
            // In the server's positions, which has no row of the reader's own: one less would be the landing left behind.
            #expect(landing(world) == 1_000..<1_020)
            view.isTracking = true
            view.contentOffset.y += 1
            view.layoutIfNeeded()
            #expect(landing(world) == nil)
        }

        /// A fling as UIKit has it: the speed falls to 0.998 of itself each millisecond.
        @Test func `Flings at 6,000 points a second over 200 ms show no placeholder after the first load`() {
            let world = world(rows: 100_000, preloads: true)
            let view = view(world)
            let frame = 16
            func tick() { world.pass(frame, latency: .milliseconds(200)) }
            for _ in 0..<60 { tick() }
            var placeholders = 0
            for fling in 0..<6 {
                // The finger moves faster and faster, and lifts.
                view.isTracking = true
                for step in 1...8 {
                    tick()
                    view.contentOffset.y += CGFloat(12 * step)
                    view.layoutIfNeeded()
                    placeholders += texts(view).count { $0 == nil }
                }
                (view.isTracking, view.isDecelerating) = (false, true)
                var speed = 6.0
                let rest = view.contentOffset.y + 6.0 / 0.002002
                _ = view.listLayout.targetContentOffset(
                    forProposedContentOffset: CGPoint(x: 0, y: rest), withScrollingVelocity: CGPoint(x: 0, y: speed))
                // The list knows where each fling lands, while it lasts.
                #expect(landing(world) == Int(rest / 44)..<Int(((rest + 880) / 44).rounded(.up)), "fling \(fling)")
                while speed > 0.05 {
                    tick()
                    for _ in 0..<frame {
                        view.contentOffset.y += CGFloat(speed)
                        speed *= 0.998
                    }
                    view.layoutIfNeeded()
                    placeholders += texts(view).count { $0 == nil }
                }
                view.isDecelerating = false
                view.setNeedsLayout()
                view.layoutIfNeeded()
                #expect(landing(world) == nil)
                // From the top none. Later a fling may begin with fewer rows ahead than it passes in 200 ms: then one row, for one frame.
                #expect(placeholders <= (fling < 2 ? 0 : 1), "fling \(fling)")
                for _ in 0..<60 { tick() }
            }
        }

        @Test func `SwiftUI's rows are evaluated again when their own content changes, and no others`() throws {
            let world = world(rows: 5_000)
            world.list.viewport(0..<20)
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            let rows = PagedForEach(world.list) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            let evaluator = StandInEvaluator()
            evaluator.evaluate(rows, visible: 1_000..<1_020)
            #expect(evaluator.rowBodies == 20 && evaluator.identities == 5_000)
            world.list.viewport(1_000..<1_020)
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            #expect(evaluator.outdated.count == 20 && !evaluator.isOutdated)
            evaluator.evaluateOutdated(of: rows)
            #expect(evaluator.rowBodies == 40 && evaluator.outerBodies == 1)
            world.list.update(Row(id: 1_003, text: "mine"))
            #expect(evaluator.outdated.count == 1 && !evaluator.isOutdated)
            try world.list.insert(Row(id: -1), at: .start)
            #expect(evaluator.outdated.count == 1 && evaluator.isOutdated)
        }

        @Test func `A million rows in the scroll view are those on screen`() {
            let world = world(rows: 1_000_000)
            let pagedScrollView = PagedScrollView(world.list) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            let view = HostedScrollView(pagedScrollView).view
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            view.layoutIfNeeded()
            #expect(view.indexPathsForVisibleItems.count == 20 && view.cellRequests <= 50)
            let grid = PagedScrollView(world.list, grid: ListGrid(columns: .fixed(3), spacing: 2)) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            let cells = HostedScrollView(grid).view
            cells.frame = window.bounds
            window.addSubview(cells)
            cells.layoutIfNeeded()
            #expect(cells.indexPathsForVisibleItems.count == 21 && cells.cellRequests == 21)
        }

        @Test func `Headers stick to the top until the next pushes them out`() async throws {
            struct Letters: SectionedPageSource {
                var capabilities: SourceCapabilities { [.positions, .sections] }
                func page(for request: PageRequest) async throws -> Page<Row> {
                    Page((0..<300).map { Row(id: $0) }, at: 0, total: 300)
                }
                func sections() async throws -> [ListSection] {
                    [ListSection(title: "A", count: 100), ListSection(title: "B", count: 200)]
                }
            }
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let list = PagedList(Letters())
            let view = PagedCollectionView(list, rowHeight: 44, isSelfSizing: false, headerHeight: 28) { _, _ in }
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            for await change in list.changes where change.sections != nil && change.after.isFullyLoaded { break }
            view.layoutIfNeeded()
            let kind = UICollectionView.elementKindSectionHeader
            func titles() -> [String: CGFloat] {
                var titles: [String: CGFloat] = [:]
                for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                    let header = view.supplementaryView(forElementKind: kind, at: path) as? UICollectionViewListCell
                    let title = (header?.contentConfiguration as? UIListContentConfiguration)?.text
                    titles[title ?? "?"] = (header?.frame.minY ?? 0) - view.contentOffset.y
                }
                return titles
            }
            #expect(titles() == ["A": 0])
            #expect(view.contentSize.height == CGFloat(300 * 44 + 2 * 28))
            view.contentOffset.y = 100 * 44
            view.layoutIfNeeded()
            #expect(titles() == ["A": 0, "B": 28])
            view.contentOffset.y += 10
            view.layoutIfNeeded()
            #expect(titles() == ["A": -10, "B": 18])
            view.contentOffset.y += 1_000
            view.layoutIfNeeded()
            #expect(titles() == ["B": 0])
            #expect(view.indexTitles(for: view) == ["A", "B"])
            #expect(view.collectionView(view, indexPathForIndexTitle: "B", at: 1).item == 100)
            #expect(UIAccessibility.announcements.contains("300 rows"))
        }

        @Test func `Rows are measured anew when the text's size changes, and the first visible one stays`() throws {
            let world = world(rows: 1_000)
            let view = view(world)
            view.contentOffset.y = 4_400
            view.layoutIfNeeded()
            let tall = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 3, section: 0))
            tall.frame.size.height = 100
            view.listLayout.invalidateLayout(
                with: view.listLayout.invalidationContext(
                    forPreferredLayoutAttributes: tall, withOriginalAttributes: tall))
            #expect(view.listLayout.geometry.measuredCount == 1 && view.contentOffset.y == 4_456)
            let first = try #require(view.indexPathsForVisibleItems.min())
            for handler in view.standInTraitHandlers { handler() }
            view.layoutIfNeeded()
            #expect(view.indexPathsForVisibleItems.min() == first)
            #expect(view.listLayout.geometry.measuredCount == 0)
        }

        @Test func `A delegate is told of the element that is shown, and a footer is below the last row`() throws {
            let world = world(rows: 50)
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let view = PagedCollectionView(world.list, rowHeight: 44, footerHeight: 30) { _, _ in }
            view.configureFooter = { footer, _ in footer.accessibilityLabel = "footer" }
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
            let path = IndexPath(item: 7, section: 0)
            view.presenter.isPaused = true
            try world.list.remove(id: 0)
            #expect(view.element(at: path)?.id == 7 && world.list[7]?.id == 8)
            #expect(view.element(at: IndexPath(item: 50, section: 0)) == nil)
            view.presenter.isPaused = false
            #expect(view.element(at: path)?.id == 8)
            view.contentOffset.y = view.contentSize.height - view.bounds.height
            view.layoutIfNeeded()
            let kind = UICollectionView.elementKindSectionFooter
            let footer = try #require(view.supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: 0)))
            #expect(footer.accessibilityLabel == "footer" && footer.frame.maxY == view.contentSize.height)
        }

        @Test func `Rows whose cells UIKit makes ahead are asked for until they come to the screen`() {
            let world = World(
                seed: 1, rows: 1_000, behavior: .fixed, policy: LoadPolicy(pageSize: 5, preloads: false))
            let view = view(world)
            // Twenty rows to a screen: UIKit asks for the next ten, and makes cells of the next twenty.
            view.contentOffset.y = 300 * 44
            view.layoutIfNeeded()
            let ahead = view.visibleRows.upperBound..<view.visibleRows.upperBound + 10
            #expect(view.cellForItem(at: IndexPath(item: ahead.upperBound - 1, section: 0)) != nil)
            // At the next row the view says anew what it wants.
            view.contentOffset.y += 44
            view.layoutIfNeeded()
            let demand = world.list.machine.views.first { $0.viewer.rawValue < 0 }?.rows
            let wanted = view.visibleRows.upperBound..<ahead.upperBound + 1
            #expect(demand.map { $0.contains(wanted) } == true, "\(String(describing: demand)) of \(wanted)")
            world.answerAll()
            #expect(wanted.allSatisfy { world.list[$0] != nil })
        }

        @Test func `Pages that UIKit prefetches are asked for once, and passed by while a fling's landing is known`() {
            let world = world(rows: 100_000)
            let view = view(world)
            view.collectionView(view, prefetchItemsAt: (5_060..<5_070).map { IndexPath(item: $0, section: 0) })
            #expect(world.list.inFlight.map(\.rows) == [5_050..<5_100])
            view.collectionView(view, prefetchItemsAt: (5_070..<5_080).map { IndexPath(item: $0, section: 0) })
            #expect(world.list.inFlight.count == 1)
            view.collectionView(
                view, cancelPrefetchingForItemsAt: (5_060..<5_070).map { IndexPath(item: $0, section: 0) })
            #expect(world.list.inFlight.count == 1)
            view.collectionView(
                view, cancelPrefetchingForItemsAt: (5_070..<5_080).map { IndexPath(item: $0, section: 0) })
            #expect(world.list.inFlight.isEmpty)
            _ = view.listLayout.targetContentOffset(
                forProposedContentOffset: CGPoint(x: 0, y: 44_000), withScrollingVelocity: .zero)
            let asked = world.list.inFlight.count
            view.collectionView(view, prefetchItemsAt: (500..<510).map { IndexPath(item: $0, section: 0) })
            #expect(world.list.inFlight.count == asked)
        }
    }
}
