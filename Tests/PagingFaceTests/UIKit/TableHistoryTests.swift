import PagingUI
import Testing
import UIKit

@testable import Paging
@testable import PagingCore

extension FaceTests {
    /// A table view of a list through random histories, against the rules that UIKit documents.
    @MainActor struct TableHistoryTests {
        @Test
        func `Through random histories no rule is broken, and what is on screen is the list's and stays in place`() {
            for seed in Seeds.histories { TableHistory(seed: seed).run(steps: 60) }
        }
    }
}

@MainActor
final class TableHistory {
    final class Cell: UITableViewCell {
        var shown: ListRow<Row>?
    }

    let seed: UInt64
    let world: World
    let table = UITableView(frame: .zero, style: .plain)
    let source: PagedTableDataSource<Row>
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 600))
    private var log: [String] = []

    init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        let counts = [0, 3, 40, 400, 2_000]
        world = World(
            seed: seed, rows: counts[Int(random.next() % 5)],
            policy: LoadPolicy(pageSize: 20, itemBudget: random.next() % 2 == 0 ? 100 : nil))
        table.register(Cell.self, forCellReuseIdentifier: "row")
        table.estimatedRowHeight = random.next() % 2 == 0 ? 44 : 0
        source = PagedTableDataSource(table, world.list) { table, path, row in
            let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
            (cell as? Cell)?.shown = row
            cell.fittingHeight = row.item.map(\.height)
            return cell
        }
    }

    func run(steps: Int) {
        StandIn.onBrokenRule = { [self] in fail($0) }
        table.frame = window.bounds
        if world.below(5) > 0 { window.addSubview(table) }
        for _ in 0..<steps {
            let (before, clamps) = (place, table.clamps)
            let moves = act()
            table.layoutIfNeeded()
            // Where the list became too short for the place, the view is brought back to its end.
            if !moves, clamps == table.clamps { check(before) }
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
        switch world.below(16) {
        case 0...3:
            let most = max(0, table.contentSize.height - table.bounds.height)
            let target =
                world.below(6) == 0
                ? CGFloat(world.below(Int(most) + 1))
                : table.contentOffset.y + CGFloat(world.below(1_201) - 600)
            let offset = CGPoint(x: 0, y: max(0, min(most, target)))
            log.append("scroll to \(offset.y)")
            if world.below(3) == 0 { source.willEndDragging(at: offset) }
            table.contentOffset = offset
            table.layoutIfNeeded()
            source.didScroll()
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
            log.append("animations end")
            table.finishAnimations()
        case 13:
            log.append("time")
            world.pass(1 + world.below(2_000))
        case 14:
            if table.window == nil {
                log.append("come to the window")
                window.addSubview(table)
            } else if world.below(2) == 0 {
                log.append("leave the window")
                table.finishAnimations()
                table.removeFromSuperview()
            } else {
                log.append("rotate")
                table.frame.size = CGSize(width: table.frame.height, height: table.frame.width)
                return true
            }
        default:
            log.append("pause or resume")
            source.presenter.isPaused.toggle()
        }
        return false
    }

    private var place: (id: SlotID, top: CGFloat)? {
        guard let first = table.indexPathsForVisibleRows?.first, first.row < source.presenter.rows.count else {
            return nil
        }
        return (
            source.presenter.rows.slotID(at: first.row), table.rectForRow(at: first).minY - table.contentOffset.y
        )
    }

    private func check(_ before: (id: SlotID, top: CGFloat)?) {
        guard let before, let now = source.presenter.rows.position(of: before.id), before.top < 0 else { return }
        // Near the end rows that are not measured yet may leave too little below the place, for as long as that takes.
        guard table.contentOffset.y > 0.5, table.contentSize.height - table.contentOffset.y > 2 * table.bounds.height
        else { return }
        let top = table.rectForRow(at: IndexPath(row: now, section: 0)).minY - table.contentOffset.y
        if (top - before.top).magnitude > 0.01 { fail("the first visible row moved from \(before.top) to \(top)") }
    }

    private func check() {
        let rows = source.presenter.rows
        for path in table.indexPathsForVisibleRows ?? [] {
            guard path.row < rows.count, let cell = table.cellForRow(at: path) as? Cell else {
                fail("a cell at \(path.row) of \(rows.count) rows")
                continue
            }
            if cell.shown?.item != rows[path.row] || cell.shown?.id != rows.slotID(at: path.row) {
                fail("row \(path.row) shows \(cell.shown?.item?.id ?? -1), not \(rows[path.row]?.id ?? -1)")
            }
        }
    }

    private func settle() {
        if table.window == nil { window.addSubview(table) }
        source.presenter.isPaused = false
        var quiet = 0
        while quiet < 3 {
            quiet = world.list.inFlight.isEmpty ? quiet + 1 : 0
            table.layoutIfNeeded()
            source.didScroll()
            table.finishAnimations()
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            world.pass(30_000)
        }
        table.layoutIfNeeded()
        table.finishAnimations()
        table.layoutIfNeeded()
        check()
        if !(source.presenter.rows == world.list.rows) { fail("the view's rows are not the list's in the end") }
    }
}
