import PagingTesting
import PagingUI
import Testing
import UIKit

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore

extension ViewTests {
    /// A collection view of a list that begins anywhere, and of a conversation.
    @MainActor struct CollectionEndTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))

        final class Cell: UICollectionViewListCell {
            var shown: ListRow<Row>?
        }

        /// A view of a list that is read in order, which has its first answer.
        private func view(
            _ world: World, edge: ListEdge = .start, isSelfSizing: Bool = true
        ) -> PagedCollectionView<Row> {
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let registration = UICollectionView.CellRegistration<Cell, ListRow<Row>> { cell, _, row in
                cell.shown = row
                cell.fittingHeight = row.item.map(\.height)
            }
            let layout = PagedListLayout(rowHeight: 44, isSelfSizing: isSelfSizing)
            layout.edge = edge
            let view = PagedCollectionView(world.list, layout: layout) { view, path, row in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: row)
            }
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
            view.finishAnimations()
            return view
        }

        private func conversation(_ rows: Int, at start: StartingPlace = .end) -> World {
            World(
                seed: 1, rows: rows, behavior: ListBehavior(membership: .changes), readInOrderFrom: start,
                policy: LoadPolicy(pageSize: 50, preloads: false))
        }

        /// Rows on screen, with how far below the screen's top each begins.
        private func tops(_ view: PagedCollectionView<Row>) -> [Int: CGFloat] {
            var tops: [Int: CGFloat] = [:]
            for path in view.indexPathsForVisibleItems {
                guard let cell = view.cellForItem(at: path) as? Cell, let id = cell.shown?.item?.id else { continue }
                tops[id] = cell.frame.minY - view.contentOffset.y
            }
            return tops
        }

        private func bottom(of id: Int, _ view: PagedCollectionView<Row>) -> CGFloat? {
            view.list.position(ofID: id).flatMap { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
                .map { $0.frame.maxY - view.contentOffset.y }
        }

        private func refresh(_ world: World, _ view: PagedCollectionView<Row>) {
            world.refresh()
            world.answerAll()
            view.layoutIfNeeded()
            view.finishAnimations()
            world.answerAll()
            view.layoutIfNeeded()
            view.finishAnimations()
        }

        // MARK: Where it begins

        @Test(arguments: [ListEdge.start, .end], [false, true])
        func `At an identifier, whose row is at the top`(edge: ListEdge, isSelfSizing: Bool) throws {
            let view = view(conversation(400, at: .id(200)), edge: edge, isSelfSizing: isSelfSizing)
            #expect(view.list.startingPosition == 25)
            #expect(try #require(tops(view)[200]).magnitude < 0.01)
        }

        @Test(arguments: [ListEdge.start, .end], [false, true])
        func `At the end, whose row is at the bottom`(edge: ListEdge, isSelfSizing: Bool) throws {
            let view = view(conversation(400), edge: edge, isSelfSizing: isSelfSizing)
            let end = try #require(bottom(of: 399, view))
            #expect((end - 880).magnitude < 0.01)
        }

        @Test func `After a jump it is there`() async throws {
            let world = conversation(400)
            let view = view(world, edge: .end)
            world.answerAtOnce()
            try await world.list.jump(to: .id(100))
            view.layoutIfNeeded()
            view.finishAnimations()
            #expect(try #require(tops(view)[100]).magnitude < 0.01)
            try await world.list.jump(to: .end)
            view.layoutIfNeeded()
            view.finishAnimations()
            view.layoutIfNeeded()
            #expect((try #require(bottom(of: 399, view)) - 880).magnitude < 0.01)
        }

        @Test func `A list that was read before the view came begins at its row, though others came above`() throws {
            let world = conversation(400, at: .id(200))
            world.list.viewport(0..<2)
            world.answerAll()
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let late = PagedCollectionView(world.list, rowHeight: 44, isSelfSizing: false) { _, _ in }
            // Rows come above before the view is laid out.
            world.list.viewport(0..<2)
            world.answerAll()
            #expect(world.list.position(ofID: 200) == 75)
            late.frame = window.bounds
            window.addSubview(late)
            late.layoutIfNeeded()
            #expect(late.contentOffset.y == 3_300)
        }

        // MARK: Conversations

        @Test func `A short list sits at the bottom, and a row that comes pushes the others up`() throws {
            let world = conversation(3)
            let view = view(world, edge: .end)
            #expect(bottom(of: 2, view) == 880)
            #expect(tops(view)[0] == 763)
            world.post()
            refresh(world, view)
            #expect(bottom(of: 3, view) == 880)
            #expect(bottom(of: 2, view) == 823)
            for _ in 0..<4 {
                world.post(10)
                refresh(world, view)
                let last = try #require(world.server.last).id
                #expect((try #require(bottom(of: last, view)) - 880).magnitude < 0.01, "row \(last)")
            }
            #expect(world.list.unseenBelow == 0)
        }

        @Test func `At the end the view follows rows that come, within so many points of it`() throws {
            let world = conversation(400)
            let view = view(world, edge: .end)
            world.post(3)
            refresh(world, view)
            #expect((try #require(bottom(of: 402, view)) - 880).magnitude < 0.01)
            #expect(world.list.unseenBelow == 0)
            view.endThreshold = 100
            view.contentOffset.y -= 90
            view.layoutIfNeeded()
            world.post()
            refresh(world, view)
            #expect((try #require(bottom(of: 403, view)) - 880).magnitude < 0.01)
        }

        @Test func `Elsewhere the place stays, and the list says how many rows came`() throws {
            let world = conversation(400)
            let view = view(world, edge: .end)
            view.contentOffset.y -= 300
            view.layoutIfNeeded()
            let before = tops(view)
            world.post(3)
            refresh(world, view)
            #expect(tops(view) == before)
            #expect(world.list.unseenBelow == 3)
            world.post(2)
            refresh(world, view)
            #expect(tops(view) == before && world.list.unseenBelow == 5)
            view.scrollToEnd()
            while view.animationTarget != nil { view.standInAnimate() }
            #expect((try #require(bottom(of: 404, view)) - 880).magnitude < 0.01)
            #expect(world.list.unseenBelow == 0)
        }

        @Test func `A finger on the screen is not pulled along`() {
            let world = conversation(400)
            let view = view(world, edge: .end)
            view.isTracking = true
            view.contentOffset.y -= 10
            view.layoutIfNeeded()
            let before = tops(view)
            world.post(3)
            refresh(world, view)
            #expect(tops(view).filter { before[$0.key] != nil } == before)
        }

        @Test func `Rows that are loaded below are no news, and nothing follows them`() {
            let world = conversation(400, at: .id(200))
            let view = view(world, edge: .end)
            view.scrollToEnd(animated: false)
            view.layoutIfNeeded()
            let before = tops(view)
            world.answerAll()
            view.layoutIfNeeded()
            #expect(world.list.count > 50)
            // The first of them touches the screen's end.
            #expect(tops(view).filter { before[$0.key] != nil } == before && world.list.unseenBelow == 0)
        }

        @Test func `The keyboard keeps the row at the bottom, at the end and elsewhere`() throws {
            let world = conversation(400)
            let view = view(world, edge: .end)
            for distance in [0.0, 500.5] {
                view.contentOffset.y -= distance
                view.layoutIfNeeded()
                let before = tops(view)
                view.contentInset.bottom = 336
                view.layoutIfNeeded()
                for (id, top) in tops(view) { #expect(before[id].map { $0 - 336 - top }?.magnitude ?? 0 < 0.01) }
                view.contentInset.bottom = 0
                view.layoutIfNeeded()
                for (id, top) in before { #expect((try #require(tops(view)[id]) - top).magnitude < 0.01) }
            }
        }

        @Test func `A row is scrolled to by its identifier, a long way but for its last screen at once`() throws {
            let world = conversation(400)
            let view = view(world, edge: .end)
            #expect(!view.scroll(toID: 12))
            #expect(view.scroll(toID: 360))
            while view.animationTarget != nil { view.standInAnimate() }
            #expect((try #require(tops(view)[360])).magnitude < 0.01)
            #expect(view.scroll(toID: 371, animated: false))
            view.layoutIfNeeded()
            #expect((try #require(tops(view)[371])).magnitude < 0.01)
        }

        // MARK: What loads

        @Test func `Each end says what loads or failed there, and what is complete takes no room and moves nothing`()
            async throws
        {
            let world = conversation(60)
            let view = view(world, edge: .end)
            var shown: [LoadDirection: String] = [:]
            view.configureEdge = { _, state, direction in shown[direction] = "\(state)" }
            view.edgeHeight = 44
            view.contentOffset.y = 0
            view.layoutIfNeeded()
            func above() -> UICollectionReusableView? {
                view.supplementaryView(
                    forElementKind: PagedListLayout.elementKindAbove, at: IndexPath(item: 0, section: 0))
            }
            #expect(above()?.frame == CGRect(x: 0, y: 0, width: 390, height: 44))
            await world.list.settle()
            #expect(shown[.before] == "loading")
            #expect(shown[.after] == nil && view.listLayout.footerHeight == 0)
            let asked = try #require(world.list.inFlight.first)
            world.list.apply(
                world.list.machine.failed(
                    asked.request, isTransient: false, retryAfter: nil, now: world.list.driver.time.now()))
            await world.list.settle()
            #expect(shown[.before]?.hasPrefix("failed") == true)
            let before = tops(view)
            // Its own direction is tried again.
            let retry = await started { try await world.list.loadMore(.before) }
            try #require(!world.list.inFlight.isEmpty)
            world.answerAll()
            try await retry.value
            view.layoutIfNeeded()
            view.finishAnimations()
            try #require(world.list.isStartKnown)
            await world.list.settle()
            view.layoutIfNeeded()
            #expect(view.listLayout.geometry.totalHeight == Double(view.contentSize.height))
            #expect(above() == nil)
            #expect(tops(view).filter { before[$0.key] != nil } == before)
        }

        // MARK: Upwards

        @Test func `Rows that are found above move nothing on screen, at the top of what is loaded too`() {
            let world = conversation(400, at: .id(200))
            let view = view(world)
            view.contentOffset.y = 0
            view.layoutIfNeeded()
            let before = tops(view)
            let count = world.list.count
            world.answerAll()
            view.layoutIfNeeded()
            #expect(world.list.count == count + 50)
            #expect(tops(view).filter { before[$0.key] != nil } == before)
        }

        @Test(arguments: [ListEdge.start, .end], [1, 2, 3])
        func `A fling upwards over rows of unknown heights moves no visible pixel`(edge: ListEdge, seed: Int) {
            let world = conversation(800)
            let view = view(world, edge: edge)
            view.contentOffset.y -= 0.25 * CGFloat(seed)
            view.layoutIfNeeded()
            view.isDecelerating = true
            for frame in 0..<120 {
                let before = tops(view)
                let moved = min(CGFloat(4 + (frame * 37 * seed) % 230), view.contentOffset.y)
                view.contentOffset.y -= moved
                view.layoutIfNeeded()
                if frame % 3 == 0 { world.answerAll() }
                view.layoutIfNeeded()
                view.finishAnimations()
                let after = tops(view)
                let shifts = before.compactMap { id, top in after[id].map { ($0 - top) } }
                if shifts.contains(where: { ($0 - moved).magnitude > 0.01 }) {
                    Issue.record("frame \(frame): \(shifts) for \(moved)")
                }
            }
            #expect(world.list.count > 250)
        }
    }
}
