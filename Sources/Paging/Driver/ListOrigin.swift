internal import PagingCore

/// The source of a list's items, and the errors that it threw.
struct ListOrigin<Element: Sendable> {
    private(set) var loader: Loader<Element>
    /// The source's part that uses identifiers, with their type erased.
    private(set) var feed: AuxiliaryLoader<Element>
    /// The server whose network is measured; see ``PageSource/server``.
    private(set) var server: String?
    /// The errors that sources threw, kept while a row or the list is in the failed state because of them.
    var errors: [RequestID: any Error] = [:]
    private let makeFeed: (any PageSource<Element>) -> AuxiliaryLoader<Element>

    init(
        _ source: any PageSource<Element>, prepare: (@Sendable ([Element]) async throws -> [Element])?,
        makeFeed: @escaping (any PageSource<Element>) -> AuxiliaryLoader<Element>
    ) {
        self.makeFeed = makeFeed
        (loader, feed, server) = (Loader(source, prepare: prepare), makeFeed(source), source.server)
    }

    /// Items come from another source from now on, and are prepared as before.
    mutating func replace(with source: any PageSource<Element>) {
        (loader, feed, server) = (Loader(source, prepare: loader.prepare), makeFeed(source), source.server)
    }

    /// The requests that a source can answer.
    func capabilities(of source: any PageSource<Element>) -> SourceCapabilities { feed.possible(source.capabilities) }
}
