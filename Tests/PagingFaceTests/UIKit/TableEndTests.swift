import PagingTesting
import SwiftUI
import Testing
import UIKit

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// A table view of a list that begins anywhere, and of a conversation; and SwiftUI's scroll view of one.
    @MainActor struct TableEndTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))
        private let table = UITableView(frame: .zero, style: .plain)

        private func world(_ rows: Int, at start: StartingPlace = .end) -> World {
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            return World(
                seed: 1, rows: rows, behavior: ListBehavior(membership: .changes), readInOrderFrom: start,
                policy: LoadPolicy(pageSize: 50, preloads: false))
        }

        private func makeDataSource(_ world: World, edge: ListEdge, estimate: CGFloat = 44) -> PagedTableDataSource<Row>
        {
            table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
            table.estimatedRowHeight = estimate
            let dataSource = PagedTableDataSource(table, world.list, edge: edge) { table, path, row in
                let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
                cell.fittingHeight = row.item.map(\.height)
                return cell
            }
            table.frame = window.bounds
            window.addSubview(table)
            settle(world, dataSource)
            return dataSource
        }

        private func settle(_ world: World, _ dataSource: PagedTableDataSource<Row>) {
            for _ in 0..<2 {
                table.layoutIfNeeded()
                dataSource.didLayOut()
                dataSource.didScroll()
                table.finishAnimations()
                finishScrolling(dataSource)
                world.answerAll()
            }
            table.layoutIfNeeded()
            dataSource.didLayOut()
            dataSource.didScroll()
            table.finishAnimations()
            finishScrolling(dataSource)
            dataSource.didScroll()
        }

        private func finishScrolling(_ dataSource: PagedTableDataSource<Row>) {
            while table.animationTarget != nil {
                table.standInAnimate()
                dataSource.didScroll()
            }
        }

        private func rect(_ id: Int, _ dataSource: PagedTableDataSource<Row>) -> CGRect? {
            dataSource.presenter.rows.firstIndex { $0?.id == id }.map {
                table.rectForRow(at: dataSource.indexPath(of: $0))
            }
            .map { $0.offsetBy(dx: 0, dy: -table.contentOffset.y) }
        }

        @Test(arguments: [0, 44]) func `It begins at the list's row`(estimate: CGFloat) throws {
            let dataSource = makeDataSource(world(400, at: .id(200)), edge: .start, estimate: estimate)
            #expect(try #require(rect(200, dataSource)).minY.magnitude < 0.01)
        }

        @Test(arguments: [0, 44]) func `It begins at the list's end`(estimate: CGFloat) throws {
            let dataSource = makeDataSource(world(400), edge: .end, estimate: estimate)
            #expect((try #require(rect(399, dataSource)).maxY - 880).magnitude < 0.01)
        }

        @Test func `A short list sits at the bottom, rows that come push it up, and the end is followed`() throws {
            let world = world(3)
            let dataSource = makeDataSource(world, edge: .end)
            #expect(rect(2, dataSource)?.maxY == 880)
            for count in [1, 10, 10, 10] {
                world.post(count)
                world.refresh()
                settle(world, dataSource)
                let last = try #require(world.server.last).id
                #expect((try #require(rect(last, dataSource)).maxY - 880).magnitude < 0.01, "row \(last)")
            }
            #expect(world.list.unseenBelow == 0)
            table.contentOffset.y -= 300
            dataSource.didScroll()
            let before = try #require(rect(20, dataSource)).minY
            world.post(2)
            world.refresh()
            settle(world, dataSource)
            #expect(rect(20, dataSource)?.minY == before && world.list.unseenBelow == 2)
            dataSource.scrollToEnd()
            settle(world, dataSource)
            #expect(world.list.unseenBelow == 0)
        }

        @Test func `The keyboard keeps the last row above it, and rows found above move nothing`() throws {
            let world = world(400)
            let dataSource = makeDataSource(world, edge: .end)
            table.contentInset.bottom = 300
            settle(world, dataSource)
            #expect((try #require(rect(399, dataSource)).maxY - 580).magnitude < 0.01)
            table.contentInset.bottom = 0
            settle(world, dataSource)
            #expect((try #require(rect(399, dataSource)).maxY - 880).magnitude < 0.01)
            let top = try #require(dataSource.element(at: IndexPath(row: 0, section: 0))).id
            table.contentOffset.y = 0
            table.layoutIfNeeded()
            dataSource.didScroll()
            let count = world.list.count
            world.answerAll()
            table.finishAnimations()
            #expect(world.list.count > count)
            #expect(try #require(rect(top, dataSource)).minY.magnitude < 0.01)
        }

        @Test func `Each end says what loads or failed there, and what is complete takes no room and moves nothing`()
            async throws
        {
            // The first page above comes along with the first one.
            let world = world(110)
            let dataSource = makeDataSource(world, edge: .end)
            var shown: [LoadDirection: String] = [:]
            dataSource.configureEdge = { _, state, direction in shown[direction] = "\(state)" }
            let end = try #require(rect(109, dataSource)).maxY
            dataSource.edgeHeight = 44
            table.layoutIfNeeded()
            // It moves nothing that is on screen.
            #expect(end == 880 && rect(109, dataSource)?.maxY == end && table.tableHeaderView?.frame.height == 44)
            #expect(table.tableFooterView == nil && shown[.before] == "waiting")
            table.contentOffset.y = 0
            table.layoutIfNeeded()
            dataSource.didScroll()
            await world.list.settle()
            #expect(shown[.before] == "loading")
            world.failAll()
            await world.list.settle()
            #expect(shown[.before]?.hasPrefix("failed") == true)
            let first = try #require(dataSource.presenter.rows.first ?? nil).id
            let before = try #require(rect(first, dataSource)).minY
            #expect(before == 44)
            let retry = await started { try await world.list.loadMore(.before) }
            try #require(!world.list.inFlight.isEmpty)
            world.answerAll()
            try await retry.value
            table.finishAnimations()
            try #require(world.list.isStartKnown)
            await world.list.settle()
            #expect(table.tableHeaderView?.frame.height == 0)
            #expect(shown[.before] == "none" && rect(first, dataSource)?.minY == before)
        }

        @Test func `SwiftUI's scroll view shows what loads at its ends`() async throws {
            let world = world(60)
            let pagedScrollView = PagedScrollView(world.list, edge: .end) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }.showEdges(height: 44) { state, _ in Text("\(state)") }
            let view = HostedScrollView(pagedScrollView).view
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            view.finishAnimations()
            await world.list.settle()
            #expect(view.listLayout.frames.aboveHeight == 44)
            view.layoutIfNeeded()
            view.contentOffset.y = 0
            view.layoutIfNeeded()
            let above = view.supplementaryView(
                forElementKind: PagedListLayout.elementKindAbove, at: IndexPath(item: 0, section: 0))
            #expect(
                (above as? UICollectionViewListCell)?.contentConfiguration is UIHostingConfiguration<Text, EmptyView>)
        }

        @Test func `SwiftUI's scroll view begins at the end, and a scroller takes it there`() throws {
            let world = world(400)
            let scroller = ListScroller()
            #expect(!scroller.scroll(toID: 399))
            let pagedScrollView = PagedScrollView(world.list, edge: .end, endThreshold: 10, scroller: scroller) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            let view = HostedScrollView(pagedScrollView).view
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
            let end = view.contentSize.height - 880
            #expect(view.contentOffset.y == end && view.endThreshold == 10)
            view.contentOffset.y = 100
            view.layoutIfNeeded()
            scroller.scrollToEnd(animated: false)
            #expect(view.contentOffset.y == end)
            #expect(scroller.scroll(toID: 351, animated: false) && view.contentOffset.y == 44)
        }
    }
}
