import AppKit
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// An AppKit table of a list through random histories, against the rules that AppKit documents.
    @MainActor struct TableHistoryTests {
        @Test
        func `Through random histories no rule is broken, and what is on screen is the list's and stays in place`() {
            History.run { DrivenTable(seed: $0) }
        }

        @Test func `So it is with separators between rows`() {
            History.run(part: 11) { DrivenTable(seed: $0, hasSeparators: true) }
        }

        @Test func `A table that is told wrong counts breaks`() {
            let table = DrivenTable(seed: 1).table
            var broken: [String] = []
            StandIn.onBrokenRule = { broken.append($0) }
            table.standInLayout()
            table.beginUpdates()
            table.insertRows(at: IndexSet(integer: 0))
            table.endUpdates()
            #expect(broken.contains { $0.contains("after the updates") })
            table.removeRows(at: IndexSet(integer: 5_000_000))
            #expect(broken.contains { $0.contains("removed") })
        }
    }
}

@MainActor
final class DrivenTable: DrivenView {
    final class Cell: NSView {
        var shown: ListRow<Row>?
    }

    let world: World
    let table = NSTableView(frame: .zero)
    let scroll = NSScrollView(frame: NSRect(x: 0, y: 0, width: 400, height: 600))
    let pagedTable: PagedTable<Row>

    init(seed: UInt64, hasSeparators: Bool = false) {
        var random = SplitMix64(seed: seed)
        let hasHeights = random.next() % 2 == 0
        let counts = [0, 3, 40, 400, hasHeights ? 2_000 : 100_000]
        world = World(
            seed: seed, rows: counts[Int(random.next() % 5)],
            policy: LoadPolicy(pageSize: 20, itemBudget: random.next() % 2 == 0 ? 100 : nil))
        table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row")))
        scroll.documentView = table
        pagedTable = PagedTable(table, world.list, rowHeight: hasHeights ? { $0.item?.height ?? 44 } : nil) {
            _, _, row in
            let cell = Cell(frame: .zero)
            cell.shown = row
            return cell
        }
        if hasSeparators {
            let sevens = world.sevens
            pagedTable.showSeparators(sevens, height: 18) { _, _, seven in
                let line = Line(frame: .zero)
                line.shown = seven
                return line
            }
            separators = sevens
        }
    }

    final class Line: NSView {
        var shown: Int?
    }

    private(set) var separators: ListSeparators<Row, Int>?
    func separator(at item: Int) -> Int? { (table.standInView(atRow: item) as? Line)?.shown }

    var presenter: ListPresenter<Row> { pagedTable.presenter }
    var hands: (any Hands)? { scroll }
    var liftsOnLeaving: Bool { false }
    var offset: CGFloat { table.visibleRect.minY }
    var contentHeight: CGFloat { table.frame.height }
    var viewHeight: CGFloat { scroll.contentView.bounds.height }
    var isInWindow: Bool {
        get { scroll.standInWindow != nil }
        set { scroll.standInWindow = newValue ? NSWindow.standIn() : nil }
    }
    var clamps: Int { scroll.contentView.clamps }
    var itemsOnScreen: [Int] { Array(pagedTable.visibleRows) }
    func cell(at row: Int) -> ShownCell? {
        (table.standInView(atRow: pagedTable.row(of: row)) as? Cell).map { ShownCell(row: $0.shown) }
    }
    func top(of row: Int) -> CGFloat? { table.rect(ofRow: pagedTable.row(of: row)).minY }
    func layOut() { table.standInLayout() }
    func look() { pagedTable.didScroll() }
    func scroll(to offset: CGFloat) { scroll.contentView.scroll(to: NSPoint(x: 0, y: offset)) }
}

extension NSWindow {
    static func standIn() -> NSWindow {
        NSWindow(contentRect: .zero, styleMask: [], backing: .buffered, defer: true)
    }
}
