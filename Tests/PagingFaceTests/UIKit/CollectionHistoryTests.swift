import Testing
import UIKit

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// A collection view of a list through random histories, against the rules that UIKit documents.
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

        @Test func `So it is in a grid`() {
            History.run { DrivenCollection(seed: $0, isGrid: true) }
        }
    }
}

/// A collection view of rows or of a grid, often in sections.
@MainActor
final class DrivenCollection: DrivenView {
    /// A cell that knows what it shows.
    final class Cell: UICollectionViewCell {
        var shown: ListRow<Row>?
    }

    let world: World
    let view: PagedCollectionView<Row>
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 600))

    init(seed: UInt64, isGrid: Bool = false, beginsAnywhere: Bool = false, hasSeparators: Bool = false) {
        var random = SplitMix64(seed: seed)
        let counts = [0, 3, 40, 400, 100_000]
        let hasSections = random.next() % 2 == 0
        let rowCount = counts[Int(random.next() % 5)]
        world = World(
            seed: seed, rows: min(rowCount, beginsAnywhere ? 400 : rowCount),
            sections: hasSections ? 1 + min(rowCount / 6, 300) : nil,
            readInOrderFrom: beginsAnywhere ? (seed % 2 == 0 ? .end : .id(min(rowCount, 400) / 2)) : nil,
            policy: LoadPolicy(
                pageSize: 20, preloads: random.next() % 2 == 0, itemBudget: random.next() % 2 == 0 ? 100 : nil))
        let registration = UICollectionView.CellRegistration<Cell, ListRow<Row>> { cell, _, row in
            cell.shown = row
            cell.fittingHeight = row.item.map(\.height)
        }
        let (headerHeight, footerHeight): (CGFloat, CGFloat) = (hasSections ? 28 : 0, random.next() % 2 == 0 ? 40 : 0)
        let rows = PagedListLayout(
            rowHeight: 44, isSelfSizing: random.next() % 3 > 0, headerHeight: headerHeight, footerHeight: footerHeight)
        let grid = ListGrid(
            columns: random.next() % 2 == 0 ? .fixed(3) : .adaptive(minimum: 90),
            cellHeight: random.next() % 2 == 0 ? .fixed(70) : .aspectRatio(1.5), spacing: Double(random.next() % 8))
        view = PagedCollectionView(
            world.list,
            layout: isGrid ? PagedListLayout(grid: grid, headerHeight: headerHeight, footerHeight: footerHeight) : rows
        ) { view, path, row in
            view.dequeueConfiguredReusableCell(using: registration, for: path, item: row)
        }
        view.frame = window.bounds
        view.sizesAhead = seed / 3 % 2 == 0
        view.skipsRegions = seed / 5 % 2 == 0
        view.batchEnd = StandIn.BatchEnd.allCases[Int(seed % 3)]
        if beginsAnywhere, seed % 3 > 0 { view.listLayout.edge = .end }
        if hasSeparators {
            let sevens = world.sevens
            view.showSeparators(sevens, height: seed % 2 == 0 ? 21 : nil) { cell, seven in
                var content = UIListContentConfiguration.plainHeader()
                content.text = "\(seven)"
                cell.contentConfiguration = content
                cell.fittingHeight = 18 + CGFloat(seven.magnitude % 4) * 5
            }
            separators = sevens
        }
    }

    private(set) var separators: ListSeparators<Row, Int>?
    func separator(at item: Int) -> Int? {
        let cell = view.cellForItem(at: IndexPath(item: item, section: 0)) as? UICollectionViewListCell
        return (cell?.contentConfiguration as? UIListContentConfiguration)?.text.flatMap { Int($0) }
    }

    var presenter: ListPresenter<Row> { view.presenter }
    var placeEdge: ListEdge { view.listLayout.frames.placeEdge }
    var hands: (any Hands)? { view }
    var offset: CGFloat { view.contentOffset.y }
    var contentHeight: CGFloat { view.contentSize.height }
    var viewHeight: CGFloat { view.bounds.height }
    var clamps: Int { view.clamps }
    var isInWindow: Bool {
        get { view.window != nil }
        set {
            if newValue == isInWindow { return }
            if newValue { window.addSubview(view) } else { view.removeFromSuperview() }
        }
    }
    var itemsOnScreen: [Int] { view.indexPathsForVisibleItems.map(\.item).sorted() }
    func cell(at row: Int) -> ShownCell? {
        (view.cellForItem(at: view.indexPath(of: row)) as? Cell).map { ShownCell(row: $0.shown) }
    }
    func top(of row: Int) -> CGFloat? { frame(of: row)?.minY }
    func bottom(of row: Int) -> CGFloat? { frame(of: row)?.maxY }
    /// Where a row's cell is, or would be: one that became shorter may be above the screen, and a cell that left it is not moved any more.
    private func frame(of row: Int) -> CGRect? {
        let path = view.indexPath(of: row)
        let isOnScreen = view.indexPathsForVisibleItems.contains(path)
        return isOnScreen
            ? view.cellForItem(at: path)?.frame : view.listLayout.layoutAttributesForItem(at: path)?.frame
    }
    func layOut() { view.layoutIfNeeded() }
    func scroll(to offset: CGFloat) { view.contentOffset = CGPoint(x: 0, y: offset) }
    func willLand(at offset: CGFloat) {
        _ = view.listLayout.targetContentOffset(
            forProposedContentOffset: CGPoint(x: 0, y: offset), withScrollingVelocity: .zero)
    }
    func finishAnimations() { view.finishAnimations() }
    func rotate() -> Bool {
        view.frame.size = CGSize(width: view.frame.height, height: view.frame.width)
        return true
    }
}
