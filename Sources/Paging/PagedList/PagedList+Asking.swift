/// The questions that a view asks first, in one word each. All are observed, and ask for nothing.
extension PagedList {
    /// `true` during the first load and during a refresh: what a spinner shows. Loading ahead of the reader is in ``loadStates``.
    public var isLoading: Bool { state == .loading || state == .refreshing }

    /// The error of the first load, of the last refresh, or of loading at the end; `nil` once there is none. ``retry()`` tries again.
    public var error: (any Error)? { state.error }

    /// `true` until every row is loaded. ``loadMore()`` loads the next ones, and looking at them does.
    public var hasMore: Bool { !isComplete }

    /// The items that are loaded, in their order, without placeholders.
    ///
    /// ```swift
    /// for post in list.loaded { print(post.title) }
    /// ```
    ///
    /// A value, which stays as it is; observes nothing, as ``rows``.
    ///
    /// - Complexity: O(1); walking it is O(*items loaded*).
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
