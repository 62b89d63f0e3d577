import AppKit
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// An AppKit collection view of a list through random histories, against the rules that AppKit documents.
    @MainActor struct CollectionHistoryTests {
        @Test
        func `Through random histories no rule is broken, and what is on screen is the list's and stays in place`() {
            History.run { DrivenCollection(seed: $0) }
        }

        @Test func `So it is in lists that begin anywhere, and in conversations`() {
            History.run(part: 5) { DrivenCollection(seed: $0, beginsAnywhere: true) }
        }

        @Test func `So it is with separators between rows`() {
            History.run(part: 11) { DrivenCollection(seed: $0, hasSeparators: true) }
            History.run(part: 19) { DrivenCollection(seed: $0, beginsAnywhere: true, hasSeparators: true) }
        }
    }
}

/// A collection view of rows or of a grid, often in sections.
@MainActor
final class DrivenCollection: DrivenView {
    /// An item that knows what it shows.
    final class Item: NSCollectionViewItem {
        var shown: ListRow<Row>?
        override func loadView() { view = NSView(frame: .zero) }
    }

    let world: World
    let view: PagedCollectionView<Row>
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 400, height: 600))

    init(seed: UInt64, beginsAnywhere: Bool = false, hasSeparators: Bool = false) {
        var random = SplitMix64(seed: seed)
        let counts = [0, 3, 40, 400, 200_000]
        let hasSections = random.next() % 2 == 0
        let rowCount = counts[Int(random.next() % 5)]
        world = World(
            seed: seed, rows: min(rowCount, beginsAnywhere ? 400 : rowCount),
            sections: hasSections ? 1 + min(rowCount / 6, 300) : nil,
            readInOrderFrom: beginsAnywhere ? (seed % 2 == 0 ? .end : .id(min(rowCount, 400) / 2)) : nil,
            policy: LoadPolicy(
                pageSize: 20, preloads: random.next() % 2 == 0, itemBudget: random.next() % 2 == 0 ? 100 : nil))
        let headerHeight: CGFloat = hasSections && !beginsAnywhere ? 28 : 0
        let grid = ListGrid(
            columns: random.next() % 2 == 0 ? .fixed(3) : .adaptive(minimum: 90),
            cellHeight: random.next() % 2 == 0 ? .fixed(70) : .aspectRatio(1.5), spacing: Double(random.next() % 8))
        let isGrid = random.next() % 2 == 0
        view = PagedCollectionView(
            world.list,
            layout: isGrid
                ? PagedListLayout(grid: grid, headerHeight: headerHeight)
                : PagedListLayout(rowHeight: 44, headerHeight: headerHeight), item: Item.self
        ) { item, row in item.shown = row }
        view.asksForTarget = random.next() % 2 == 0
        if beginsAnywhere, seed % 3 > 0 { view.listLayout.edge = .end }
        scrollView.documentView = view
        if hasSeparators {
            let sevens = world.sevens
            view.showSeparators(sevens, height: seed % 2 == 0 ? 21 : nil, item: Line.self) { $0.shown = $1 }
            separators = sevens
        }
    }

    /// A separator that knows what it shows.
    final class Line: NSCollectionViewItem {
        var shown: Int?
        override func loadView() { view = NSView(frame: .zero) }
    }

    private(set) var separators: ListSeparators<Row, Int>?
    func separator(at item: Int) -> Int? { (view.item(at: IndexPath(item: item, section: 0)) as? Line)?.shown }

    var presenter: ListPresenter<Row> { view.presenter }
    var hands: (any Hands)? { scrollView }
    var liftsOnLeaving: Bool { false }
    var placeEdge: ListEdge { view.listLayout.frames.placeEdge }
    var offset: CGFloat { scrollView.contentView.bounds.minY }
    var contentHeight: CGFloat { view.frame.height }
    var viewHeight: CGFloat { scrollView.contentView.bounds.height }
    var clamps: Int { scrollView.contentView.clamps }
    var isInWindow: Bool {
        get { scrollView.standInWindow != nil }
        set { if newValue != isInWindow { scrollView.standInWindow = newValue ? NSWindow.standIn() : nil } }
    }
    var itemsOnScreen: [Int] { view.indexPathsForVisibleItems().map(\.item).sorted() }
    func cell(at row: Int) -> ShownCell? {
        (view.item(at: view.indexPath(of: row)) as? Item).map { ShownCell(row: $0.shown) }
    }
    func top(of row: Int) -> CGFloat? { view.item(at: view.indexPath(of: row))?.view.frame.minY }
    func bottom(of row: Int) -> CGFloat? { view.item(at: view.indexPath(of: row))?.view.frame.maxY }
    func layOut() { view.layoutSubtreeIfNeeded() }
    func scroll(to offset: CGFloat) { scrollView.contentView.scroll(to: NSPoint(x: 0, y: offset)) }
    func finishAnimations() { view.finishAnimations() }
    func rotate() -> Bool {
        scrollView.frame.size = NSSize(width: scrollView.frame.height, height: scrollView.frame.width)
        return true
    }
}
