import Testing
import UIKit

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// A channel with date lines, opened at its first unread message and read to both ends while two writers post, edit and delete.
    @MainActor struct ConversationWalkTests {
        private static let count = 1_200

        /// One posts, the other edits a message and deletes one; of those that were there only every seventh is ever deleted.
        private func write(_ step: Int, in world: World) {
            if step % 2 == 0 { world.post() }
            world.server[world.below(world.server.count)].text = "edited \(step)"
            let id = world.below(Self.count / 7) * 7
            guard let place = world.server.firstIndex(where: { $0.id == id }) else { return }
            world.graves[id] = place + 1 < world.server.count ? world.server[place + 1].id : nil
            world.server.remove(at: place)
        }

        private func layOut(_ world: World, _ view: PagedCollectionView<Row>) {
            for _ in 0..<3 {
                view.layoutIfNeeded()
                view.finishAnimations()
                world.answerAll()
            }
            view.layoutIfNeeded()
            view.finishAnimations()
        }

        @Test func `Every message is seen on the way up and down, none twice, and the place is held`() throws {
            StandIn.onBrokenRule = { Issue.record("\($0)") }
            let world = World(
                seed: 3, rows: Self.count, behavior: ListBehavior(membership: .changes),
                readInOrderFrom: .id(Self.count / 2), policy: LoadPolicy(pageSize: 50))
            let registration = UICollectionView.CellRegistration<UICollectionViewListCell, ListRow<Row>> {
                $0.fittingHeight = $2.item.map(\.height)
            }
            let layout = PagedListLayout(rowHeight: 60)
            layout.edge = .end
            let view = PagedCollectionView(world.list, layout: layout) { view, path, row in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: row)
            }
            view.showSeparators(world.sevens, height: 24) { cell, _ in cell.fittingHeight = 28 }
            view.edgeHeight = 44
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))
            view.frame = window.bounds
            window.addSubview(view)
            layOut(world, view)

            /// The rows on screen, each with where it ends.
            func onScreen() -> [(id: Int, bottom: CGFloat)] {
                view.indexPathsForVisibleItems.sorted().compactMap { path in
                    guard let id = view.element(at: path)?.id, let cell = view.cellForItem(at: path) else { return nil }
                    return (id, cell.frame.maxY - view.contentOffset.y)
                }
            }
            // Of the row above a part of a pixel may be left, since offsets are rounded.
            #expect(onScreen().first { $0.bottom > 0.5 }?.id == Self.count / 2)
            var (seen, steps) = (Set<Int>(), 0)
            func step(by distance: CGFloat) {
                seen.formUnion(onScreen().map(\.id))
                write(steps, in: world)
                steps += 1
                if steps % 5 == 0 {
                    let place = onScreen().last { $0.bottom <= 880 }
                    world.refresh()
                    layOut(world, view)
                    let now = onScreen().first { $0.id == place?.id }?.bottom
                    if let place, place.id % 7 != 0, (now.map { $0 - place.bottom } ?? 999).magnitude > 0.5 {
                        Issue.record("step \(steps): row \(place.id) moved from \(place.bottom) to \(now ?? -1)")
                    }
                }
                view.contentOffset.y = max(0, min(view.contentSize.height - 880, view.contentOffset.y + distance))
                layOut(world, view)
                let loaded = view.presenter.rows.loadedItems.map(\.item.id)
                #expect(Set(loaded).count == loaded.count)
            }
            while view.contentOffset.y > 0 || !world.list.isStartKnown, steps < 1_000 { step(by: -500) }
            while !world.list.isEndKnown || view.listLayout.frames.distanceToEnd > 1, steps < 1_000 { step(by: 500) }
            seen.formUnion(onScreen().map(\.id))
            let untouched = Set((0..<Self.count).filter { $0 % 7 != 0 })
            #expect(untouched.subtracting(seen).isEmpty && steps < 1_000)
            // A page up and a page down for each that the channel has, and a refresh of some pages at every fifth step.
            #expect(world.list.counters.requests < 4 * Self.count / 50 + 3 * steps)
            print("\(Self.count) messages: \(world.list.counters.requests) requests, \(steps) steps")
        }
    }
}
