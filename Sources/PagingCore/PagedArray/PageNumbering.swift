/// How a server numbers its pages: the size of pages, and the number of the first one.
///
/// ```swift
/// let numbering = PageNumbering(pageSize: 50, firstPage: 1)
/// print(numbering.page(containing: 120), numbering.range(ofPage: 3, total: 130))  // 3 100..<130
/// ```
@frozen
public struct PageNumbering: Hashable, Sendable {
    /// How many items a page has; at least 1. The last page may have fewer.
    public let pageSize: Int

    /// The number of the first page: often 0 or 1, but any will do.
    public let firstPage: Int

    /// Makes a numbering.
    ///
    /// - Parameters:
    ///   - pageSize: how many items a page has; at least 1.
    ///   - firstPage: the number of the first page.
    @inlinable
    public init(pageSize: Int, firstPage: Int = 0) {
        precondition(pageSize >= 1, "PageNumbering: a page has at least one item")
        self.pageSize = pageSize
        self.firstPage = firstPage
    }

    /// The first position of a page, or `nil` for a page before the first or one that starts beyond `Int.max`.
    @inlinable
    public func start(ofPage page: Int) -> Int? {
        let index = page.subtractingReportingOverflow(firstPage)
        guard !index.overflow, index.partialValue >= 0 else { return nil }
        let start = index.partialValue.multipliedReportingOverflow(by: pageSize)
        return start.overflow ? nil : start.partialValue
    }

    /// The positions of a page in a list of `total` items; empty for a page that is not in it.
    ///
    /// - Parameters:
    ///   - page: any number.
    ///   - total: how many items the list has; below 0 counts as 0.
    @inlinable
    public func range(ofPage page: Int, total: Int) -> Range<Int> {
        let total = max(0, total)
        guard let start = start(ofPage: page), start < total else { return total..<total }
        return start..<start + min(pageSize, total - start)
    }

    /// The number of the page that holds a position.
    ///
    /// - Parameter position: at least 0. The number must not be beyond `Int.max`.
    @inlinable
    public func page(containing position: Int) -> Int {
        precondition(position >= 0, "PageNumbering: position out of range")
        return firstPage + position / pageSize
    }
}

extension PagedArray {
    /// Puts the items of a numbered page at their positions, and makes the list longer if they reach beyond its end.
    ///
    /// A page that is too short leaves the rest of its positions as they were; one that is too long continues into the next page's positions.
    /// The list never becomes shorter, and filling a page twice is the same as filling it once.
    ///
    /// - Parameters:
    ///   - items: the items of the page.
    ///   - number: the page's number.
    ///   - numbering: how the pages are numbered.
    /// - Returns: the positions filled, or `nil`, with nothing changed, for a page before the first or beyond `Int.max`.
    /// - Complexity: as for ``fill(_:at:)``.
    @inlinable
    @discardableResult
    public mutating func fillPage(
        _ items: some Collection<Item>, number: Int, numbering: PageNumbering
    ) -> Range<Int>? {
        guard let start = numbering.start(ofPage: number) else { return nil }
        let end = start.addingReportingOverflow(items.count)
        guard !end.overflow else { return nil }
        guard !items.isEmpty else { return start..<start }
        if end.partialValue > count {
            resize(to: end.partialValue)
        }
        fill(items, at: start)
        return start..<end.partialValue
    }
}
