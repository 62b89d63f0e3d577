public import PagingCore

/// A source of pages: a server, a database, an array.
///
/// A source can answer one request at a time or many at once; the list decides how many it sends. It holds no list state. It should stop working
/// when the task it runs in is cancelled; its result is then ignored.
///
/// An error it throws may conform to ``LoadError``, to say if a retry can help, and when.
public protocol PageSource<Element>: Sendable {
    /// The type of the list's items.
    associatedtype Element: Sendable

    /// The capabilities of this source. A source that finds them out from its first answer reports them in ``Page/capabilities``.
    ///
    /// By default they follow from the type's conformances: ``SourceCapabilities/snapshots`` from ``SnapshotPageSource``, and so on. The way
    /// pages are requested follows from its first page. A type that implements this property has exactly the capabilities it returns.
    var capabilities: SourceCapabilities { get }

    /// A unique name of the server that pages come from. Lists of one server share, for ten minutes, their measurements of the network to it.
    /// `nil`, the default, means no server, or one that is not always reached in the same way.
    var server: String? { get }

    /// Answers a request.
    ///
    /// - Parameter request: the request, of a kind that ``capabilities`` contains. The first request to a source that declares no capabilities
    ///   is `.after(nil, limit:)`.
    /// - Returns: the server's answer, unchecked.
    /// - Throws: any error of loading the page.
    func page(for request: PageRequest) async throws -> Page<Element>
}

extension PageSource {
    /// No server.
    public var server: String? { nil }

    /// The capabilities that the type's conformances imply.
    public var capabilities: SourceCapabilities {
        var capabilities: SourceCapabilities = []
        if self is any SectionedPageSource { capabilities.insert(.sections) }
        if self is any KeyedPageSource { capabilities.insert(.identifiers) }
        if self is any SnapshotPageSource { capabilities.insert(.snapshots) }
        if self is any ChangesPageSource { capabilities.insert(.changes) }
        if self is any VersionedPageSource { capabilities.insert(.checks) }
        if self is any ContentSource { capabilities.insert(.contents) }
        return capabilities
    }
}

/// A source that can name the sections of its list in one answer.
public protocol SectionedPageSource<Element>: PageSource {
    /// The sections in list order; their counts add up to the list's total.
    func sections() async throws -> [ListSection]
}

/// A stretch of a list with a title: a letter, a date, a category.
public struct ListSection: Hashable, Sendable {
    /// The title that a header or a jump bar shows.
    public var title: String
    /// How many rows the section has; at least 0.
    public var count: Int

    /// Makes a section.
    public init(title: String, count: Int) {
        self.title = title
        self.count = count
    }
}

/// An error that says if a retry can help.
public protocol LoadError: Error {
    /// `true` if the same request may succeed later without any change: offline, a time-out, a busy server.
    var isTransient: Bool { get }
    /// The pause that the server asked for, from now on.
    var retryAfter: Duration? { get }
}
