public import PagingCore

/// A source of pages: a server, a database, an array.
///
/// A source answers one request at a time as well as many at once; the list decides how many it asks. It holds no
/// list state. When the task it runs in is cancelled it should stop working; what it returns then is thrown away.
///
/// An error it throws may conform to ``LoadError`` to say whether asking again can help, and when.
public protocol PageSource<Element>: Sendable {
    /// The type of the list's items.
    associatedtype Element: Sendable

    /// The capabilities of this source. A source that finds out from its first answer says so in ``Page/capabilities``.
    ///
    /// A type that does not say has what its conformances stand for: ``SourceCapabilities/snapshots`` with
    /// ``SnapshotPageSource``, and so on; how pages are asked for, its first page tells. A type that says has what it says.
    var capabilities: SourceCapabilities { get }

    /// The server that pages come from, by a name that no other has: lists of one server share, for ten minutes, what they learned of
    /// the network to it. `nil`, where a type does not say, for no server, or none that is always reached in the same way.
    var server: String? { get }

    /// Answers a request.
    ///
    /// - Parameter request: what is asked for; of a kind that ``capabilities`` names. The first request to a source
    ///   that declares nothing is `.after(nil, limit:)`.
    /// - Returns: what the server answered, unjudged.
    /// - Throws: whatever kept the page from coming.
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

/// An error that knows whether asking again can help.
public protocol LoadError: Error {
    /// `true` if the same request may succeed later without anyone changing it: offline, a time-out, a busy server.
    var isTransient: Bool { get }
    /// How long the server asked to be left alone, from now on.
    var retryAfter: Duration? { get }
}
