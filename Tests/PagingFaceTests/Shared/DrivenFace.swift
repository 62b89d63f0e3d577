import Foundation
import PagingUI

@testable import PagingCore

/// A face in its view, as a ``History`` drives it. Offsets are points of the view's content.
@MainActor
protocol DrivenFace: AnyObject {
    var world: World { get }
    var presenter: ListPresenter<Row> { get }
    /// Where the screen begins.
    var offset: CGFloat { get }
    var contentHeight: CGFloat { get }
    var viewHeight: CGFloat { get }
    /// How often the content was too short for the offset, which then moved.
    var clamps: Int { get }
    var isInWindow: Bool { get set }
    /// The rows on screen, ascending.
    var rowsOnScreen: [Int] { get }
    /// What a row's cell shows; `nil` where there is no cell.
    func cell(at row: Int) -> ShownCell?
    /// How far below the content's top a row is; `nil` where the view does not know.
    func top(of row: Int) -> CGFloat?
    /// How far below the content's top a row ends; `nil` where the view does not know.
    func bottom(of row: Int) -> CGFloat?
    /// At which end of the screen the row is that stays.
    var placeEdge: ListEdge { get }
    func layOut()
    func scroll(to offset: CGFloat)
    /// The finger lifts, and scrolling will rest there.
    func willLand(at offset: CGFloat)
    func finishAnimations()
    /// Makes the view as wide as it was high; false where it cannot be turned.
    func rotate() -> Bool
    /// Tells the list what is on screen, where a view does not by itself.
    func look()
}

extension DrivenFace {
    var clamps: Int { 0 }
    var placeEdge: ListEdge { .start }
    func bottom(of row: Int) -> CGFloat? { nil }
    func willLand(at offset: CGFloat) {}
    func finishAnimations() {}
    func rotate() -> Bool { false }
    func look() {}
}

/// What a cell was last filled with; nothing where it never was.
struct ShownCell {
    var row: ListRow<Row>?
}
