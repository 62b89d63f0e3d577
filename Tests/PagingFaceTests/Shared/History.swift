import Foundation
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

/// One random history of a face: scrolls, arrivals, refreshes, edits, evictions, rotations.
@MainActor
final class History {
    private let seed: UInt64
    private let face: any DrivenFace
    private var world: World { face.world }
    private var log: [String] = []

    init(_ face: any DrivenFace, seed: UInt64) { (self.face, self.seed) = (face, seed) }

    /// Drives faces over the histories of all seeds.
    static func run(part: Int = 1, _ make: (UInt64) -> any DrivenFace) {
        for seed in Seeds.histories where seed % UInt64(part) == 0 || Seeds.isReplay {
            History(make(seed), seed: seed).run(steps: 60)
        }
    }

    func run(steps: Int) {
        onBrokenRule { [self] in fail($0) }
        if world.below(5) > 0 { face.isInWindow = true }
        for _ in 0..<steps {
            face.layOut()
            let (before, clamps, edge) = (place, face.clamps, face.placeEdge)
            let moves = act()
            face.layOut()
            if edge != face.placeEdge { continue }
            // Where the list became too short for the place, the view is brought back to its end.
            if !moves, clamps == face.clamps { check(before) }
            check()
        }
        settle()
    }

    private func fail(_ text: String) {
        Issue.record(
            "\(type(of: face)), seed \(seed): \(text)\nafter \(log.suffix(6).joined(separator: ", "))\nreplay: PAGING_SEED=\(seed) make test-faces"
        )
    }

    // MARK: What happens

    /// Does one thing. True where it moves the reader on purpose.
    private func act() -> Bool {
        switch world.below(16) {
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
        case 12: note("animations end") { face.finishAnimations() }
        case 13: note("time") { world.pass(1 + world.below(2_000)) }
        case 14: return moveView()
        default: note("pause or resume") { face.presenter.isPaused.toggle() }
        }
        return false
    }

    private func note(_ text: String, _ action: () -> Void) {
        log.append(text)
        action()
    }

    private func scroll() -> Bool {
        let most = max(0, face.contentHeight - face.viewHeight)
        let target: CGFloat
        switch world.below(8) {
        case 0: target = CGFloat(world.below(Int(most) + 1))
        case 1: target = most
        case 2: target = 0
        default: target = face.offset + CGFloat(world.below(1_201) - 600)
        }
        let offset = max(0, min(most, target))
        if world.below(3) == 0 { face.willLand(at: offset) }
        note("scroll to \(offset)") { face.scroll(to: offset) }
        return true
    }

    private func moveView() -> Bool {
        if world.below(3) == 0, face.rotate() {
            log.append("rotate")
            return true
        }
        if face.isInWindow {
            note("leave the window") {
                face.finishAnimations()
                face.isInWindow = false
            }
        } else {
            note("come to the window") { face.isInWindow = true }
        }
        return false
    }

    // MARK: What must be true

    private typealias Place = (id: SlotID, top: CGFloat, isBelowSeparator: Bool)

    /// The first row on screen, and how far below the screen's top it is.
    private var place: Place? {
        let rows = face.presenter.rows
        if face.placeEdge == .end {
            let end = face.offset + face.viewHeight
            // The last one that is wholly on screen.
            let whole = face.rowsOnScreen.last {
                $0 < rows.count && face.bottom(of: $0).map { $0 <= end + 0.01 } ?? false
            }
            guard let last = whole, let bottom = face.bottom(of: last),
                // In a grid the first one of that line: the others may go to another line.
                let whole = face.rowsOnScreen.first(where: { $0 <= last && face.bottom(of: $0) == bottom })
            else { return nil }
            return (rows.slotID(at: whole), bottom - end, false)
        }
        guard let first = face.rowsOnScreen.first(where: { $0 < rows.count }), let top = face.top(of: first) else {
            return nil
        }
        let isBelowSeparator =
            face.holdsBelowSeparators
            && face.itemsOnScreen.first.map { $0 < face.presenter.shown.item(ofRow: first) } ?? false
        return (rows.slotID(at: first), top - face.offset, isBelowSeparator)
    }

    /// A row that was first on screen, and began above it, is where it was, unless the list is too short for that.
    private func check(_ before: Place?) {
        guard let before, let now = face.presenter.rows.position(of: before.id),
            before.top < 0 || before.isBelowSeparator
        else { return }
        if face.placeEdge == .end { return checkFromEnd(before.id, now, before.top) }
        // Near the end rows that are not measured yet may leave too little below the place, for as long as that takes.
        guard face.offset > 0.5, face.contentHeight - face.offset > 2 * face.viewHeight else { return }
        guard let top = face.top(of: now).map({ $0 - face.offset }) else {
            return fail("the first visible row is gone from the screen")
        }
        if (top - before.top).magnitude > 0.01 { fail("the first visible row moved from \(before.top) to \(top)") }
    }

    /// So is the last row that was wholly on screen, in a view that is at home at its end.
    private func checkFromEnd(_ id: SlotID, _ now: Int, _ before: CGFloat) {
        // Near either end, as there.
        let isInside = face.offset > face.viewHeight && face.contentHeight - face.offset > 2 * face.viewHeight
        guard isInside else { return }
        guard let bottom = face.bottom(of: now).map({ $0 - face.offset - face.viewHeight }) else {
            return fail("the last visible row is gone from the screen")
        }
        if (bottom - before).magnitude > 0.01 { fail("the last visible row moved from \(before) to \(bottom)") }
    }

    private func check() {
        let rows = face.presenter.rows
        checkSeparators()
        for row in face.rowsOnScreen {
            guard row < rows.count, let cell = face.cell(at: row) else {
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
        guard let make = face.separators?.make else { return }
        let shown = face.presenter.shown
        guard let ends = shown.ends else { return fail("no separators are shown") }
        let rows = face.presenter.rows
        let fresh = SeparatedRows(
            rows, ends: .init(isStartKnown: ends.isStartKnown, isEndKnown: ends.isEndKnown), make: make)
        if shown.count != fresh.count { return fail("\(shown.count) rows and separators, not \(fresh.count)") }
        for item in face.itemsOnScreen {
            guard item < fresh.count else {
                fail("item \(item) of \(fresh.count)")
                continue
            }
            switch fresh[item] {
            case .row(let row): if shown.row(at: item) != row { fail("item \(item) is not row \(row)") }
            case .separator(_, let separator):
                if face.separator(at: item) != separator {
                    fail("item \(item) shows \(face.separator(at: item) ?? -9), not the separator \(separator)")
                }
            }
        }
    }

    /// In the end, with answers to everything, the view shows what the list has.
    private func settle() {
        face.isInWindow = true
        face.presenter.isPaused = false
        var quiet = 0
        while quiet < 3 {
            quiet = world.list.inFlight.isEmpty ? quiet + 1 : 0
            face.layOut()
            face.look()
            face.finishAnimations()
            world.answerAll()
            world.pass(30_000)
        }
        face.layOut()
        face.finishAnimations()
        face.layOut()
        check()
        if !(face.presenter.rows == world.list.rows) { fail("the view's rows are not the list's in the end") }
        if face.presenter.sections != world.list.sections { fail("the view's sections are not the list's in the end") }
        if let separators = face.separators, separators.rows.count != face.presenter.shown.count {
            fail("the view's separators are not the list's in the end")
        }
        if face.rowsOnScreen.isEmpty, world.list.rows.count > 0 { fail("rows, and none on screen") }
    }
}
