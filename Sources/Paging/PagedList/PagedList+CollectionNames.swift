/// Names of collections. A list is none, because a row may be a placeholder: the compiler names the two collections that it has.
extension PagedList {
    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'rows.first', which may be a placeholder.")
    public var first: Element? { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'rows.last', which may be a placeholder.")
    public var last: Element? { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'rows.indices'.")
    public var indices: Range<Int> { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'rows.loadedCount'.")
    public var loadedCount: Int { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'rows', which has placeholders, or 'loaded', which has the items alone.")
    public func map<Result>(_ transform: (Element) throws -> Result) rethrows -> [Result] { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'rows', which has placeholders, or 'loaded', which has the items alone.")
    public func forEach(_ body: (Element) throws -> Void) rethrows { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'rows', which has placeholders, or 'loaded', which has the items alone.")
    public func makeIterator() -> AnyIterator<Element> { fatalError() }

    /// Called ``position(ofID:)`` here.
    @available(*, unavailable, renamed: "position(ofID:)")
    public func index(of id: some Hashable & Sendable) -> Int? { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Use 'position(ofID:)'.")
    public func firstIndex(where isWanted: (Element) -> Bool) -> Int? { fatalError() }
}
