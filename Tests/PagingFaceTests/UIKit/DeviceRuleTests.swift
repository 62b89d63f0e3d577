import PagingTesting
import PagingUI
import Testing
import UIKit

@testable import Paging
@testable import PagingCore

extension ViewTests {
    /// A collection view keeps to what devices do beyond what the documentation says.
    @MainActor struct DeviceRuleTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))

        init() { StandIn.onBrokenRule = { Issue.record("\($0)") } }

        private func show<Element>(_ view: PagedCollectionView<Element>, _ world: World) -> PagedCollectionView<Element>
        {
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
            return view
        }

        private func world(rows: Int = 200) -> World {
            World(
                seed: 1, rows: rows, behavior: ListBehavior(membership: .changes),
                policy: LoadPolicy(pageSize: 20, preloads: false))
        }

        /// Hides or shows so many rows at once that the view is reloaded.
        private func reload(_ view: PagedCollectionView<Row>, _ world: World) {
            view.presenter.batchLimit = 10
            world.list.hide { $0.id < 15 && $0.id != 8 }
            #expect(view.indexPathsForVisibleItems.isEmpty)
            view.layoutIfNeeded()
        }

        @Test func `Rows of a provider with cells of its own for placeholders are reloaded as they load`() {
            final class Placeholder: UICollectionViewCell {}
            let rows = UICollectionView.CellRegistration<UICollectionViewCell, ListRow<Row>> { _, _, _ in }
            let placeholders = UICollectionView.CellRegistration<Placeholder, ListRow<Row>> { _, _, _ in }
            let world = world()
            let view = PagedCollectionView(world.list, layout: PagedListLayout(rowHeight: 44)) { view, path, row in
                if row.item == nil {
                    return view.dequeueConfiguredReusableCell(using: placeholders, for: path, item: row)
                }
                return view.dequeueConfiguredReusableCell(using: rows, for: path, item: row)
            }
            view.hasPlaceholderCells = true
            _ = show(view, world)
            view.contentOffset.y = 100 * 44 + 11
            view.layoutIfNeeded()
            let path = IndexPath(item: 102, section: 0)
            view.selectItem(at: path, animated: false, scrollPosition: [])
            #expect(view.cellForItem(at: path) is Placeholder)
            world.answerAll()
            view.layoutIfNeeded()
            #expect(view.visibleCells.allSatisfy { !($0 is Placeholder) } && view.contentOffset.y == 100 * 44 + 11)
            #expect(view.indexPathsForSelectedItems == [path])
        }

        @Test func `Changes wait until what is dropped is committed`() async throws {
            let world = world()
            let view = show(PagedCollectionView(world.list, rowHeight: 44) { _, _ in }, world)
            view.hasUncommittedUpdates = true
            world.list.hide { $0.id == 3 }
            world.list.hide { $0.id % 2 == 0 }
            #expect(view.presenter.rows[3]?.id == 3)
            view.hasUncommittedUpdates = false
            view.setNeedsLayout()
            view.layoutIfNeeded()
            await world.list.settle()
            #expect(view.presenter.rows == world.list.rows && view.presenter.rows[3]?.id == 7)
        }

        @Test func `VoiceOver stays at its row when the view is reloaded`() {
            let world = world()
            let view = show(PagedCollectionView(world.list, rowHeight: 44) { _, _ in }, world)
            view.standInFocus = IndexPath(item: 16, section: 0)
            reload(view, world)
            #expect(view.standInFocus == IndexPath(item: 2, section: 0) && view.presenter.rows[2]?.id == 16)
            // A row that is gone leaves the focus to the system.
            view.standInFocus = IndexPath(item: 0, section: 0)
            view.presenter.batchLimit = 0
            world.list.hide { $0.id < 16 }
            view.layoutIfNeeded()
            #expect(view.standInFocus == IndexPath(item: 0, section: 0))
        }

        @Test func `A batch leaves no part of the screen without cells`() throws {
            let world = world()
            let view = show(PagedCollectionView(world.list, rowHeight: 44, isSelfSizing: false) { _, _ in }, world)
            view.skipsRegions = true
            view.contentOffset.y = 20 * 44
            view.layoutIfNeeded()
            try world.list.insert(Row(id: 1_000), at: .start)
            #expect(view.visibleCells.map(\.frame.maxY).max() ?? 0 >= view.bounds.maxY)
        }

        @Test func `The status bar leads to the top of a list that is taller than its content`() {
            let world = world(rows: 1_000_000)
            let view = show(PagedCollectionView(world.list, rowHeight: 44) { _, _ in }, world)
            view.scroll(to: 500_000, animated: false)
            view.layoutIfNeeded()
            world.answerAll()
            window.standInTapStatusBar()
            view.standInAnimate(frames: 40)
            #expect(view.visibleRows.first == 0 && view.contentOffset.y == 0)
        }

        @Test func `Where UIKit scrolls to a far row by itself, that row is, in a list taller than its content`() throws
        {
            let world = world(rows: 1_000_000)
            let view = show(PagedCollectionView(world.list, rowHeight: 44) { _, _ in }, world)
            for (item, position) in [
                (500_000, UICollectionView.ScrollPosition.top), (123_456, .bottom), (999_999, .bottom),
                (700_001, .centeredVertically), (3, .top), (999_000, .top),
            ] {
                view.scrollToItem(at: IndexPath(item: item, section: 0), at: position, animated: false)
                view.layoutIfNeeded()
                world.answerAll()
                view.layoutIfNeeded()
                let top = try #require(view.cellForItem(at: IndexPath(item: item, section: 0))).frame.minY
                let onScreen = top - view.contentOffset.y
                let wanted: CGFloat = position == .top ? 0 : position == .bottom ? 880 - 44 : 440 - 22
                #expect((onScreen - wanted).magnitude < 0.5, "row \(item) at \(onScreen)")
            }
        }

        @Test func `Under a finger a reload leaves the rows where the finger holds them`() throws {
            let world = world()
            let view = show(PagedCollectionView(world.list, rowHeight: 44) { _, _ in }, world)
            view.contentOffset.y = 40 * 44 + 11
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
            view.standInBeginDrag()
            view.standInDrag(by: 20)
            view.presenter.batchLimit = 10
            world.list.hide { $0.id < 15 && $0.id != 8 }
            view.layoutIfNeeded()
            func top(_ id: Int) throws -> CGFloat {
                let row = try #require(world.list.position(ofID: id))
                return try #require(view.cellForItem(at: view.indexPath(of: row))).frame.minY - view.contentOffset.y
            }
            let before = try top(45)
            #expect((before - (5 * 44 - 31)).magnitude < 0.5)
            view.standInDrag(by: 30)
            #expect((try top(45) - before + 30).magnitude < 0.5)
        }

        @Test func `A fling beyond the end of a list that became shorter leaves rows on screen`() {
            let world = world()
            let view = show(PagedCollectionView(world.list, rowHeight: 44) { _, _ in }, world)
            for _ in 0..<12 {
                view.contentOffset.y += 400
                view.layoutIfNeeded()
                world.answerAll()
            }
            view.flingsBeyondEnds = true
            view.standInBeginDrag()
            view.standInEndDrag(velocity: 100)
            _ = view.standInFlingFrame()
            world.list.hide { $0.id > 40 }
            while view.standInFlingFrame() {}
            view.layoutIfNeeded()
            #expect(!view.visibleRows.isEmpty && view.indexPathsForVisibleItems.count > 10)
        }

        @Test func `An index title that is gone since leads to a row that exists`() {
            let world = World(
                seed: 1, rows: 60, behavior: .fixed, sections: 6, policy: LoadPolicy(preloads: false))
            let view = show(
                PagedCollectionView(world.list, rowHeight: 44, headerHeight: 28) { _, _ in }, world)
            #expect(view.indexTitles(for: view)?.count == 6)
            let path = view.collectionView(view, indexPathForIndexTitle: "8", at: 8)
            #expect((0..<60).contains(path.item))
            let third = view.collectionView(view, indexPathForIndexTitle: "3", at: 5)
            #expect(third.item == world.list.sections?[3].rows.lowerBound)
        }
    }
}
