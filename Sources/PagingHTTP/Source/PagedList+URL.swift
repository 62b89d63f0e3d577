public import Foundation
public import Paging

extension PagedList where Element: Decodable & Identifiable, Element.ID: Sendable {
    /// Makes a list of what an address of a paginated JSON API gives; how it pages is found out from its first answers.
    ///
    /// ```swift
    /// let list = PagedList<Post>(URL(string: "https://example.com/posts")!)
    /// ```
    ///
    /// The same as a list of an ``HTTPSource`` of that address, which also takes headers, credentials, a cache and a ``Dialect``.
    ///
    /// - Parameters:
    ///   - url: the list's address.
    ///   - behavior: what is known of the list: which rows come and go, and whether their order or they themselves change.
    public convenience init(_ url: URL, behavior: ListBehavior = .fixed) {
        self.init(HTTPSource(url), behavior: behavior)
    }
}
