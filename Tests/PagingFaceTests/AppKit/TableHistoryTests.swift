import AppKit
import PagingUI
import Testing

@testable import Paging
@testable import PagingCore

extension FaceTests {
    /// An AppKit table of a list through random histories, against the rules that AppKit documents.
    @MainActor struct TableHistoryTests {
        @Test
        func `Through random histories no rule is broken, and what is on screen is the list's and stays in place`() {
            for seed in Seeds.histories { TableHistory(seed: seed).run(steps: 60) }
        }

        @Test func `A table that is told wrong counts breaks`() {
            let world = World(seed: 1, rows: 100, policy: LoadPolicy())
            let history = TableHistory(seed: 1)
            var broken: [String] = []
            StandIn.onBrokenRule = { broken.append($0) }
            history.table.standInLayout()
            history.table.beginUpdates()
            history.table.insertRows(at: IndexSet(integer: 0))
            history.table.endUpdates()
            #expect(broken.contains { $0.contains("after the updates") })
            history.table.removeRows(at: IndexSet(integer: 5_000_000))
            #expect(broken.contains { $0.contains("removed") })
            #expect(world.list.rows.isEmpty)
        }
    }
}

@MainActor
final class TableHistory {
    final class Cell: NSView {
        var shown: ListRow<Row>?
    }

    let seed: UInt64
    let world: World
    let table = NSTableView(frame: .zero)
    let scroll = NSScrollView(frame: NSRect(x: 0, y: 0, width: 400, height: 600))
    let face: PagedTable<Row>
    private var log: [String] = []

    init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        let counts = [0, 3, 40, 400, 100_000]
        world = World(
            seed: seed, rows: counts[Int(random.next() % 5)],
            policy: LoadPolicy(pageSize: 20, itemBudget: random.next() % 2 == 0 ? 100 : nil))
        table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row")))
        scroll.documentView = table
        face = PagedTable(table, world.list) { _, _, row in
            let cell = Cell(frame: .zero)
            cell.shown = row
            return cell
        }
        if random.next() % 5 > 0 { scroll.standInWindow = NSWindow.standIn() }
    }

    func run(steps: Int) {
        StandIn.onBrokenRule = { [self] in fail($0) }
        for _ in 0..<steps {
            table.standInLayout()
            let before = place
            let moves = act()
            table.standInLayout()
            if !moves { check(before) }
            check()
        }
        settle()
    }

    private func fail(_ text: String) {
        Issue.record(
            "seed \(seed): \(text)\nafter \(log.suffix(6).joined(separator: ", "))\nreplay: PAGING_SEED=\(seed) make test-faces"
        )
    }

    private func act() -> Bool {
        switch world.below(15) {
        case 0...3:
            let most = max(0, table.frame.height - 600)
            let target =
                world.below(6) == 0
                ? CGFloat(world.below(Int(most) + 1))
                : table.visibleRect.minY + CGFloat(world.below(1_201) - 600)
            log.append("scroll to \(target)")
            scroll.contentView.scroll(to: NSPoint(x: 0, y: target))
            return true
        case 4...6:
            log.append("answer")
            world.answerOne()
        case 7:
            log.append("server changes")
            world.changeServer()
        case 8:
            log.append("refresh")
            world.refresh()
        case 9, 10:
            log.append("edit")
            world.edit()
        case 11:
            log.append("hide or evict")
            if world.below(3) == 0 { world.hide() } else { world.list.releaseMemory() }
        case 12:
            log.append("time")
            world.pass(1 + world.below(2_000))
        case 13:
            log.append("window")
            scroll.standInWindow = scroll.standInWindow == nil ? NSWindow.standIn() : nil
        default:
            log.append("pause or resume")
            face.presenter.isPaused.toggle()
        }
        return false
    }

    private var place: (id: SlotID, top: CGFloat)? {
        guard let first = face.visibleRows.first, first < face.presenter.rows.count else { return nil }
        return (face.presenter.rows.slotID(at: first), table.rect(ofRow: first).minY - table.visibleRect.minY)
    }

    private func check(_ before: (id: SlotID, top: CGFloat)?) {
        guard let before, let now = face.presenter.rows.position(of: before.id), before.top < 0 else { return }
        guard table.visibleRect.minY > 0.5, table.visibleRect.minY < table.frame.height - 600.5 else { return }
        let top = table.rect(ofRow: now).minY - table.visibleRect.minY
        if (top - before.top).magnitude > 0.01 { fail("the first visible row moved from \(before.top) to \(top)") }
    }

    private func check() {
        let rows = face.presenter.rows
        for row in face.visibleRows {
            guard row < rows.count, let cell = table.standInView(atRow: row) as? Cell else {
                fail("no view at \(row) of \(rows.count) rows")
                continue
            }
            if cell.shown?.item != rows[row] || cell.shown?.id != rows.slotID(at: row) {
                fail("row \(row) shows \(cell.shown?.item?.id ?? -1), not \(rows[row]?.id ?? -1)")
            }
        }
    }

    private func settle() {
        scroll.standInWindow = NSWindow.standIn()
        face.presenter.isPaused = false
        var quiet = 0
        while quiet < 3 {
            quiet = world.list.inFlight.isEmpty ? quiet + 1 : 0
            table.standInLayout()
            face.didScroll()
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            world.pass(30_000)
        }
        table.standInLayout()
        check()
        if !(face.presenter.rows == world.list.rows) { fail("the view's rows are not the list's in the end") }
    }
}

extension NSWindow {
    fileprivate static func standIn() -> NSWindow {
        NSWindow(contentRect: .zero, styleMask: [], backing: .buffered, defer: true)
    }
}
