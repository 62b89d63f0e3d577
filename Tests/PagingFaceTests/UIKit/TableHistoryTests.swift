import Testing
import UIKit

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// A table view of a list through random histories, against the rules that UIKit documents.
    @MainActor struct TableHistoryTests {
        @Test
        func `Through random histories no rule is broken, and what is on screen is the list's and stays in place`() {
            History.run { DrivenTable(seed: $0) }
        }

        @Test func `So it is with separators between rows`() {
            History.run(part: 11) { DrivenTable(seed: $0, hasSeparators: true) }
        }
    }
}

@MainActor
final class DrivenTable: DrivenView {
    final class Cell: UITableViewCell {
        var shown: ListRow<Row>?
    }

    let world: World
    let table = UITableView(frame: .zero, style: .plain)
    let source: PagedTableDataSource<Row>
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 600))

    init(seed: UInt64, hasSeparators: Bool = false) {
        var random = SplitMix64(seed: seed)
        let counts = [0, 3, 40, 400, 2_000]
        let (rowCount, hasSections) = (counts[Int(random.next() % 5)], random.next() % 2 == 0)
        world = World(
            seed: seed, rows: rowCount, sections: hasSections ? 1 + min(rowCount / 6, 60) : nil,
            policy: LoadPolicy(pageSize: 20, itemBudget: random.next() % 2 == 0 ? 100 : nil))
        table.register(Cell.self, forCellReuseIdentifier: "row")
        table.estimatedRowHeight = random.next() % 2 == 0 ? 44 : 0
        source = PagedTableDataSource(table, world.list) { table, path, row in
            let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
            (cell as? Cell)?.shown = row
            cell.fittingHeight = row.item.map(\.height)
            return cell
        }
        table.frame = window.bounds
        table.batchEnd = StandIn.BatchEnd.allCases[Int(seed % 3)]
        table.correctsAbove = seed % 2 == 0
        if hasSeparators {
            table.register(UITableViewCell.self, forCellReuseIdentifier: "seven")
            let sevens = world.sevens
            source.showSeparators(sevens) { table, path, seven in
                let cell = table.dequeueReusableCell(withIdentifier: "seven", for: path)
                var content = UIListContentConfiguration.plainHeader()
                content.text = "\(seven)"
                cell.contentConfiguration = content
                cell.fittingHeight = 18 + CGFloat(seven.magnitude % 4) * 5
                return cell
            }
            separators = sevens
        }
    }

    var holdsBelowSeparators: Bool { table.estimatedRowHeight == 0 }
    private(set) var separators: ListSeparators<Row, Int>?
    func separator(at item: Int) -> Int? {
        let cell = table.cellForRow(at: source.path(ofItem: item))
        return (cell?.contentConfiguration as? UIListContentConfiguration)?.text.flatMap { Int($0) }
    }

    var presenter: ListPresenter<Row> { source.presenter }
    var offset: CGFloat { table.contentOffset.y }
    var contentHeight: CGFloat { table.contentSize.height }
    var viewHeight: CGFloat { table.bounds.height }
    var clamps: Int { table.clamps }
    var isInWindow: Bool {
        get { table.window != nil }
        set {
            if newValue == isInWindow { return }
            if newValue { window.addSubview(table) } else { table.removeFromSuperview() }
        }
    }
    /// Outside a window nothing is laid out: what counts there is where rows are.
    var hasCells: Bool { isInWindow }
    var itemsOnScreen: [Int] {
        ((isInWindow ? table.indexPathsForVisibleRows : table.indexPathsForRows(in: table.bounds)) ?? [])
            .map(source.item)
    }
    func cell(at row: Int) -> ShownCell? {
        (table.cellForRow(at: source.indexPath(of: row)) as? Cell).map { ShownCell(row: $0.shown) }
    }
    func top(of row: Int) -> CGFloat? { table.rectForRow(at: source.indexPath(of: row)).minY }
    /// Outside a window nothing lays it out.
    func layOut() { if isInWindow { table.layoutIfNeeded() } }
    func scroll(to offset: CGFloat) {
        table.contentOffset = CGPoint(x: 0, y: offset)
        layOut()
    }
    func willLand(at offset: CGFloat) { source.willEndDragging(at: CGPoint(x: 0, y: offset)) }
    func finishAnimations() { table.finishAnimations() }
    func rotate() -> Bool {
        table.frame.size = CGSize(width: table.frame.height, height: table.frame.width)
        return true
    }
}
