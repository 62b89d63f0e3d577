/// A request to a source: for a stretch of the list by position, the rows next to a cursor, or the rows around an item.
public enum PageRequest: Hashable, Sendable {
    /// The items at these positions. Never empty, never negative.
    case positions(Range<Int>)
    /// Up to `limit` items that follow the cursor; `nil` asks for the start of the list. `limit` is at least 1.
    case after(Cursor?, limit: Int)
    /// Up to `limit` items right before the cursor, in list order; `nil` asks for the end of the list. `limit` is at least 1.
    ///
    /// Only for lists that begin elsewhere than at their top. The answer says in ``Page/beginning`` what comes before it.
    case before(Cursor?, limit: Int)
    /// Up to `limit` items in list order, among them the one with this identifier, as its server writes it: a permalink, the first unread
    /// message. `limit` is at least 1.
    ///
    /// How many come before the item is the source's choice; half is good. Where there is no such item, the source throws.
    case around(Cursor, limit: Int)

    /// How many items are asked for.
    @inlinable
    public var limit: Int {
        switch self {
        case .positions(let range): range.count
        case .after(_, let limit), .before(_, let limit), .around(_, let limit): limit
        }
    }
}

extension PageRequest {
    /// How it asks, in a list that is read in order.
    var way: Checkpoints.Way {
        switch self {
        case .positions, .after: .after
        case .before: .before
        case .around: .around
        }
    }
}
