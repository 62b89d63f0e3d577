import Foundation
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

/// One random history of a view: scrolls, arrivals, refreshes, edits, evictions, rotations.
@MainActor
final class History {
    private let seed: UInt64
    let view: any DrivenView
    var world: World { view.world }
    private var log: [String] = []
    /// How far a row that stays may be off, in points: what two roundings leave. Offsets are whole pixels, and whole points before the first window.
    private var tolerance = 1.0

    init(_ view: any DrivenView, seed: UInt64) { (self.view, self.seed) = (view, seed) }

    /// Drives views over the histories of all seeds.
    static func run(part: Int = 1, _ make: (UInt64) -> any DrivenView) {
        for seed in Seeds.histories where seed % UInt64(part) == 0 || Seeds.isReplay {
            History(make(seed), seed: seed).run(steps: 60)
        }
    }

    func run(steps: Int) {
        onBrokenRule { [self] in fail($0) }
        if world.below(5) > 0 { view.isInWindow = true }
        for _ in 0..<steps {
            view.layOut()
            if view.isInWindow { tolerance = 0.5 }
            let (before, clamps, edge) = (place, view.clamps, view.placeEdge)
            let moves = act()
            view.layOut()
            if edge != view.placeEdge { continue }
            // Where the list became too short for the place, the view is brought back to its end.
            if !moves, clamps == view.clamps { check(before) }
            check()
        }
        settle()
    }

    func fail(_ text: String) {
        Issue.record(
            "\(type(of: view)), seed \(seed): \(text)\nafter \(log.suffix(6).joined(separator: ", "))\nreplay: PAGING_SEED=\(seed) make test-views"
        )
    }

    // MARK: What happens

    /// Does one thing. True where it moves the reader on purpose.
    private func act() -> Bool {
        switch world.below(view.isInWindow && view.hands != nil ? 21 : 16) {
        case 0...3: return scroll()
        case 4...6: note("answer") { world.answerOne() }
        case 7: note("server changes") { world.changeServer() }
        case 8: note("refresh") { world.refresh() }
        case 9, 10: note("edit") { world.edit() }
        case 11:
            if world.below(3) == 0 {
                note("hide") { world.hide() }
            } else {
                note("evict") { world.list.releaseMemory() }
            }
        case 12: note("animations end") { view.finishAnimations() }
        case 13: note("time") { world.pass(1 + world.below(2_000)) }
        case 14: return moveView()
        case 15: note("pause or resume") { view.presenter.isPaused.toggle() }
        case 16: note("a cell grows") { view.hands?.resizeCell(world.below(20), to: CGFloat(20 + world.below(200))) }
        case 17: return view.hands.map(moveKeyboard) ?? false
        default: return view.hands.map(touch) ?? false
        }
        return false
    }

    func note(_ text: String, _ action: () -> Void) {
        log.append(text)
        action()
    }

    private func scroll() -> Bool {
        if let hands = view.hands, hands.isDragged || hands.isFlung { return touch(hands) }
        let most = max(0, view.contentHeight - view.viewHeight)
        let target: CGFloat
        switch world.below(8) {
        case 0: target = CGFloat(world.below(Int(most) + 1))
        case 1: target = most
        case 2: target = 0
        default: target = view.offset + CGFloat(world.below(1_201) - 600)
        }
        let offset = max(0, min(most, target))
        if world.below(3) == 0 { view.willLand(at: offset) }
        note("scroll to \(offset)") { view.scroll(to: offset) }
        return true
    }

    private func moveView() -> Bool {
        if world.below(3) == 0, view.rotate() {
            log.append("rotate")
            return true
        }
        if view.isInWindow {
            note("leave the window") {
                if view.liftsOnLeaving { view.hands?.lift(velocity: 0) }
                view.finishAnimations()
                view.isInWindow = false
            }
        } else {
            note("come to the window") { view.isInWindow = true }
        }
        return false
    }

    // MARK: What must be true

    private typealias Place = (id: SlotID, top: CGFloat, isBelowSeparator: Bool)

    /// The first row on screen, and how far below the screen's top it is.
    private var place: Place? {
        let rows = view.presenter.rows
        if view.placeEdge == .end {
            let end = view.offset + view.viewHeight - (view.hands?.keyboardHeight ?? 0)
            // The last one that is wholly on screen.
            let whole = view.rowsOnScreen.last {
                $0 < rows.count && view.bottom(of: $0).map { $0 <= end + 0.01 } ?? false
            }
            guard let last = whole, let bottom = view.bottom(of: last),
                // In a grid the first one of that line: the others may go to another line.
                let whole = view.rowsOnScreen.first(where: { $0 <= last && view.bottom(of: $0) == bottom })
            else { return nil }
            return (rows.slotID(at: whole), bottom - end, false)
        }
        // A row of which less is seen than the place may move by need not be there afterwards, nor what is right below it.
        let seen = view.rowsOnScreen.first {
            $0 < rows.count && view.bottom(of: $0).map { $0 - view.offset >= 0.5 } ?? true
        }
        guard let first = seen, let top = view.top(of: first) else { return nil }
        let isBelowSeparator =
            view.holdsBelowSeparators && first == view.rowsOnScreen.first
            && view.itemsOnScreen.first.map { $0 < view.presenter.shown.item(ofRow: first) } ?? false
        return (rows.slotID(at: first), top - view.offset, isBelowSeparator)
    }

