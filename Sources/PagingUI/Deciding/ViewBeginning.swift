internal import Paging
internal import PagingCore

/// The place at which a view begins to show a list.
enum ViewBeginning: Hashable, Sendable {
    /// With a row at the top of the screen, or as near as the list's end allows.
    case row(Int)
    /// With the list's last row at the bottom of the screen.
    case end
}

/// The row at which a view begins, by its identifier: looked for until the rows there are loaded.
struct AwaitedRow {
    /// The distance from the row's top to the top of the screen, in points.
    let offset: Double
    /// The position of the row, or `nil` if it is not loaded.
    let find: @MainActor () -> Int?
    private var isOver = false

    init(offset: Double, find: @escaping @MainActor () -> Int?) { (self.offset, self.find) = (offset, find) }

    /// The place to go to, returned once, as soon as the row is loaded. The search ends without one if other rows are loaded on screen.
    @MainActor
    mutating func take(in presenter: ListPresenter<some Sendable>, on screen: Range<Int>) -> RowAnchor? {
        let shown = presenter.shown
        if isOver || shown.rows.isEmpty { return nil }
        if let row = find() {
            isOver = true
            return RowAnchor(row: row, offset: offset)
        }
        isOver = shown.rows(in: screen).contains { shown.rows[$0] != nil }
        return nil
    }
}

/// Waits for the place at which a list begins (``PagedList/startingPlace``), and holds it by the row's identity until a view is there.
///
/// If a list begins in its middle or at its end, the row is unknown before the first answer. More rows may come above it before the view is laid
/// out.
struct AwaitedBeginning: Hashable, Sendable {
    private enum State: Hashable {
        case awaited
        /// The end at which the view is at home.
        case home
        case row(SlotID)
        case end
        case over
    }

    private var state = State.awaited

    /// The rows of the list were replaced, or there are rows for the first time.
    mutating func begin() { state = .awaited }

    /// The view is at a place.
    mutating func end() { state = .over }

    /// Takes in the list's rows, as they are after a change.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - place: the place at which reading begins.
    ///   - position: the list's ``PagedList/startingPosition``.
    ///   - isEndKnown: `true` if no rows follow.
    mutating func see(
        _ rows: PagedArray<some Sendable>, place: StartingPlace, position: Int, isEndKnown: Bool
    ) {
        guard state == .awaited, !rows.isEmpty else { return }
        if place == .end, isEndKnown || position < rows.count {
            state = .end
        } else if place == .start, position == 0 {
            state = .home
        } else if rows.indices.contains(position) {
            state = .row(rows.slotID(at: position))
        } else if isEndKnown {
            state = .end
        }
    }

    /// The place at which the view begins, as soon as its rows have it, or `nil` before that or if the view need not move.
    ///
    /// - Parameters:
    ///   - rows: the rows that the view shows.
    ///   - edge: the end at which the view is at home. It begins there unless the list says otherwise.
    mutating func take(in rows: PagedArray<some Sendable>, edge: ListEdge) -> ViewBeginning? {
        guard !rows.isEmpty else { return nil }
        switch state {
        case .awaited, .over: return nil
        case .home:
            state = .over
            return edge == .end ? .end : nil
        case .end:
            state = .over
            return .end
        case .row(let slot):
            guard let row = rows.position(of: slot) else { return nil }
            state = .over
            return .row(row)
        }
    }
}
