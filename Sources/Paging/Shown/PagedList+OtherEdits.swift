/// Names of other libraries for edits and observers: the compiler reports the name used here.
extension PagedList {
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

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'insert(_:at: .start)'.")
    public func prepend(_ item: Element) { fatalError() }

    /// Called ``remove(id:)`` here.
    @available(*, unavailable, renamed: "remove(id:)")
    public func delete(_ id: some Hashable & Sendable) { fatalError() }

    /// Called ``remove(id:)`` here.
    @available(*, unavailable, renamed: "remove(id:)")
    public func delete(id: some Hashable & Sendable) { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Change a copy of the item, and pass it to 'update(_:)'.")
    public func update(id: some Hashable & Sendable, _ change: (inout Element) -> Void) { fatalError() }

    /// Called ``observe(_:)`` here.
    @available(*, unavailable, renamed: "observe(_:)")
    public func onChange(_ body: @escaping @MainActor (ListChange<Element>) -> Void) { fatalError() }
}
