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

    /// Called ``reload()`` here.
    @available(*, unavailable, renamed: "reload()")
    public func reset() async throws { fatalError() }

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

    /// Called ``count`` here.
    @available(*, unavailable, renamed: "count")
    public var total: Int { fatalError() }

    /// Called ``count`` here.
    @available(*, unavailable, renamed: "count")
    public var totalCount: Int { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable, message: "Use 'insert(_:at: .end)': the row is shown there until the server says where it is."
    )
    public func append(_ item: Element) { fatalError() }

    /// Done another way here, as the compiler says.
    @available(
        *, unavailable, message: "Use 'remove(id:)': positions change while a request is under way, identifiers don't."
    )
    public func remove(at position: Int) { fatalError() }

    /// Called ``update(_:)`` here.
    @available(*, unavailable, renamed: "update(_:)")
    public func replace(_ item: Element) { fatalError() }

    /// Called ``hide(where:)`` here.
    @available(*, unavailable, renamed: "hide(where:)", message: "'hide' names the rows that are not shown.")
    public func filter(_ isShown: (Element) -> Bool) { fatalError() }
}
