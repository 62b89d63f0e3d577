/// Names of other libraries for the same members: the compiler reports the name used here.
extension PagedList {
    /// Called ``loadMore()`` here.
    @available(*, unavailable, renamed: "loadMore()")
    public func loadNextPage() async throws { fatalError() }

    /// Called ``loadMore()`` here.
    @available(*, unavailable, renamed: "loadMore()")
    public func loadNext() async throws { fatalError() }

    /// Called ``loadMore()`` here.
    @available(*, unavailable, renamed: "loadMore()")
    public func fetchMore() async throws { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable, message: "A list loads when it is looked at: read 'count' or a row, or call 'loadMore()'."
    )
    public func load() async throws { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable, message: "A list loads when it is looked at: read 'count' or a row, or call 'loadMore()'."
    )
    public func fetch() async throws { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable, message: "A list loads when it is looked at: read 'count' or a row, or call 'loadMore()'."
    )
    public func start() { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable,
        message: "Views load by themselves; without one, tell 'viewport(_:)' what is on screen."
    )
    public func loadMoreIfNeeded() async throws { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable,
        message: "Views load by themselves; without one, tell 'viewport(_:)' what is on screen."
    )
    public func loadMoreIfNeeded(currentItem item: Element?) async throws { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable,
        message: "A released list stops its loads; 'removeViewer(_:)' says that it is not on screen."
    )
    public func cancel() { fatalError() }

    /// Called ``reload()`` here.
    @available(*, unavailable, renamed: "reload()")
    public func reset() async throws { fatalError() }

    /// Called ``reload()`` here.
    @available(*, unavailable, renamed: "reload()")
    public func reloadData() async throws { fatalError() }

    /// Called ``refresh()`` here.
    @available(*, unavailable, renamed: "refresh()")
    public func invalidate() async throws { fatalError() }

    /// Called ``hasMore`` here.
    @available(*, unavailable, renamed: "hasMore")
    public var hasNextPage: Bool { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Compare 'state' with '.refreshing'.")
    public var isRefreshing: Bool { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Look at 'loadStates.after'.")
    public var isLoadingMore: Bool { fatalError() }

    /// Called ``rows`` here.
    @available(*, unavailable, renamed: "rows", message: "'rows' has placeholders; 'loaded' has the items alone.")
    public var items: [Element] { fatalError() }

    /// Called ``rows`` here.
    @available(*, unavailable, renamed: "rows", message: "'rows' has placeholders; 'loaded' has the items alone.")
    public var elements: [Element] { fatalError() }

    /// Called ``rows`` here.
    @available(*, unavailable, renamed: "rows", message: "'rows' has placeholders; 'loaded' has the items alone.")
    public var data: [Element] { fatalError() }

    /// Called ``isComplete`` here.
    @available(*, unavailable, renamed: "isComplete")
    public var hasReachedEnd: Bool { fatalError() }

    /// Called ``count`` here.
    @available(*, unavailable, renamed: "count")
    public var total: Int { fatalError() }

    /// Called ``count`` here.
    @available(*, unavailable, renamed: "count")
    public var totalCount: Int { fatalError() }
}
