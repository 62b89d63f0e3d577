/// A reader's place in a list: the first visible row, and how much of it is scrolled away.
///
/// ```swift
/// guard let place = list.place(offset: 12) else { return }
/// // Later, in this list or in another of the same rows:
/// layout.scroll(to: RowAnchor(row: list.position(of: place), offset: place.offset))
/// ```
///
/// The row counts, wherever it is by then. If it is not loaded any more, the position counts.
public struct ReaderPlace<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The first visible row's identifier, or `nil` if that was not loaded.
    public var id: ID?
    /// Its position among the rows shown, counted from 0.
    public var position: Int
    /// How much of it was scrolled away, in the app's own measure: points, or parts of a row.
    public var offset: Double

    /// Makes a place.
    public init(id: ID? = nil, position: Int, offset: Double = 0) {
        (self.id, self.position, self.offset) = (id, position, offset)
    }
}

extension PagedList {
    /// The position of a place in this list now: the position of its row if it is loaded and shown, else the place's own.
    ///
    /// - Returns: a position below ``count``; 0 if there are no rows.
    public func position<ID: Hashable & Sendable>(of place: ReaderPlace<ID>) -> Int {
        if let position = place.id.flatMap({ position(ofID: $0) }) { return position }
        return min(max(0, place.position), max(0, observers.list.count - 1))
    }

    /// The place of a view's reader, as reported with ``viewport(_:landing:viewer:)``, or of the rows last read if the view reported none.
    ///
    /// - Parameters:
    ///   - offset: how much of the first visible row is scrolled away. The list does not know that.
    ///   - viewer: the view; `nil` for the one that reported last.
    /// - Returns: `nil` if no view reported its rows, or past the end.
    func place<ID: Hashable & Sendable>(
        of viewer: ViewerID?, offset: Double, numbers: TypedItemNumbers<Element, ID>
    ) -> ReaderPlace<ID>? {
        let viewer = viewer ?? observers.unseen.lastViewer
        let told = projection?.views[viewer]?.rows ?? machine.views.first { $0.viewer == viewer }?.rows
        guard let position = (told ?? hints.window.rows)?.lowerBound, position < rows.count else { return nil }
        guard position < projection?.list.count ?? machine.rows.count else {
            return ReaderPlace(position: position, offset: offset)
        }
        var number: Int?
        if case .own(let own)? = projection?.list.row(at: position) {
            number = own
        } else {
            number = serverPosition(ofShown: position).flatMap { machine.rows[$0] }
        }
        return ReaderPlace(id: number.flatMap { numbers.id(of: $0) }, position: position, offset: offset)
    }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// The place of a view's reader, as reported with ``viewport(_:landing:viewer:)``, or of the rows last read if the view reported none.
    ///
    /// - Parameters:
    ///   - offset: how much of the first visible row is scrolled away. The list does not know that.
    ///   - viewer: the view; `nil` for the one that reported last.
    /// - Returns: `nil` if no view reported its rows, or past the end, or if the list identifies its rows by something other than `id`.
    public func place(offset: Double = 0, viewer: ViewerID? = nil) -> ReaderPlace<Element.ID>? {
        guard let numbers = store.numbers as? TypedItemNumbers<Element, Element.ID> else { return nil }
        return place(of: viewer, offset: offset, numbers: numbers)
    }
}
