import AppKit
import PagingTesting
import SwiftUI
import Testing

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// AppKit's views of a list that begins anywhere, and of a conversation.
    @MainActor struct EndTests {
        private let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 390, height: 880))

        private func world(_ rows: Int, at start: StartingPlace = .end) -> World {
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            return World(
                seed: 1, rows: rows, behavior: ListBehavior(membership: .changes), readInOrderFrom: start,
                policy: LoadPolicy(pageSize: 50, preloads: false))
        }

        private func view(_ world: World, edge: ListEdge) -> PagedCollectionView<Row> {
            let layout = PagedListLayout(rowHeight: 40)
            layout.edge = edge
            let view = PagedCollectionView(world.list, layout: layout, item: DrivenCollection.Item.self) { item, row in
                item.shown = row
            }
            scrollView.documentView = view
            scrollView.standInWindow = .standIn()
            view.viewDidMoveToWindow()
            settle(world, view)
            return view
        }

        private func settle(_ world: World, _ view: NSView) {
            for _ in 0..<2 {
                view.layoutSubtreeIfNeeded()
                (view as? NSCollectionView)?.finishAnimations()
                world.answerAll()
            }
            view.layoutSubtreeIfNeeded()
            (view as? NSCollectionView)?.finishAnimations()
        }

        private var top: CGFloat { scrollView.contentView.bounds.minY }

        private func frame(_ id: Int, _ view: PagedCollectionView<Row>) -> NSRect? {
            view.list.position(ofID: id).flatMap { view.item(at: IndexPath(item: $0, section: 0)) }
                .map { $0.view.frame.offsetBy(dx: 0, dy: -top) }
        }

        @Test(arguments: [ListEdge.start, .end])
        func `A collection view begins at the list's row, or at its end`(edge: ListEdge) {
            #expect(frame(200, view(world(400, at: .id(200)), edge: edge))?.minY == 0)
            #expect(frame(399, view(world(400), edge: edge))?.maxY == 880)
        }

        @Test func `A conversation sits at the bottom, follows its end, and holds its place elsewhere`() throws {
            let world = world(3)
            let view = view(world, edge: .end)
            #expect(frame(2, view)?.maxY == 880 && frame(0, view)?.minY == 760)
            for count in [1, 10, 20] {
                world.post(count)
                world.refresh()
                settle(world, view)
                let last = try #require(world.server.last).id
                #expect(frame(last, view)?.maxY == 880)
            }
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: top - 200))
            view.layoutSubtreeIfNeeded()
            let before = frame(20, view)
            world.post(2)
            world.refresh()
            settle(world, view)
            #expect(before != nil && frame(20, view) == before && world.list.unseenBelow == 2)
            // A window that gets shorter keeps the row at its bottom.
            let bottom = try #require(frame(28, view)).maxY
            scrollView.frame.size.height = 600
            view.layoutSubtreeIfNeeded()
            #expect(frame(28, view)?.maxY == bottom - 280)
            view.scrollToEnd()
            view.layoutSubtreeIfNeeded()
            #expect(world.list.unseenBelow == 0 && frame(35, view)?.maxY == 600)
            #expect(view.scroll(toID: 10) && frame(10, view)?.minY == 0)
        }

        @Test func `Rows found above move nothing on screen`() throws {
            let world = world(400)
            let view = view(world, edge: .end)
            scrollView.contentView.scroll(to: .zero)
            view.layoutSubtreeIfNeeded()
            let first = try #require(view.element(at: IndexPath(item: 0, section: 0))).id
            let (before, count) = (frame(first, view), world.list.count)
            world.answerAll()
            view.layoutSubtreeIfNeeded()
            #expect(world.list.count > count)
            #expect(before != nil)
            #expect(frame(first, view) == before)
        }

        @Test(arguments: [false, true]) func `A table does all of that`(hasHeights: Bool) throws {
            let table = NSTableView(frame: .zero)
            table.rowHeight = 40
            table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row")))
            scrollView.documentView = table
            scrollView.standInWindow = .standIn()
            func makeTable(_ world: World, _ edge: ListEdge) -> PagedTable<Row> {
                let pagedTable = PagedTable(
                    table, world.list, edge: edge, rowHeight: hasHeights ? { $0.item?.height ?? 44 } : nil
                ) { _, _, _ in NSView(frame: .zero) }
                table.reloadData()
                for _ in 0..<2 {
                    table.standInLayout()
                    pagedTable.didScroll()
                    world.answerAll()
                }
                return pagedTable
            }
            func rect(_ id: Int, _ pagedTable: PagedTable<Row>) -> NSRect? {
                pagedTable.list.position(ofID: id).map { table.rect(ofRow: $0).offsetBy(dx: 0, dy: -top) }
            }
            let middle = makeTable(world(400, at: .id(200)), .start)
            #expect(rect(200, middle)?.minY == 0)
            let world = world(3)
            let end = makeTable(world, .end)
            #expect(rect(2, end)?.maxY == 880)
            for count in [1, 10, 30] {
                world.post(count)
                world.refresh()
                world.answerAll()
                world.answerAll()
                let last = try #require(world.server.last).id
                #expect((try #require(rect(last, end)).maxY - 880).magnitude < 0.01)
            }
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: top - 200))
            let before = rect(30, end)
            world.post(2)
            world.refresh()
            world.answerAll()
            world.answerAll()
            #expect(before != nil && rect(30, end) == before && world.list.unseenBelow == 2)
            end.scrollToEnd()
            #expect(world.list.unseenBelow == 0)
        }

        /// Loads what is above, which fails at first, and waits until nothing is shown there any more.
        private func readAbove(_ world: World, _ shown: () -> String?) async throws {
            await world.list.settle()
            #expect(shown() == "loading")
            world.failAll()
            await world.list.settle()
            #expect(shown()?.hasPrefix("failed") == true)
            let retry = await started { try await world.list.loadMore(.before) }
            try #require(!world.list.inFlight.isEmpty)
            world.answerAll()
            try await retry.value
            try #require(world.list.isStartKnown)
        }

        @Test func `A collection view says at each end what loads or failed there`() async throws {
            let world = world(110)
            let view = view(world, edge: .end)
            var shown: [LoadDirection: String] = [:]
            view.configureEdge = { _, state, direction in shown[direction] = "\(state)" }
            view.edgeHeight = 30
            view.layoutSubtreeIfNeeded()
            #expect(frame(109, view)?.maxY == 880)
            scrollView.contentView.scroll(to: .zero)
            view.layoutSubtreeIfNeeded()
            let first = try #require(view.element(at: IndexPath(item: 0, section: 0))).id
            let before = try #require(frame(first, view)).minY
            #expect(before == 30)
            try await readAbove(world) { shown[.before] }
            view.layoutSubtreeIfNeeded()
            view.finishAnimations()
            await world.list.settle()
            #expect(view.listLayout.frames.aboveHeight == 0)
            view.layoutSubtreeIfNeeded()
            #expect(frame(first, view)?.minY == before && shown[.after] == nil)
        }

        @Test(arguments: [false, true]) func `A table has a row for it at each end`(hasHeights: Bool) async throws {
            let world = world(110)
            let table = NSTableView(frame: .zero)
            table.rowHeight = 40
            table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row")))
            scrollView.documentView = table
            scrollView.standInWindow = .standIn()
            let pagedTable = PagedTable(
                table, world.list, edge: .end, rowHeight: hasHeights ? { $0.item?.height ?? 44 } : nil
            ) { _, _, _ in NSView(frame: .zero) }
            table.reloadData()
            for _ in 0..<2 {
                table.standInLayout()
                pagedTable.didScroll()
                world.answerAll()
            }
            var shown: [LoadDirection: String] = [:]
            pagedTable.configureEdge = { _, state, direction in shown[direction] = "\(state)" }
            pagedTable.edgeHeight = 30
            func rect(_ id: Int) -> NSRect? {
                pagedTable.list.position(ofID: id).map {
                    table.rect(ofRow: pagedTable.row(of: $0)).offsetBy(dx: 0, dy: -top)
                }
            }
            #expect(table.numberOfRows == 101 && pagedTable.element(at: 0) == nil && pagedTable.row(of: 0) == 1)
            #expect((try #require(rect(109)).maxY - 880).magnitude < 0.01)
            scrollView.contentView.scroll(to: .zero)
            table.standInLayout()
            pagedTable.didScroll()
            let first = try #require(pagedTable.element(at: 1)).id
            let before = try #require(rect(first)).minY
            #expect(before == (hasHeights ? 30 : 40))
            try await readAbove(world) { shown[.before] }
            await world.list.settle()
            #expect(!pagedTable.presenter.shown.showsEdge(.before))
            #expect(table.numberOfRows == 110 && rect(first)?.minY == before)
        }

        @Test func `SwiftUI's scroll view begins at the end, and a scroller takes it there`() {
            let world = world(400)
            let scroller = ListScroller()
            let pagedScrollView = PagedScrollView(
                world.list, edge: .end, rowHeight: 40, endThreshold: 10, scroller: scroller
            ) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            let scrollView = HostedScrollView(pagedScrollView).view
            scrollView.frame.size = NSSize(width: 390, height: 880)
            scrollView.standInWindow = .standIn()
            scrollView.documentView?.layoutSubtreeIfNeeded()
            world.answerAll()
            scrollView.documentView?.layoutSubtreeIfNeeded()
            #expect(scrollView.contentView.bounds.minY == 1_120)
            #expect(scroller.scroll(toID: 351) && scrollView.contentView.bounds.minY == 40)
            scroller.scrollToEnd()
            #expect(scrollView.contentView.bounds.minY == 1_120)
        }
    }
}
