/// Labels of other libraries: the compiler reports the one used here.
extension Page {
    /// Written without a label here.
    @available(*, unavailable, message: "Write 'Page(items, at: position, total: total)'.")
    public init(items: [Item], total: Int? = nil) { fatalError() }

    /// Written with the label `at` here.
    @available(*, unavailable, message: "Write 'at:' for the position of the first item.")
    public init(_ items: [Item], offset: Int, total: Int? = nil) { fatalError() }

    /// Written as a continuation here.
    @available(
        *, unavailable, message: "Write 'continuation: .next(cursor)', on the last page '.end'."
    )
    public init(_ items: [Item], next: String?) { fatalError() }

    /// Written as a continuation here.
    @available(
        *, unavailable, message: "Write 'continuation: .next(cursor)', on the last page '.end'."
    )
    public init(_ items: [Item], nextCursor: String?) { fatalError() }

    /// Written as a continuation here.
    @available(*, unavailable, message: "Write 'continuation: .more' or 'continuation: .end'.")
    public init(_ items: [Item], hasMore: Bool) { fatalError() }
}
