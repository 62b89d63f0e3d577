import AppKit
import PagingTesting
import SwiftUI
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// The modifiers of SwiftUI's scroll view on the Mac: clicks, selection, dividers, the reader's place.
    @MainActor struct ScrollViewModifierTests {
        private typealias Value = PagedScrollView<Row, Text, Text>
        private let world = World(seed: 1, rows: 1_000, behavior: .fixed, policy: LoadPolicy(preloads: false))

        init() { StandIn.onBrokenRule = { Issue.record("\($0)") } }

        private var rows: Value {
            PagedScrollView(world.list, rowHeight: 24) {
                Text("\($0.id)")
            } placeholder: {
                Text("…")
            }
        }

        private func show(_ hosted: HostedScrollView<Row, Text, Text>) throws -> PagedCollectionView<Row> {
            let view = try #require(hosted.view.documentView as? PagedCollectionView<Row>)
            hosted.view.standInWindow = .standIn()
            hosted.view.frame.size = NSSize(width: 400, height: 480)
            view.layoutSubtreeIfNeeded()
            answer(view)
            return view
        }

        private func answer(_ view: PagedCollectionView<Row>) {
            world.answerAll()
            view.layoutSubtreeIfNeeded()
        }

        private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

        private func selectedOnScreen(_ view: NSCollectionView) -> [Int] {
            view.indexPathsForVisibleItems().filter { view.item(at: $0)?.isSelected == true }.map(\.item).sorted()
        }

        @Test func `A click calls the action with the row's item, and leaves no selection`() throws {
            var clicked: [Int] = []
            let hosted = HostedScrollView(rows.onRowTap { clicked.append($0.id) })
            let view = try show(hosted)
            view.standInClick(at: path(3))
            view.standInClick(at: path(3))
            #expect(clicked == [3, 3] && view.selectionIndexPaths.isEmpty)
        }

        @Test func `A selection is shown as the app has it, of rows that load later too, with a background`() throws {
            var selected = ListSelection.all(but: [4])
            let selection = Binding(get: { selected }, set: { selected = $0 })
            let hosted = HostedScrollView(rows.rowSelection(selection))
            let view = try show(hosted)
            #expect(selectedOnScreen(view) == view.indexPathsForVisibleItems().map(\.item).sorted().filter { $0 != 4 })
            #expect(view.item(at: path(3))?.view.layer?.backgroundColor != nil)
            view.standInClick(at: path(4), withCommand: true)
            view.standInClick(at: path(5), withCommand: true)
            #expect(selected == .all(but: [5]))
            hosted.view.contentView.scroll(to: NSPoint(x: 0, y: 12_000))
            view.layoutSubtreeIfNeeded()
            #expect(selectedOnScreen(view).isEmpty)
            answer(view)
            #expect(selectedOnScreen(view).count == view.indexPathsForVisibleItems().count)
        }

        @Test func `One row is selected, by an identifier of the app's choice`() throws {
            var selected: String? = "row 2"
            let selection = Binding(get: { selected }, set: { selected = $0 })
            let hosted = HostedScrollView(rows.rowSelection(selection) { "row \($0.id)" }.rowDividers())
            let view = try show(hosted)
            #expect(selectedOnScreen(view) == [2])
            view.standInClick(at: path(6))
            #expect(selected == "row 6" && selectedOnScreen(view) == [6])
        }

        @Test func `A place that is kept by identifier is gone back to, wherever its row is by now`() async throws {
            var kept: ReaderPlace<Int>? = ReaderPlace(id: 505, position: 500, offset: 11)
            let place = Binding(get: { kept }, set: { kept = $0 })
            let hosted = HostedScrollView(rows.readerPlace(place))
            let view = try show(hosted)
            for _ in 0..<3 { answer(view) }
            #expect((view.visibleRect.minY - 505 * 24 - 11).magnitude < 0.01)
            await world.list.settle()
            #expect(kept?.id == 505 && kept?.position == 505)
        }
    }
}
