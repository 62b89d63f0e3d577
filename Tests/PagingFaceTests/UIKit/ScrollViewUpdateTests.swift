import PagingTesting
import SwiftUI
import Testing
import UIKit

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// A scroll view of SwiftUI shows what its newest value says, and writes no state while SwiftUI updates.
    @MainActor struct ScrollViewUpdateTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))

        init() { StandIn.onBrokenRule = { Issue.record("\($0)") } }

        private func world(_ rows: Int = 100, sections: Int? = nil) -> World {
            World(seed: 1, rows: rows, behavior: .fixed, sections: sections, policy: LoadPolicy(preloads: false))
        }

        private func rows(_ world: World, _ mark: String, place: Binding<RowAnchor?>? = nil)
            -> PagedScrollView<Row, Text, Text>
        {
            PagedScrollView(world.list, headerHeight: 28, place: place) {
                Text("\($0.id)\(mark)")
            } placeholder: {
                Text("…\(mark)")
            }
        }

        private func show(_ view: UIView, _ world: World) {
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            world.answerAll()
            view.layoutIfNeeded()
        }

        private typealias Content = Identified<SlotID, PagedCell<Row, Text, Text>>

        private func content(_ item: Int, _ view: UICollectionView) -> Content? {
            let cell = view.cellForItem(at: IndexPath(item: item, section: 0))
            return (cell?.contentConfiguration as? UIHostingConfiguration<Content, EmptyView>)?.content
        }

        private func text(_ item: Int, _ view: UICollectionView) -> String? {
            guard let content = content(item, view)?.content else { return nil }
            return (content.item.map(content.row) ?? content.placeholder()).string
        }

        @Test func `Rows, separators, headers and ends are made by the closures of the newest value`() throws {
            let world = world(sections: 3)
            let sevens = world.sevens
            func value(_ mark: String) -> PagedScrollView<Row, Text, Text> {
                rows(world, mark).sectionHeader { Text("\($0)\(mark)") }.showSeparators(sevens) {
                    Text("\($0)\(mark)")
                }
            }
            let hosted = HostedScrollView(value("a"))
            show(hosted.view, world)
            #expect(text(1, hosted.view) == "0a")
            hosted.update(value("b"))
            hosted.view.layoutIfNeeded()
            #expect(text(1, hosted.view) == "0b")
            typealias Line<ID: Hashable> = UIHostingConfiguration<Identified<ID, Text>, EmptyView>
            let separator = hosted.view.cellForItem(at: IndexPath(item: 0, section: 0)) as? UICollectionViewListCell
            #expect((separator?.contentConfiguration as? Line<Int>)?.content.content.string == "0b")
            let kind = UICollectionView.elementKindSectionHeader
            let path = try #require(hosted.view.indexPathsForVisibleSupplementaryElements(ofKind: kind).min())
            let header = hosted.view.supplementaryView(forElementKind: kind, at: path) as? UICollectionViewListCell
            #expect((header?.contentConfiguration as? Line<String>)?.content.content.string.hasSuffix("b") == true)
        }

        @Test func `Cells that left the screen, and are shown again as they are, show the newest value too`() {
            let world = world()
            let hosted = HostedScrollView(rows(world, "a"))
            show(hosted.view, world)
            hosted.view.contentOffset.y = 900
            hosted.view.layoutIfNeeded()
            hosted.update(rows(world, "b"))
            #expect(text(2, hosted.view) == "2b")
        }

        @Test func `A cell that shows another row has another identity`() {
            let world = world()
            let hosted = HostedScrollView(rows(world, ""))
            show(hosted.view, world)
            let first = content(0, hosted.view)?.id
            #expect(first == world.list.slotID(at: 0) && content(1, hosted.view)?.id == world.list.slotID(at: 1))
        }

        @Test func `The binding of the place is written in a later turn, with the newest place`() async {
            let world = world()
            var (kept, writes) = (RowAnchor?.none, 0)
            let place = Binding(get: { kept }, set: { (kept, writes) = ($0, writes + 1) })
            let hosted = HostedScrollView(rows(world, "", place: place))
            show(hosted.view, world)
            hosted.view.contentOffset.y = 440
            hosted.view.layoutIfNeeded()
            #expect(kept == nil)
            await world.list.settle()
            #expect(kept == RowAnchor(row: 10, offset: 0) && writes == 1)
        }

        @Test func `A pull calls the action of the newest value, and ends with the view`() async throws {
            let world = world()
            let calls = AsyncStream.makeStream(of: String.self)
            func environment(_ name: String) -> EnvironmentValues {
                var values = EnvironmentValues()
                values.refresh = RefreshAction(standIn: {
                    calls.continuation.yield(name)
                    // Until it is cancelled.
                    await AsyncStream<Never>.makeStream().stream.reduce(()) { _, _ in }
                    calls.continuation.yield("\(name) ended")
                })
                return values
            }
            let hosted = HostedScrollView(rows(world, ""), environment("old"))
            show(hosted.view, world)
            let control = try #require(hosted.view.refreshControl)
            hosted.update(rows(world, ""), environment("new"))
            #expect(hosted.view.refreshControl === control)
            control.pull()
            var heard = calls.stream.makeAsyncIterator()
            #expect(await heard.next() == "new")
            hosted.update(rows(world, ""), environment("newer"))
            #expect(control.isRefreshing && hosted.box.refreshing?.isCancelled == false)
            hosted.dismantle()
            #expect(await heard.next() == "new ended")
            hosted.update(rows(world, ""))
            #expect(hosted.view.refreshControl == nil)
        }

        @Test func `Another list or other measures take another view, which begins where the reader was`() {
            let (world, other) = (world(), world())
            let value = rows(world, "a")
            #expect(value.shape == rows(world, "b").shape && value.shape != rows(other, "a").shape)
            let hosted = HostedScrollView(value)
            show(hosted.view, world)
            hosted.view.contentOffset.y = 440
            hosted.view.layoutIfNeeded()
            let next = HostedScrollView(value)
            #expect(next.view.startingPlace == RowAnchor(row: 10, offset: 0))
        }

        @Test func `A view that leaves after its successor has come does not end its loads`() {
            let world = world(1_000)
            let (old, new) = (HostedScrollView(rows(world, "")), HostedScrollView(rows(world, "")))
            show(old.view, world)
            new.view.frame = window.bounds
            window.addSubview(new.view)
            new.view.contentOffset.y = 22_000
            new.view.layoutIfNeeded()
            old.view.removeFromSuperview()
            #expect(world.list.inFlight.contains { $0.rows.contains(500) })
            world.answerAll()
            new.view.layoutIfNeeded()
            #expect(text(500, new.view) == "500")
        }
    }
}
