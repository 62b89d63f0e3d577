/// The rows that a view prefetches, counted per page: a page is wanted as long as one of its rows is.
///
/// UIKit asks for rows ahead and cancels them one by one. Cancelling one row must not cancel a page that others need.
package struct PrefetchDemand: Hashable, Sendable {
    private var rowsByPage: [Int: Set<Int>] = [:]
    /// The number of rows in a page.
    package let pageSize: Int

    /// Makes an empty demand.
    ///
    /// - Parameter pageSize: the number of rows in a page; at least 1.
    package init(pageSize: Int) { self.pageSize = max(1, pageSize) }

    /// Rows are wanted.
    ///
    /// - Returns: the pages that are newly wanted, ascending.
    @discardableResult
    package mutating func add(_ rows: some Sequence<Int>) -> [Int] {
        var pages: [Int] = []
        for row in rows {
            let page = row / pageSize
            if rowsByPage[page] == nil { pages.append(page) }
            rowsByPage[page, default: []].insert(row)
        }
        return pages.sorted()
    }

    /// Rows are no longer wanted: cancelled, or on screen.
    ///
    /// - Returns: the pages that no wanted row needs any more, ascending.
    @discardableResult
    package mutating func remove(_ rows: some Sequence<Int>) -> [Int] {
        var pages: [Int] = []
        for row in rows {
            let page = row / pageSize
            guard rowsByPage[page]?.remove(row) != nil, rowsByPage[page]?.isEmpty == true else { continue }
            rowsByPage[page] = nil
            pages.append(page)
        }
        return pages.sorted()
    }

    /// No row is wanted any more: rows have moved, and the view asks again.
    package mutating func removeAll() { rowsByPage.removeAll() }

    /// The rows of all wanted pages and of the pages between, or `nil` if no page is wanted.
    package var rows: Range<Int>? {
        guard let first = rowsByPage.keys.min(), let last = rowsByPage.keys.max() else { return nil }
        return first * pageSize..<(last + 1) * pageSize
    }
}
