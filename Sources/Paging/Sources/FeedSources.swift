public import PagingCore

/// A source that loads items by their identifiers.
///
/// ```swift
/// extension TopicSource: KeyedPageSource {
///     func items(withIDs ids: [Topic.ID]) async throws -> [Topic] {
///         try await api.topics(ids: ids)
///     }
/// }
/// ```
///
/// The list must identify its items by identifiers of the same type, which is `Sendable`; otherwise it does not use this. (The protocol cannot
/// require that: types whose conformance depends on it could not conform.) This protocol and its siblings (``SnapshotPageSource``,
/// ``ChangesPageSource``, ``VersionedPageSource``) are used if ``PageSource/capabilities`` contains the matching capability:
/// ``SourceCapabilities/identifiers`` here.
public protocol KeyedPageSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable

    /// Loads items by their identifiers.
    ///
    /// - Parameter ids: the identifiers; at least one, none twice. The source decides how many it puts into one request.
    /// - Returns: the items that still exist, in any order. An item that is missing was removed.
    /// - Throws: any error of loading them. Removed items are no error.
    func items(withIDs ids: sending [ID]) async throws -> [Element]
}

/// A source that returns all identifiers of its list at once; declared by ``SourceCapabilities/snapshots``.
public protocol SnapshotPageSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable

    /// Loads the identifiers of all items, in list order.
    ///
    /// - Throws: any error of loading them.
    func snapshot() async throws -> ListSnapshot<ID>
}

/// A source that returns the changes since a version; declared by ``SourceCapabilities/changes``. Its pages carry versions.
public protocol ChangesPageSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable

    /// Loads the changes of the list since a version.
    ///
    /// - Parameter version: the version that a page, a snapshot or earlier changes carried.
    /// - Returns: the changes, or a part of them with ``ListChanges/hasMore``, or `nil` if the server no longer knows them.
    /// - Throws: any error of loading them.
    func changes(since version: Version) async throws -> ListChanges<ID>?

    /// Loads the changes of the list since a version, with some of the items concerned.
    ///
    /// Added or edited items that come with the changes need not be requested. A source whose server sends none does not implement this method.
    ///
    /// - Parameter version: the version that a page, a snapshot or earlier changes carried.
    /// - Returns: the result of ``changes(since:)``, and items as they are in the new version: any of those added or edited, in any order, none
    ///   twice.
    /// - Throws: any error of loading them.
    func changesWithItems(since version: Version) async throws -> (changes: ListChanges<ID>?, items: [Element])
}

extension ChangesPageSource {
    /// The changes without items.
    public func changesWithItems(since version: Version) async throws -> (changes: ListChanges<ID>?, items: [Element]) {
        (try await changes(since: version), [])
    }
}

/// A source that can check if a version of its list is still current; declared by ``SourceCapabilities/checks``.
public protocol VersionedPageSource<Element>: PageSource {
    /// Checks if a version is still current, at a lower cost than a page.
    ///
    /// - Parameter version: the version that a page, a snapshot or changes carried.
    /// - Throws: any error of the check.
    func check(_ version: Version) async throws -> VersionCheck
}

/// A request for which the source has no method, or only one for identifiers of another type.
///
/// A list that is driven by ``PagedList`` never sends one.
public struct MissingCapability: LoadError, Hashable {
    /// The capability that the request needs.
    public let capability: SourceCapabilities
    /// Always `false`.
    public var isTransient: Bool { false }
    /// Always `nil`.
    public var retryAfter: Duration? { nil }
}
