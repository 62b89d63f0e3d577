/// The properties that a view reads first, in one word each. All are observed, and none sends a request.
extension PagedList {
    /// `true` during the first load and during a refresh, for a spinner. Loading ahead of the reader is in ``loadStates``.
    public var isLoading: Bool { state == .loading || state == .refreshing }

    /// The error of the first load, of the last refresh, or of loading at the end, or `nil` if there is none. ``retry()`` tries again.
    public var error: (any Error)? { state.error }

    /// `true` until every row is loaded. ``loadMore()`` loads the next ones, and so does showing them.
    public var hasMore: Bool { !isComplete }

    /// The loaded items in their order, without placeholders.
    ///
    /// ```swift
    /// for post in list.loaded { print(post.title) }
    /// ```
    ///
    /// It is a value, which stays as it is. Like ``rows`` it observes nothing.
    ///
    /// - Complexity: O(1); iterating over it is O(*items loaded*).
    public var loaded: some Sequence<Element> & Sendable { LoadedElements(rows: rows) }
}

/// The items of an array with placeholders.
private struct LoadedElements<Element: Sendable>: Sequence, Sendable {
    let rows: PagedArray<Element>

    var underestimatedCount: Int { rows.loadedCount }

    func makeIterator() -> AnyIterator<Element> {
        var items = rows.loadedItems.makeIterator()
        return AnyIterator { items.next()?.item }
    }
}
