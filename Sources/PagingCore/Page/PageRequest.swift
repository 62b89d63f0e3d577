/// What is asked of a source: a stretch of the list by position, or what follows a cursor.
public enum PageRequest: Hashable, Sendable {
    /// The items at these positions. Never empty, never negative.
    case positions(Range<Int>)
    /// Up to `limit` items that follow the cursor; `nil` asks for the start of the list. `limit` is at least 1.
    case after(Cursor?, limit: Int)

    /// How many items are asked for.
    @inlinable
    public var limit: Int {
        switch self {
        case .positions(let range): range.count
        case .after(_, let limit): limit
        }
    }
}