    /// A row that was first on screen, and began above it, is where it was, unless the list is too short for that.
    private func check(_ before: Place?) {
        guard let before, let now = view.presenter.rows.position(of: before.id),
            before.top < 0 || before.isBelowSeparator
        else { return }
        if view.placeEdge == .end { return checkFromEnd(before.id, now, before.top) }
        // Near the end rows that are not measured yet may leave too little below the place, for as long as that takes.
        guard view.offset > 0.5, view.contentHeight - view.offset > 2 * view.viewHeight else { return }
        guard let top = view.top(of: now).map({ $0 - view.offset }) else {
            return fail("the first visible row is gone from the screen")
        }
        if (top - before.top).magnitude >= tolerance {
            fail("the first visible row moved from \(before.top) to \(top)")
        }
    }

    /// So is the last row that was wholly on screen, in a view that is at home at its end.
    private func checkFromEnd(_ id: SlotID, _ now: Int, _ before: CGFloat) {
        // Near either end, as there.
        let isInside = view.offset > view.viewHeight && view.contentHeight - view.offset > 2 * view.viewHeight
        guard isInside else { return }
        let covered = view.hands?.keyboardHeight ?? 0
        guard let bottom = view.bottom(of: now).map({ $0 - view.offset - view.viewHeight + covered }) else {
            return fail("the last visible row is gone from the screen")
        }
        if (bottom - before).magnitude >= tolerance { fail("the last visible row moved from \(before) to \(bottom)") }
    }

    private func check() {
        let rows = view.presenter.rows
        guard view.hasCells else { return }
        checkSeparators()
        for row in view.rowsOnScreen {
            guard row < rows.count, let cell = view.cell(at: row) else {
                fail("no cell at \(row) of \(rows.count) rows")
                continue
            }
            if cell.row?.item != rows[row] || cell.row?.id != rows.slotID(at: row) {
                fail("row \(row) shows \(cell.row?.item?.id ?? -1), not \(rows[row]?.id ?? -1)")
            }
        }
    }

    /// Rows and separators are as they would be were all separators made anew.
    private func checkSeparators() {
        guard let make = view.separators?.make else { return }
        let shown = view.presenter.shown
        guard let ends = shown.ends else { return fail("no separators are shown") }
        let rows = view.presenter.rows
        let fresh = SeparatedRows(
            rows, ends: .init(isStartKnown: ends.isStartKnown, isEndKnown: ends.isEndKnown), make: make)
        if shown.count != fresh.count { return fail("\(shown.count) rows and separators, not \(fresh.count)") }
        for item in view.itemsOnScreen {
            guard item < fresh.count else {
                fail("item \(item) of \(fresh.count)")
                continue
            }
            switch fresh[item] {
            case .row(let row): if shown.row(at: item) != row { fail("item \(item) is not row \(row)") }
            case .separator(_, let separator):
                if view.separator(at: item) != separator {
                    fail("item \(item) shows \(view.separator(at: item) ?? -9), not the separator \(separator)")
                }
            }
        }
    }

    /// In the end, with answers to everything, the view shows what the list has.
    private func settle() {
        view.hands?.lift(velocity: 0)
        view.hands?.keyboardHeight = 0
        view.isInWindow = true
        view.presenter.isPaused = false
        var quiet = 0
        while quiet < 3 {
            quiet = world.list.inFlight.isEmpty ? quiet + 1 : 0
            view.layOut()
            view.look()
            view.finishAnimations()
            world.answerAll()
            world.pass(30_000)
        }
        view.layOut()
        view.finishAnimations()
        view.layOut()
        check()
        if !(view.presenter.rows == world.list.rows) { fail("the view's rows are not the list's in the end") }
        if view.presenter.sections != world.list.sections { fail("the view's sections are not the list's in the end") }
        if let separators = view.separators, separators.rows.count != view.presenter.shown.count {
            fail("the view's separators are not the list's in the end")
        }
        if view.rowsOnScreen.isEmpty, world.list.rows.count > 0 {
            fail("\(world.list.rows.count) rows, and none on screen at \(view.offset) of \(view.contentHeight)")
        }
    }
}
