/// The content of one answer: items, their position, the total, and how the list continues.
///
/// A source fills in only what its server said. It need not be consistent: the machine handles a total below zero, a page longer or shorter than
/// requested, or a repeated cursor.
public struct Page<Item> {
    /// How a list goes on after a page.
    public typealias Continuation = PageContinuation

    /// The items, in list order. There may be fewer or more than requested.
    public var items: [Item]

    /// The position of the first item, counted from 0, or `nil` if the source only knows the row before it.
    public var position: Int?

    /// The number of items in the whole list, or `nil` if the server does not report it.
    public var total: Int?

    /// How the list continues after the last item.
    public var continuation: Continuation

    /// How the list continues before the first item, for a list that is also read upward.
    public var beginning: PageBeginning

    /// The state of the list that the page shows, or `nil` if the server does not report it.
    public var version: Version?

    /// The memory of the items in bytes, as the source measures or estimates it, or `nil` if it does not.
    ///
    /// It is only used for ``LoadPolicy/byteBudget``.
    public var byteCount: Int?

    /// The source's capabilities if this answer showed others than declared, or `nil` if the declaration still holds.
    public var capabilities: SourceCapabilities?

    #if !hasFeature(Embedded)
        /// The answer that the page was read from, or `nil` if the source does not keep it.
        ///
        /// For a page made of several answers it is the first of them.
        public var metadata: PageMetadata?

        /// The age of the page: the time since a cache last received or confirmed it, or `nil` if it is the server's answer to the request.
        public var age: Duration?

        /// `true` if the page comes from a cache and its server no longer guarantees it. A list that shows it requests it once more, past the
        /// caches.
        public var isStale = false
    #endif

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - items: the items, in list order.
    ///   - position: the position of the first item, counted from 0.
    ///   - total: the number of items in the whole list.
    ///   - continuation: how the list continues after the last item.
    ///   - beginning: how the list continues before the first item.
    ///   - capabilities: the source's capabilities, if it learned them from this answer.
    ///   - version: the state of the list that the page shows.
    ///   - byteCount: the memory of the items in bytes.
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
    /// Refuses a page that no list can have. The machine does so by itself with every page.
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
    /// The part of the page within a list of bounded length, whatever its source says; all of it if there is no bound.
    ///
    /// - Parameters:
    ///   - most: the most rows that the list may have.
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

/// How a list continues after a page.
public enum PageContinuation: Hashable, Sendable {
    /// The answer does not say. A total decides. Without one an empty page is the end, and so is any page of a source that is read in order,
    /// since no cursor leads on.
    case unspecified
    /// More rows follow, at the next position.
    case more
    /// More rows follow, behind this cursor.
    case next(Cursor)
    /// This page is the last.
    case end
}

/// How a list continues before a page.
public enum PageBeginning: Hashable, Sendable {
    /// The answer does not say. If only cursors lead upward, the list cannot be read upward.
    case unspecified
    /// The first item is the list's first.
    case start
    /// The list continues before it: ask for the rows before this cursor.
    case previous(Cursor)
}
