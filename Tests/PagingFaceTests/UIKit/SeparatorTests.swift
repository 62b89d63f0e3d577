import SwiftUI
import Testing
import UIKit

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// Separators between the rows of a collection view and of SwiftUI's scroll view.
    @MainActor struct SeparatorTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))

        private func world(_ rows: Int, at start: StartingPlace = .end) -> World {
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            return World(
                seed: 1, rows: rows, behavior: ListBehavior(membership: .changes), readInOrderFrom: start,
                policy: LoadPolicy(pageSize: 50, preloads: false))
        }

        /// A view whose rows are 40 points high, and separators 20.
        private func view(_ world: World, edge: ListEdge) -> PagedCollectionView<Row> {
            let view = PagedCollectionView(world.list, edge: edge, rowHeight: 40, isSelfSizing: false) { _, _ in }
            view.showSeparators(world.sevens, height: 20) { _, _ in }
            return show(view, world)
        }

        private func show(_ view: PagedCollectionView<Row>, _ world: World) -> PagedCollectionView<Row> {
            view.frame = window.bounds
            window.addSubview(view)
            for _ in 0..<2 {
                view.layoutIfNeeded()
                view.finishAnimations()
                world.answerAll()
            }
            return view
        }

        private func top(of id: Int, _ view: PagedCollectionView<Row>) -> CGFloat? {
            view.list.position(ofID: id).flatMap { view.cellForItem(at: view.indexPath(of: $0)) }
                .map { $0.frame.minY - view.contentOffset.y }
        }

        @Test func `Positions are the list's, and index paths count separators`() throws {
            let world = world(400, at: .id(200))
            let view = view(world, edge: .start)
            #expect(top(of: 200, view) == 0)
            let row = try #require(world.list.position(ofID: 203))
            let path = view.indexPath(of: row)
            #expect(view.position(of: path) == row && view.element(at: path)?.id == 203 && !view.isSeparator(at: path))
            let above = IndexPath(item: path.item - 1, section: 0)
            #expect(view.isSeparator(at: above) && view.element(at: above) == nil && view.position(of: above) == row)
            var place: RowAnchor?
            view.onScroll = { place = $0 }
            view.scroll(toID: 203, animated: false)
            view.layoutIfNeeded()
            #expect(top(of: 203, view) == 0 && place == RowAnchor(row: row, offset: 0))
            // The separator above is first on screen, and the place is the row's below.
            view.contentOffset.y -= 15
            view.layoutIfNeeded()
            #expect(place == RowAnchor(row: row, offset: 0) || place == RowAnchor(row: row, offset: -15))
            #expect(top(of: 203, view) == 15)
        }

        @Test func `A short conversation sits at the bottom with its separators, and follows its end`() throws {
            let world = world(3)
            let view = view(world, edge: .end)
            // A separator above the first row, three rows, and one behind the last.
            #expect(view.presenter.shown.count == 5)
            #expect(top(of: 0, view) == 740 && top(of: 2, view) == 820)
            world.post(6)
            world.refresh()
            for _ in 0..<2 {
                world.answerAll()
                view.layoutIfNeeded()
                view.finishAnimations()
            }
            #expect(top(of: 8, view) == 820 && top(of: 6, view) == 720)
        }

        @Test func `Pages above bring their separators, and nothing on screen moves`() throws {
            let world = world(400)
            let view = view(world, edge: .end)
            view.contentOffset.y = 0
            view.layoutIfNeeded()
            let first = try #require(view.presenter.rows.compactMap(\.self).first).id
            let (before, count) = (top(of: first, view), view.presenter.shown.count)
            world.answerAll()
            view.layoutIfNeeded()
            view.finishAnimations()
            #expect(view.presenter.shown.count >= count + 57)
            #expect(before == 0 && top(of: first, view) == before)
        }

        @Test(arguments: [ListEdge.start, .end])
        func `A separator at the edge of the screen that goes and comes moves no row`(edge: ListEdge) {
            let world = world(400, at: .id(200))
            let view = PagedCollectionView(world.list, edge: edge, rowHeight: 40, isSelfSizing: false) { _, _ in }
            let unread = world.list.separators { above, _ in above?.id == 202 && above?.text == "" ? "unread" : nil }
            view.showSeparators(unread, height: 20) { _, _ in }
            _ = show(view, world)
            view.scroll(toID: 203, animated: false)
            // Half of it is above the screen, or all of it is the last on it.
            view.contentOffset.y -= edge == .start ? 10 : 865
            view.layoutIfNeeded()
            let place = edge == .start ? 10 : 805
            #expect(top(of: edge == .start ? 203 : 202, view) == CGFloat(place))
            func update(_ text: String) {
                world.list.update(Row(id: 202, text: text))
                view.layoutIfNeeded()
                view.finishAnimations()
                #expect(unread.rows.count == view.presenter.shown.count)
            }
            update("read")
            #expect(top(of: edge == .start ? 203 : 202, view) == CGFloat(place))
            // Where it was the row above is on screen now, which is the first one, and so stays.
            update("")
            #expect(top(of: 202, view) == (edge == .start ? -30 : 805))
        }

        @Test func `A start that is known has its separator`() {
            let world = world(30)
            let view = view(world, edge: .start)
            #expect(world.list.isStartKnown && view.isSeparator(at: IndexPath(item: 0, section: 0)))
        }

        @Test func `SwiftUI's scroll view shows them`() {
            let world = world(30)
            let pagedScrollView = PagedScrollView(world.list, edge: .end, rowHeight: 40, isSelfSizing: false) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }.showSeparators(world.sevens, height: 20) { Text("\($0)") }
            let view = show(HostedScrollView(pagedScrollView).view, world)
            // Five above, and one behind the last row.
            #expect(view.contentSize.height == 1_320)
        }
    }
}
