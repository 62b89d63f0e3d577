/// The content of one answer: items, their position, the total, and the way on.
///
/// A source fills in what its server said and nothing more. Nothing here has to be consistent: a total below zero,
/// a page longer or shorter than asked, or the same cursor again are the machine's to handle.
public struct Page<Item> {
    /// How a list goes on after a page.
    public typealias Continuation = PageContinuation

    /// The items, in list order. May be fewer or more than were asked for.
    public var items: [Item]

    /// The position of the first item, counted from 0; `nil` if the source knows only which row it follows.
    public var position: Int?

    /// How many items the whole list has, or `nil` if the server does not say.
    public var total: Int?

    /// How the list goes on after the last item.
    public var continuation: Continuation

    /// How the list continues before the first item, for a list that is read upwards too.
    public var beginning: PageBeginning

    /// The state of the list that the page shows, or `nil` if the server does not say.
    public var version: Version?

    /// Bytes of memory that the items take, as the source measures or estimates them, or `nil` if it does not.
    ///
    /// Read for ``LoadPolicy/byteBudget`` alone.
    public var byteCount: Int?

    /// The source's capabilities, if this answer showed others than it declared; `nil` if the declaration still holds.
    public var capabilities: SourceCapabilities?

    #if !hasFeature(Embedded)
        /// The answer that the page was read from, or `nil` if the source does not keep it.
        ///
        /// Of a page that was put together from several answers, the first of them.
        public var metadata: PageMetadata?

        /// How old the page is: how long its rows have been kept in a cache, none of which confirmed them since, or `nil` if they are
        /// the server's answer to the request.
        public var age: Duration?

        /// `true` if the page comes out of a cache and its server no longer vouches for it: a list that shows it asks for the same
        /// once more, past the caches.
        public var isStale = false
    #endif

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - items: the items, in list order.
    ///   - position: the position of the first item, counted from 0.
    ///   - total: how many items the whole list has.
    ///   - continuation: how the list goes on.
    ///   - beginning: how the list continues before the first item.
    ///   - capabilities: the source's capabilities, if it learned them from this answer.
    ///   - version: the state of the list that the page shows.
    ///   - byteCount: bytes of memory that the items take.
    @inlinable
    public init(
        _ items: [Item], at position: Int? = nil, total: Int? = nil, continuation: Continuation = .unspecified,
        beginning: PageBeginning = .unspecified,
        capabilities: SourceCapabilities? = nil, version: Version? = nil,
        byteCount: Int? = nil
    ) {
        self.items = items
        self.position = position
        self.total = total
        self.continuation = continuation
        self.beginning = beginning
        self.capabilities = capabilities
        self.version = version
        self.byteCount = byteCount
    }
}

extension Page {
    /// Refuses a page that no list can have. The machine does so itself with every page.
    ///
    /// - Throws: ``PageDefect/negativeTotal(_:)``; ``PageDefect/totalTooLarge(_:)`` beyond the longest list, of 2⁵⁰
    ///   rows, or 2³⁰ where `Int` has 32 bits; ``PageDefect/positionOutOfRange(_:)`` for an item before the start of
    ///   the list or beyond the end of the longest.
    /// - Complexity: O(1).
    public func validate() throws(PageDefect) {
        if let defect { throw defect }
    }

    /// The first defect found; `nil` if there is none.
    var defect: PageDefect? {
        if let total {
            if total < 0 { return .negativeTotal(total) }
            if total > Limits.slots { return .totalTooLarge(total) }
        }
        guard let position, position < 0 || position > Limits.slots - items.count else { return nil }
        return .positionOutOfRange(position)
    }
}

extension Page {
    /// The part of the page within a list of bounded length, whatever its source says; all of it where there is no bound.
    ///
    /// - Parameters:
    ///   - most: how many rows the list may have.
    ///   - start: the position of the first item.
    func upTo(_ most: Int?, from start: Int) -> Page {
        guard let most else { return self }
        var page = self
        if let total { page.total = min(total, most) }
        if start + items.count >= most {
            page.items.removeLast(min(items.count, start + items.count - most))
            page.continuation = .end
        }
        return page
    }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Sendable where Item: Sendable {}

/// How a list goes on after a page.
public enum PageContinuation: Hashable, Sendable {
    /// The answer does not say. A total decides; without one an empty page is the end, and for a source that is read
    /// in order any page is: there is no way on.
    case unspecified
    /// More follows, at the next position.
    case more
    /// More follows, reached by this cursor.
    case next(Cursor)
    /// This page is the last.
    case end
}

/// How a list continues before a page.
public enum PageBeginning: Hashable, Sendable {
    /// The answer does not say. Where only cursors lead upwards, there is no way.
    case unspecified
    /// The first item is the list's first.
    case start
    /// The list continues before it: ask for the rows before this cursor.
    case previous(Cursor)
}
