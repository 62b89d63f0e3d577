internal import Paging
internal import PagingCore

/// Where a view begins to show a list.
enum ViewBeginning: Hashable, Sendable {
    /// With a row at the top of the screen, or as near as the list's end allows.
    case row(Int)
    /// With the list's last row at the bottom of the screen.
    case end
}

/// The row at which a view begins, by its identifier: looked for until the rows there are loaded.
struct AwaitedRow {
    /// How far below its top the screen begins.
    let offset: Double
    /// Where the row is; `nil` where it is not loaded.
    let find: @MainActor () -> Int?
    private var isOver = false

    init(offset: Double, find: @escaping @MainActor () -> Int?) { (self.offset, self.find) = (offset, find) }

    /// The place to go to: once, as soon as the row is loaded. Where other rows are loaded on screen, the row is not there.
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
/// Where a list begins in its middle or at its end, nobody knows before its first answer which row that is; and until the view is laid out more
/// rows may have come above it.
struct AwaitedBeginning: Hashable, Sendable {
    private enum State: Hashable {
        case awaited
        /// Where the view is at home.
        case home
        case row(SlotID)
        case end
        case over
    }

    private var state = State.awaited

    /// The rows of the list are others, or there are rows for the first time.
    mutating func begin() { state = .awaited }

    /// The view is somewhere.
    mutating func end() { state = .over }

    /// Takes in the list's rows, as they are after a change.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - place: where the list begins to be read.
    ///   - position: the list's ``PagedList/startingPosition``.
    ///   - isEndKnown: whether no rows follow.
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

    /// Where the view is to begin, as soon as its rows have it; `nil` before that, and where it is fine as it is.
    ///
    /// - Parameters:
    ///   - rows: the rows that the view shows.
    ///   - edge: the end at which the view is at home: there it begins where the list says nothing else.
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
