/// The same list, with everything inlinable: what the idea costs when nothing hinders the optimizer.
@frozen
public struct InlinablePageDictionary<Element>: BidirectionalCollection {
    /// How many slots there are.
    public let count: Int

    /// How many elements a page has.
    public let pageSize: Int
    @usableFromInline var pages: [Int: [Element]] = [:]

    /// Makes a list without pages.
    @inlinable
    public init(count: Int, pageSize: Int) {
        self.count = count
        self.pageSize = pageSize
    }

    /// Puts a page in.
    @inlinable
    public mutating func set(_ elements: [Element], forPage page: Int) {
        pages[page] = elements
    }

    /// Always 0.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of slots.
    @inlinable
    public var endIndex: Int { count }

    /// The next position.
    @inlinable
    public func index(after index: Int) -> Int { index + 1 }

    /// The position before.
    @inlinable
    public func index(before index: Int) -> Int { index - 1 }

    /// The element at a position, `nil` where its page is missing.
    @inlinable
    public subscript(position: Int) -> Element? {
        let page = position / pageSize
        return pages[page].map { $0[position - page * pageSize] }
    }
}
