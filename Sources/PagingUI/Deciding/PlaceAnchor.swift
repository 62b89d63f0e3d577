public import PagingCore

/// The reader's place, kept by the first visible row's identity: across updates, and across several composed into one.
///
/// In a composed update a row that moved and changed is a removal and an insertion. Its identity tells that it is the same.
public struct PlaceAnchor: Hashable, Sendable {
    /// The first visible row, and how far below its top the screen begins.
    public let anchor: RowAnchor
    private let id: SlotID?

    /// Remembers a place.
    ///
    /// - Parameters:
    ///   - anchor: the first visible row, and how far below its top the screen begins.
    ///   - rows: the rows that are shown.
    public init(_ anchor: RowAnchor, in rows: PagedArray<some Sendable>) {
        self.anchor = anchor
        id = rows.indices.contains(anchor.row) ? rows.slotID(at: anchor.row) : nil
    }

    /// Where the place is after an update: at the same row, or, where that is gone, at the top of the next that is left.
    ///
    /// - Parameters:
    ///   - rows: the rows after the update.
    ///   - update: the update.
    public func place(in rows: PagedArray<some Sendable>, after update: ListUpdate) -> RowAnchor {
        if let row = id.flatMap(rows.position) { return RowAnchor(row: row, offset: anchor.offset) }
        return anchor.following(update)
    }
}
