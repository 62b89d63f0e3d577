import PagingTesting
import AppKit
import PagingUI
import SwiftUI
import Testing

@testable import Paging
@testable import PagingCore

extension ViewTests {
    /// The cost of an AppKit collection view of a list, counted, and the positions of its headers.
    @MainActor struct CollectionCountTests {
        private let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 390, height: 880))

        private func view(
            _ world: World, _ layout: PagedListLayout
        ) -> PagedCollectionView<Row> {
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let view = PagedCollectionView(world.list, layout: layout, item: DrivenCollection.Item.self) { item, row in
                item.shown = row
            }
            scrollView.documentView = view
            scrollView.standInWindow = .standIn()
            view.viewDidMoveToWindow()
            view.layoutSubtreeIfNeeded()
            world.answerAll()
            view.layoutSubtreeIfNeeded()
            return view
        }

        @Test func `A million rows cost the items and attributes of the screen, and so does one that comes`() throws {
            for rows in [1_000, 1_000_000] {
                let world = World(seed: 1, rows: rows, behavior: .fixed, policy: LoadPolicy())
                let view = view(world, PagedListLayout(rowHeight: 44))
                // With what is prepared beyond the screen.
                #expect(view.itemRequests <= 2 * 28)
                scrollView.contentView.scroll(to: NSPoint(x: 0, y: 22_000.25))
                view.layoutSubtreeIfNeeded()
                // A move of 900 rows in no time is passed by until it rests.
                world.pass(1_000)
                world.answerAll()
                let (requests, first) = (view.itemRequests, try #require(view.indexPathsForVisibleItems().min()))
                let item = try #require(view.item(at: first) as? DrivenCollection.Item)
                #expect(item.shown?.item != nil)
                let top = item.view.frame.minY - scrollView.contentView.bounds.minY
                NSCollectionViewLayout.madeAttributes = 0
                try world.list.insert(Row(id: -1), at: .start)
                #expect((item.view.frame.minY - scrollView.contentView.bounds.minY - top).magnitude < 1e-6)
                #expect(view.indexPath(for: item)?.item == first.item + 1)
                #expect(NSCollectionViewLayout.madeAttributes <= 3 * 28 && view.itemRequests <= requests + 1)
            }
        }

        @Test func `A list taller than layers can tell ends where its last row ends`() throws {
            let world = World(seed: 1, rows: 1_000_000, behavior: .fixed, policy: LoadPolicy())
            let view = view(world, PagedListLayout(rowHeight: 44))
            #expect(view.frame.height == 4_000_000)
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: 4_000_000 - 880))
            view.layoutSubtreeIfNeeded()
            #expect(view.item(at: IndexPath(item: 999_999, section: 0))?.view.frame.maxY == 4_000_000)
            // From the middle of a row on, since a sum may be a little above or below an edge.
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: 4_000_000 - 880 - 22))
            view.layoutSubtreeIfNeeded()
            for frame in 0..<2_000 {
                let first = try #require(view.indexPathsForVisibleItems().min())
                let y = scrollView.contentView.bounds.minY - 44
                scrollView.contentView.scroll(to: NSPoint(x: 0, y: y))
                view.layoutSubtreeIfNeeded()
                #expect(view.indexPathsForVisibleItems().min()?.item == first.item - 1, "frame \(frame)")
            }
        }

        @Test func `Headers stick to the top, and a place that was kept is where the view begins`() throws {
            let world = World(seed: 3, rows: 400, behavior: .fixed, sections: 4, policy: LoadPolicy())
            let kind = NSCollectionView.elementKindSectionHeader
            let layout = PagedListLayout(rowHeight: 44, headerHeight: 28)
            let view = view(world, layout)
            let sections = try #require(view.presenter.sections)
            let second = try #require(sections.first { !$0.rows.isEmpty && $0.rows.lowerBound > 0 })
            layout.scroll(to: RowAnchor(row: second.rows.lowerBound, offset: 100))
            let path = IndexPath(item: second.rows.lowerBound, section: 0)
            let header = try #require(view.supplementaryView(forElementKind: kind, at: path) as? NSTextField)
            #expect(header.frame.minY == scrollView.contentView.bounds.minY && header.stringValue == second.title)
            var kept: RowAnchor?
            view.onScroll = { kept = $0 }
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: 5_000.5))
            let again = PagedCollectionView(
                world.list, layout: PagedListLayout(rowHeight: 44, headerHeight: 28), item: DrivenCollection.Item.self
            ) { _, _ in }
            again.startingPlace = kept
            scrollView.documentView = again
            again.viewDidMoveToWindow()
            scrollView.contentView.scroll(to: .zero)
            again.layoutSubtreeIfNeeded()
            #expect(scrollView.contentView.bounds.minY == 5_000.5)
        }

        @Test(arguments: [300, 5_000])
        func `A list that begins at a row is shown from there, or from its end where it is shorter`(
            start: Int
        ) throws {
            let world = World(seed: 3, rows: 400, behavior: .fixed, policy: LoadPolicy())
            world.list.starting.beginning = Beginning(start)
            let view = view(world, PagedListLayout(rowHeight: 44))
            let first = try #require(view.indexPathsForVisibleItems().min()?.item)
            #expect(start == 300 ? first == 300 : (378...380).contains(first))
        }

        @Test func `SwiftUI's scroll view of a million rows has those on screen, in sections, and begins where it was`()
            async throws
        {
            let world = World(seed: 3, rows: 1_000_000, behavior: .fixed, sections: 4, policy: LoadPolicy())
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            var kept: RowAnchor? = RowAnchor(row: 0, offset: 300)
            let pagedScrollView = PagedScrollView(
                world.list, rowHeight: 44, headerHeight: 28, place: Binding(get: { kept }, set: { kept = $0 })
            ) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            let scrollView = HostedScrollView(pagedScrollView).view
            let view = try #require(scrollView.documentView as? PagedCollectionView<Row>)
            scrollView.frame.size = NSSize(width: 390, height: 880)
            scrollView.standInWindow = .standIn()
            view.layoutSubtreeIfNeeded()
            world.answerAll()
            world.answerAll()
            view.layoutSubtreeIfNeeded()
            #expect(view.itemRequests <= 3 * 28 && view.presenter.sections?.count == 4)
            await world.list.settle()
            #expect(scrollView.contentView.bounds.minY == 300 && kept == RowAnchor(row: 6, offset: 8))
            #expect(view.item(at: IndexPath(item: 7, section: 0))?.view.subviews.count == 1)
        }

        @Test func `A grid in a window that is resized and resized back is where it was`() throws {
            let world = World(seed: 1, rows: 100_000, behavior: .fixed, policy: LoadPolicy())
            let view = view(world, PagedListLayout(grid: ListGrid(columns: .adaptive(minimum: 100), spacing: 2)))
            for offset in [40.0, 1_000.25, 2_000_000, 3_900_000] {
                scrollView.contentView.scroll(to: NSPoint(x: 0, y: offset))
                view.layoutSubtreeIfNeeded()
                let first = try #require(view.indexPathsForVisibleItems().min())
                let top = try #require(view.item(at: first)).view.frame.minY - scrollView.contentView.bounds.minY
                for width in stride(from: 400.0, through: 900, by: 10) {
                    scrollView.frame.size.width = width
                    view.layoutSubtreeIfNeeded()
                    #expect(view.indexPathsForVisibleItems().contains(first))
                }
                scrollView.frame.size.width = 390
                view.layoutSubtreeIfNeeded()
                let again = try #require(view.item(at: first)).view.frame.minY - scrollView.contentView.bounds.minY
                #expect((again - top).magnitude < 1e-6, "at \(offset)")
            }
        }

        @Test func `A window that is resized shows more rows, which are loaded`() {
            let world = World(seed: 1, rows: 1_000, behavior: .fixed, policy: LoadPolicy(pageSize: 10, preloads: false))
            let view = view(world, PagedListLayout(rowHeight: 44))
            let table = NSTableView(frame: .zero)
            let other = World(seed: 1, rows: 1_000, behavior: .fixed, policy: LoadPolicy(pageSize: 10, preloads: false))
            let frame = NSScrollView(frame: NSRect(x: 0, y: 0, width: 390, height: 880))
            frame.documentView = table
            let pagedTable = PagedTable(table, other.list) { _, _, _ in nil }
            for (world, scrollView) in [(world, scrollView), (other, frame)] {
                while !world.list.inFlight.isEmpty { world.answerAll() }
                scrollView.frame.size.height = 4_000
                view.layoutSubtreeIfNeeded()
                #expect(world.list.inFlight.contains { $0.rows.contains(80) })
            }
            #expect(pagedTable.visibleRows.count > 80)
        }
    }
}
