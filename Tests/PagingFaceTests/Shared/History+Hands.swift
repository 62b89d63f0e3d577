import Foundation

@testable import Paging
@testable import PagingCore
@testable import PagingUI

/// The hands on a scroll view: a finger that drags and lets go, and the keyboard.
@MainActor
protocol Hands: AnyObject {
    var isDragged: Bool { get }
    var isFlung: Bool { get }
    /// How many points a fling moves in the next frame.
    var velocity: CGFloat { get }
    /// How much of the view's bottom the keyboard covers.
    var keyboardHeight: CGFloat { get set }
    func press()
    /// Moves the finger, and the content with it.
    func drag(by distance: CGFloat)
    /// Lifts the finger while it moves so many points a frame.
    func lift(velocity: CGFloat)
    /// A frame of a fling; `false` at its end.
    func flingFrame() -> Bool
    /// A cell on screen asks for another height by itself.
    func resizeCell(_ index: Int, to height: CGFloat)
}

extension History {
    /// Does one thing with a hand. True where it moves the reader on purpose.
    func touch(_ hands: any Hands) -> Bool {
        if hands.isFlung {
            note("a frame of the fling") { follow(by: hands.velocity) { _ = hands.flingFrame() } }
        } else if !hands.isDragged {
            note("a finger comes") { hands.press() }
            return false
        } else if world.below(4) > 0 {
            let distance = CGFloat(world.below(601) - 300)
            note("it drags by \(distance)") { follow(by: distance) { hands.drag(by: distance) } }
        } else {
            let velocity = CGFloat(world.below(161) - 80)
            note("it lifts at \(velocity)") { hands.lift(velocity: velocity) }
        }
        return true
    }

    /// The keyboard comes or goes. True where it moves the reader on purpose.
    func moveKeyboard(_ hands: any Hands) -> Bool {
        let height: CGFloat = hands.keyboardHeight > 0 ? 0 : 250
        note("the keyboard covers \(height)") { hands.keyboardHeight = height }
        return view.placeEdge == .end
    }

    /// Each row moves as far as the finger does, or as the frame of a fling.
    private func follow(by distance: CGFloat, _ move: () -> Void) {
        let (rows, offset) = (view.rowsOnScreen, view.offset)
        let tops = rows.map { view.top(of: $0) }
        move()
        // Beyond either end the content resists, and comes back.
        let most = view.contentHeight - view.viewHeight
        guard offset > 600, offset < most - 600 else { return }
        for (row, top) in zip(rows, tops) {
            guard let top, let now = view.top(of: row) else { continue }
            let way = (now - view.offset) - (top - offset)
            if (way + distance).magnitude >= 1 { return fail("row \(row) moved by \(way), not by \(-distance)") }
        }
    }
}
