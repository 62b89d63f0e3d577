import Foundation

@testable import Paging
@testable import PagingCore
@testable import PagingUI

/// A view of a list, as a ``History`` drives it. Offsets are points of the view's content.
@MainActor
protocol DrivenView: AnyObject {
    var world: World { get }
    var presenter: ListPresenter<Row> { get }
    /// Where fingers drag it; `nil` for a view without.
    var hands: (any Hands)? { get }
    /// Whether a finger is lifted where the view leaves its window: touches are of a window, a trackpad's scrolling is not.
    var liftsOnLeaving: Bool { get }
    /// Where the screen begins.
    var offset: CGFloat { get }
    var contentHeight: CGFloat { get }
    var viewHeight: CGFloat { get }
    /// How often the content was too short for the offset, which then moved.
    var clamps: Int { get }
    var isInWindow: Bool { get set }
    /// The items on screen, ascending: rows, and separators between them.
    var itemsOnScreen: [Int] { get }
    /// Separators that the view shows; `nil` where it shows none.
    var separators: ListSeparators<Row, Int>? { get }
    /// Whether a row stays that is first on screen but for a separator: not where a view measures that by itself.
    var holdsBelowSeparators: Bool { get }
    /// The separator in a cell; `nil` where there is no cell.
    func separator(at item: Int) -> Int?
    /// Whether what is on screen has cells.
    var hasCells: Bool { get }
    /// The row in a cell; `nil` where there is no cell.
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

extension DrivenView {
    /// The rows on screen, ascending.
    var rowsOnScreen: [Int] { itemsOnScreen.compactMap(presenter.shown.row) }
    var hands: (any Hands)? { nil }
    var liftsOnLeaving: Bool { true }
    var separators: ListSeparators<Row, Int>? { nil }
    var holdsBelowSeparators: Bool { true }
    func separator(at item: Int) -> Int? { nil }
    var hasCells: Bool { true }
    var clamps: Int { 0 }
    var placeEdge: ListEdge { .start }
    func bottom(of row: Int) -> CGFloat? { nil }
    func willLand(at offset: CGFloat) {}
    func finishAnimations() {}
    func rotate() -> Bool { false }
    func look() {}
}

/// The content that a cell was last filled with; nothing where it never was.
struct ShownCell {
    var row: ListRow<Row>?
}

extension World {
    /// A separator above each seventh identifier, and one behind the last row.
    var sevens: ListSeparators<Row, Int> {
        list.separators { above, below in
            guard let below else { return -1 }
            return above.map { $0.id / 7 } == below.id / 7 ? nil : below.id / 7
        }
    }
}
