/// A list kept as a dictionary of pages, the way such libraries are built and shipped: nothing of it is inlinable.
public struct PageDictionary<Element>: BidirectionalCollection {
    /// How many slots there are.
    public private(set) var count: Int

    /// How many elements a page has.
    public let pageSize: Int
    private var pages: [Int: [Element]] = [:]

    /// Makes a list without pages.
    public init(count: Int, pageSize: Int) {
        self.count = count
        self.pageSize = pageSize
    }

    /// Puts a page in.
    public mutating func set(_ elements: [Element], forPage page: Int) {
        pages[page] = elements
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of slots.
    public var endIndex: Int { count }

    /// The next position.
    public func index(after index: Int) -> Int { index + 1 }

    /// The position before.
    public func index(before index: Int) -> Int { index - 1 }

    /// The element at a position, `nil` where its page is missing.
    public subscript(position: Int) -> Element? {
        let page = position / pageSize
        return pages[page].map { $0[position - page * pageSize] }
    }
}
