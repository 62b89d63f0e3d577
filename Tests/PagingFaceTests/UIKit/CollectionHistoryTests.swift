import PagingUI
import Testing
import UIKit

@testable import Paging
@testable import PagingCore

extension FaceTests {
    /// A collection view of a list through random histories, against the rules that UIKit documents.
    @MainActor struct CollectionHistoryTests {
        @Test
        func `Through random histories no rule is broken, and what is on screen is the list's and stays in place`() {
            for seed in Seeds.histories { CollectionHistory(seed: seed).run(steps: 60) }
        }
    }
}

/// One history: scrolls, arrivals, refreshes, edits, evictions, rotations.
@MainActor
final class CollectionHistory {
    /// A cell that knows what it shows.
    final class Cell: UICollectionViewCell {
        var shown: ListRow<Row>?
    }

    let seed: UInt64
    let world: World
    let view: PagedCollectionView<Row>
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 600))
    private var log: [String] = []

    init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        let counts = [0, 3, 40, 400, 100_000]
        world = World(
            seed: seed, rows: counts[Int(random.next() % 5)],
            policy: LoadPolicy(
                pageSize: 20, preloads: random.next() % 2 == 0, itemBudget: random.next() % 2 == 0 ? 100 : nil))
        let registration = UICollectionView.CellRegistration<Cell, ListRow<Row>> { cell, _, row in
            cell.shown = row
            cell.fittingHeight = row.item.map(\.height)
        }
        view = PagedCollectionView(
            world.list,
            layout: PagedListLayout(
                rowHeight: 44, isSelfSizing: random.next() % 3 > 0, headerHeight: 0,
                footerHeight: random.next() % 2 == 0 ? 40 : 0)
        ) { view, path, row in
            view.dequeueConfiguredReusableCell(using: registration, for: path, item: row)
        }
    }

    func run(steps: Int) {
        StandIn.onBrokenRule = { [self] in fail($0) }
        view.frame = window.bounds
        if world.below(5) > 0 { window.addSubview(view) }
        for step in 0..<steps {
            let (before, clamps) = (place, view.clamps)
            let moves = act(step)
            view.layoutIfNeeded()
            // Where the list became too short for the place, the view is brought back to its end.
            if !moves, clamps == view.clamps { check(before) }
            check()
        }
        settle()
    }

    private func fail(_ text: String) {
        Issue.record(
            "seed \(seed): \(text)\nafter \(log.suffix(6).joined(separator: ", "))\nreplay: PAGING_SEED=\(seed) make test-faces"
        )
    }

    /// Does one thing. True where it moves the reader on purpose.
    private func act(_ step: Int) -> Bool {
        let choice = world.below(16)
        switch choice {
        case 0...3: return scroll()
        case 4...6:
            note("answer")
            world.answerOne()
        case 7:
            note("server changes")
            world.changeServer()
        case 8:
            note("refresh")
            world.refresh()
        case 9, 10:
            note("edit")
            world.edit()
        case 11:
            if world.below(3) == 0 {
                note("hide")
                world.hide()
            } else {
                note("evict")
                world.list.releaseMemory()
            }
        case 12:
            note("animations end")
            view.finishAnimations()
        case 13:
            note("time")
            world.pass(1 + world.below(2_000))
        case 14: return moveView()
        default:
            note(view.presenter.isPaused ? "resume" : "pause")
            view.presenter.isPaused.toggle()
        }
        return false
    }

    private func note(_ text: String) { log.append(text) }

    private func scroll() -> Bool {
        let most = max(0, view.contentSize.height - view.bounds.height)
        let target: CGFloat
        switch world.below(8) {
        case 0: target = CGFloat(world.below(Int(most) + 1))
        case 1: target = most
        case 2: target = 0
        default: target = view.contentOffset.y + CGFloat(world.below(1_201) - 600)
        }
        let offset = max(0, min(most, target))
        note("scroll to \(offset)")
        if world.below(3) == 0 {
            _ = view.listLayout.targetContentOffset(
                forProposedContentOffset: CGPoint(x: 0, y: offset), withScrollingVelocity: .zero)
        }
        view.contentOffset = CGPoint(x: 0, y: offset)
        return true
    }

    private func moveView() -> Bool {
        switch world.below(3) {
        case 0:
            note("rotate")
            view.frame.size = CGSize(width: view.frame.height, height: view.frame.width)
            return true
        case 1 where view.window != nil:
            note("leave the window")
            view.finishAnimations()
            view.removeFromSuperview()
            return false
        default:
            note("come to the window")
            if view.window == nil { window.addSubview(view) }
            return false
        }
    }

    // MARK: What must be true

    /// The first visible row, and where it is on screen.
    private var place: (id: SlotID, top: CGFloat)? {
        let rows = view.presenter.rows
        let visible = view.indexPathsForVisibleItems.filter { $0.item < rows.count }
        guard let first = visible.min(), let cell = view.cellForItem(at: first) else { return nil }
        return (rows.slotID(at: first.item), cell.frame.minY - view.contentOffset.y)
    }

    /// A row that was first on screen is where it was, unless the list is too short for that or the view was at its top.
    private func check(_ before: (id: SlotID, top: CGFloat)?) {
        guard let before, let now = view.presenter.rows.position(of: before.id), before.top < 0 else { return }
        // Near the end rows that are not measured yet may leave too little below the place, for as long as that takes.
        guard view.contentOffset.y > 0.5, view.contentSize.height - view.contentOffset.y > 2 * view.bounds.height else {
            return
        }
        guard let cell = view.cellForItem(at: IndexPath(item: now, section: 0)) else {
            return fail("the first visible row is gone from the screen")
        }
        let top = cell.frame.minY - view.contentOffset.y
        if (top - before.top).magnitude > 0.01 { fail("the first visible row moved from \(before.top) to \(top)") }
    }

    private func check() {
        let rows = view.presenter.rows
        for path in view.indexPathsForVisibleItems {
            guard path.item < rows.count, let cell = view.cellForItem(at: path) as? Cell else {
                fail("a cell at \(path.item) of \(rows.count) rows")
                continue
            }
            if cell.shown?.item != rows[path.item] || cell.shown?.id != rows.slotID(at: path.item) {
                fail("row \(path.item) shows \(cell.shown?.item?.id ?? -1), not \(rows[path.item]?.id ?? -1)")
            }
        }
    }

    /// In the end, with answers to everything, the view shows what the list has.
    private func settle() {
        if view.window == nil { window.addSubview(view) }
        view.presenter.isPaused = false
        var quiet = 0
        while quiet < 3 {
            quiet = world.list.inFlight.isEmpty ? quiet + 1 : 0
            view.layoutIfNeeded()
            view.finishAnimations()
            for asked in world.list.inFlight { world.answer(asked.request, asked.rows) }
            world.pass(30_000)
        }
        view.layoutIfNeeded()
        view.finishAnimations()
        view.layoutIfNeeded()
        check()
        if !(view.presenter.rows == world.list.rows) { fail("the view's rows are not the list's in the end") }
        if view.indexPathsForVisibleItems.isEmpty, world.list.rows.count > 0 { fail("rows, and none on screen") }
    }
}
