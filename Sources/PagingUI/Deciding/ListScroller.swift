/// Scrolls a ``PagedScrollView`` of SwiftUI: keep one beside the list, and pass it to the view.
///
/// ```swift
/// @State var scroller = ListScroller()
///
/// PagedScrollView(list, edge: .end, scroller: scroller) { MessageRow($0) } placeholder: { Text("…") }
/// Button("\(list.unseenBelow) new messages") { scroller.scrollToEnd() }
/// ```
///
/// Without a view it does nothing. Of several views the last one that got it is scrolled.
@MainActor
public final class ListScroller {
    weak var view: (any ScrollingDisplay)?

    /// Makes a scroller of no view.
    public init() {}

    /// Scrolls to the list's end, as far as it is loaded. If rows that are not loaded follow, call ``PagedList/jump(to:)`` with
    /// ``StartingPlace/end`` first.
    ///
    /// - Parameter animated: `true` to animate the scroll. The Mac never animates it.
    public func scrollToEnd(animated: Bool = true) { view?.show(.end, animated: animated) }

    /// Scrolls a row to the top, or as near as the list's end allows.
    ///
    /// - Parameters:
    ///   - position: the row's position; past the end the last one.
    ///   - animated: `true` to animate the scroll. The Mac never animates it.
    public func scroll(to position: Int, animated: Bool = true) { view?.show(.row(position), animated: animated) }

    /// Scrolls the row of an item to the top, or as near as the list's end allows.
    ///
    /// - Parameters:
    ///   - id: the item's identifier.
    ///   - animated: `true` to animate the scroll. The Mac never animates it.
    /// - Returns: `true` if the row is loaded. If not, ``PagedList/jump(to:)`` loads it and the view goes there.
    @discardableResult
    public func scroll(toID id: some Hashable & Sendable, animated: Bool = true) -> Bool {
        guard let view, let row = view.shownPosition(ofID: id) else { return false }
        view.show(.row(row), animated: animated)
        return true
    }
}

/// A view that a ``ListScroller`` scrolls.
@MainActor
protocol ScrollingDisplay: AnyObject {
    func show(_ place: ViewBeginning, animated: Bool)
    /// The position of an item's row among the rows shown, or `nil` if it is not loaded.
    func shownPosition(ofID id: some Hashable & Sendable) -> Int?
}
