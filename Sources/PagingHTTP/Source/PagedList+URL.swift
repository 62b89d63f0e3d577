public import Foundation
public import Paging

extension PagedList where Element: Decodable & Identifiable, Element.ID: Sendable {
    /// Makes a list of the rows at an address of a paginated JSON API. Its pagination is recognized from its first answers.
    ///
    /// ```swift
    /// let list = PagedList<Post>(URL(string: "https://example.com/posts")!)
    /// ```
    ///
    /// It is the same as a list of an ``HTTPSource`` of that address, which also takes headers, credentials, a cache and a ``Dialect``.
    ///
    /// - Parameters:
    ///   - url: the list's address.
    ///   - behavior: the changes to expect: rows that come and go, another order, other content.
    public convenience init(_ url: URL, behavior: ListBehavior = .fixed) {
        self.init(HTTPSource(url), behavior: behavior)
    }

    /// Written without a label here.
    @available(*, unavailable, renamed: "init(_:)")
    public convenience init(url: URL) { fatalError() }
}
