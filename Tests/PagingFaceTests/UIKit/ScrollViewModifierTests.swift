import PagingTesting
import SwiftUI
import Testing
import UIKit

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// The modifiers of SwiftUI's scroll view: taps, selection, footers, items to get ready, dividers, the reader's place.
    @MainActor struct ScrollViewModifierTests {
        private typealias Value = PagedScrollView<Row, Text, Text>
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))
        private let world = World(seed: 1, rows: 1_000, behavior: .fixed, policy: LoadPolicy(preloads: false))

        init() { StandIn.onBrokenRule = { Issue.record("\($0)") } }

        private var rows: Value {
            PagedScrollView(world.list, rowHeight: 44, isSelfSizing: false) {
                Text("\($0.id)")
            } placeholder: {
                Text("…")
            }
        }

        /// The box goes with the host, so tests keep that.
        private func show(_ view: PagedCollectionView<Row>) -> PagedCollectionView<Row> {
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            answer(view)
            return view
        }

        private func answer(_ view: PagedCollectionView<Row>) {
            world.answerAll()
            view.layoutIfNeeded()
        }

        private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

        private func selectedOnScreen(_ view: UICollectionView) -> [Int] {
            view.indexPathsForVisibleItems.filter { view.cellForItem(at: $0)?.isSelected == true }.map(\.item).sorted()
        }

        @Test func `A tap calls the action with the row's item, and leaves no selection; placeholders are not tapped`()
        {
            var tapped: [Int] = []
            let hosted = HostedScrollView(rows.onRowTap { tapped.append($0.id) })
            let view = show(hosted.view)
            view.standInTap(at: path(3))
            #expect(tapped == [3] && view.indexPathsForSelectedItems == [])
            view.contentOffset.y = 22_000
            view.layoutIfNeeded()
            view.standInTap(at: path(502))
            #expect(tapped == [3])
            #expect(!HostedScrollView(rows).view.allowsSelection)
        }

        @Test func `A selection of one row is written once a tap, and shown as the app has it`() {
            var writes: [Int?] = []
            let selection = Binding(get: { writes.last ?? 2 }, set: { writes.append($0) })
            let hosted = HostedScrollView(rows.rowSelection(selection))
            let view = show(hosted.view)
            #expect(selectedOnScreen(view) == [2])
            view.standInTap(at: path(5))
            view.standInTap(at: path(6))
            #expect(writes == [5, 6] && selectedOnScreen(view) == [6])
            writes.append(nil)
            hosted.update(rows.rowSelection(selection))
            #expect(selectedOnScreen(view).isEmpty)
        }

        @Test func `All rows but some are selected, those that were never loaded too`() {
            var selected = ListSelection.all(but: [4])
            let selection = Binding(get: { selected }, set: { selected = $0 })
            let hosted = HostedScrollView(rows.rowSelection(selection))
            let view = show(hosted.view)
            #expect(selectedOnScreen(view) == view.indexPathsForVisibleItems.map(\.item).sorted().filter { $0 != 4 })
            view.contentOffset.y = 22_000
            view.layoutIfNeeded()
            #expect(selectedOnScreen(view).isEmpty)
            answer(view)
            #expect(selectedOnScreen(view).count == view.indexPathsForVisibleItems.count)
            view.standInTap(at: path(505))
            #expect(selected == .all(but: [4, 505]) && selected.count(of: 1_000) == 998)
            view.standInTap(at: path(505))
            #expect(selected == .all(but: [4]))
        }

        @Test func `Rows are selected by an identifier of the app's choice`() {
            var selected: Set<String> = ["row 1"]
            let selection = Binding(get: { selected }, set: { selected = $0 })
            let hosted = HostedScrollView(rows.rowSelection(selection) { "row \($0.id)" })
            let view = show(hosted.view)
            #expect(selectedOnScreen(view) == [1])
            view.standInTap(at: path(7))
            view.standInTap(at: path(1))
            #expect(selected == ["row 7"])
        }

        @Test func `In place of rows is what the list's state calls for`() {
            let world = World(seed: 1, rows: 0, behavior: .fixed, policy: LoadPolicy(preloads: false))
            func content(_ value: Value) -> String? {
                InPlaceOfRows(list: world.list, contents: value.contents).content.flatMap { standInText(of: $0) }
            }
            let value = rows.emptyContent { Text("empty") }.loadingContent { Text("loading") }
                .failedContent { _ in Text("failed") }
            #expect(content(value) == "loading" && content(rows) == nil)
            world.list.viewport(0..<20)
            world.failAll()
            #expect(content(value) == "failed")
            world.list.retry()
            world.answerAll()
            #expect(content(value) == "empty" && content(rows.loadingContent { Text("") }) == nil)
        }

        @Test func `A footer is filled by the closure of the newest value`() throws {
            let hosted = HostedScrollView(rows.footer(height: 30) { _ in Text("a") })
            let view = show(hosted.view)
            view.contentOffset.y = view.contentSize.height - view.bounds.height
            view.layoutIfNeeded()
            answer(view)
            hosted.update(rows.footer(height: 30) { _ in Text("b") })
            let footer = view.supplementaryView(forElementKind: UICollectionView.elementKindSectionFooter, at: path(0))
            let content = (footer as? UICollectionViewListCell)?.contentConfiguration
            #expect((content as? UIHostingConfiguration<Text, EmptyView>)?.content.string == "b")
            #expect(footer?.frame.height == 30)
        }

        @Test
        func `Items to get ready are told once they are there, and cancelled where they do not come to the screen`() {
            var (ready, cancelled): ([Int], [Int]) = ([], [])
            let hosted = HostedScrollView(
                rows.onPrefetch {
                    ready += $0.map(\.id)
                } cancel: {
                    cancelled += $0.map(\.id)
                })
            let view = show(hosted.view)
            for _ in 0..<12 {
                view.contentOffset.y += 44
                view.layoutIfNeeded()
            }
            // Rows of the next page wait for it.
            #expect(ready == Array(ready.sorted()) && (ready.last ?? 0) < world.list.rows.loadedCount)
            answer(view)
            let last = ready.max() ?? 0
            #expect(last >= view.visibleRows.upperBound)
            view.contentOffset.y -= 440
            view.layoutIfNeeded()
            #expect(cancelled.contains(last) && cancelled.allSatisfy { $0 >= view.visibleRows.upperBound })
            #expect(Set(cancelled).count == cancelled.count)
        }

        @Test func `Dividers are in the cells of a list, from the inset on`() throws {
            let hosted = HostedScrollView(rows.rowDividers(inset: 60))
            let view = show(hosted.view)
            let cell = try #require(view.cellForItem(at: path(0)))
            let divider = try #require(cell.subviews.compactMap { $0 as? DividerView }.first)
            #expect(divider.leading?.constant == 60)
            hosted.update(rows)
            #expect(!cell.subviews.contains { $0 is DividerView })
        }

        @Test func `A place that is kept by identifier is gone back to, wherever its row is by now`() async {
            var kept: ReaderPlace<Int>? = ReaderPlace(id: 505, position: 500, offset: 11)
            let place = Binding(get: { kept }, set: { kept = $0 })
            let hosted = HostedScrollView(rows.readerPlace(place))
            let view = show(hosted.view)
            // It tells nothing as long as it is not there.
            #expect(kept?.id == 505)
            for _ in 0..<3 { answer(view) }
            #expect((view.contentOffset.y - 505 * 44 - 11).magnitude < 0.01)
            await world.list.settle()
            #expect(kept == ReaderPlace(id: 505, position: 505, offset: 11))
            view.contentOffset.y = 506 * 44
            view.layoutIfNeeded()
            await world.list.settle()
            #expect(kept == ReaderPlace(id: 506, position: 506, offset: 0))
        }
    }
}
