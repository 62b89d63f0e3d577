package import PagingCore

/// The reader's place, kept by the identity of the first or the last visible row: across updates, and across several composed into one.
///
/// In a composed update a row that moved and changed is a removal and an insertion. Its identity shows that it is the same row.
package struct PlaceAnchor: Hashable, Sendable {
    /// The first visible row, and how far below its top the screen begins; or the last one, and how far below its end the screen ends.
    package let anchor: RowAnchor
    /// The kind of anchor: at the start or at the end of the screen.
    package let edge: ListEdge
    private let id: SlotID?

    /// Remembers a place.
    ///
    /// - Parameters:
    ///   - anchor: the first visible row, and how far below its top the screen begins; or the last one, and how far below its end the screen
    ///     ends. Its row counts separators, and is a row of the list if there is any.
    ///   - edge: the kind of anchor.
    ///   - shown: the items shown.
    package init(_ anchor: RowAnchor, at edge: ListEdge = .start, in shown: ShownRows<some Sendable>) {
        (self.anchor, self.edge) = (anchor, edge)
        id = shown.row(at: anchor.row).map { shown.rows.slotID(at: $0) }
    }

    /// `true` if the row of the place is shown.
    func hasRow(in shown: ShownRows<some Sendable>) -> Bool { id.flatMap(shown.rows.position) != nil }

    /// The place after an update: at the same row, or, if that is gone, at the top of the next row that is left, or as far from its end.
    ///
    /// - Parameters:
    ///   - shown: the rows shown after the update.
    ///   - update: the update.
    package func place(in shown: ShownRows<some Sendable>, after update: ListUpdate) -> RowAnchor {
        if let row = id.flatMap(shown.rows.position) {
            return RowAnchor(row: shown.item(ofRow: row), offset: anchor.offset)
        }
        var next = anchor.following(update)
        if edge == .end { next.offset = anchor.offset }
        return next
    }
}
