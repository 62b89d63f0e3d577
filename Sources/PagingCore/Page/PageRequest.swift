/// A request to a source: for a stretch of the list by position, the rows next to a cursor, or the rows around an item.
public enum PageRequest: Hashable, Sendable {
    /// The items at these positions. Never empty, never negative.
    case positions(Range<Int>)
    /// Up to `limit` items that follow the cursor; `nil` asks for the start of the list. `limit` is at least 1.
    case after(Cursor?, limit: Int)
    /// Up to `limit` items right before the cursor, in list order; `nil` asks for the end of the list. `limit` is at least 1.
    ///
    /// Only for lists that begin at another place than their top. The answer says in ``Page/beginning`` how the list continues before it.
    case before(Cursor?, limit: Int)
    /// Up to `limit` items in list order, among them the item with this identifier, as its server writes it: a permalink, the first unread
    /// message. `limit` is at least 1.
    ///
    /// The source chooses how many of them come before the item; half is good. If there is no such item, the source throws.
    case around(Cursor, limit: Int)

    /// The number of items requested.
    @inlinable
    public var limit: Int {
        switch self {
        case .positions(let range): range.count
        case .after(_, let limit), .before(_, let limit), .around(_, let limit): limit
        }
    }
}

extension PageRequest {
    /// The direction of the request, in a list that is read in order.
    var way: Checkpoints.Way {
        switch self {
        case .positions, .after: .after
        case .before: .before
        case .around: .around
        }
    }
}
