public import PagingCore

/// A source that gives items by their identifiers.
///
/// ```swift
/// extension TopicSource: KeyedPageSource {
///     func items(withIDs ids: [Topic.ID]) async throws -> [Topic] {
///         try await api.topics(ids: ids)
///     }
/// }
/// ```
///
/// The list that asks must tell its items apart by identifiers of the same type, which is `Sendable`; otherwise it does
/// without. (The protocol cannot ask for that: types whose conformance depends on it could not conform.) This and its
/// siblings (``SnapshotPageSource``, ``ChangesPageSource``, ``VersionedPageSource``) are used where
/// ``PageSource/capabilities`` names what they are for: ``SourceCapabilities/identifiers`` here.
public protocol KeyedPageSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable

    /// Asks for items by their identifiers.
    ///
    /// - Parameter ids: which; at least one, none twice. How many are asked for in one request is the source's affair.
    /// - Returns: those that still exist, in any order. One that is not among them is gone.
    /// - Throws: whatever kept them from coming. That some are gone is no error.
    func items(withIDs ids: sending [ID]) async throws -> [Element]
}

/// A source that tells all identifiers of its list at once; declared by ``SourceCapabilities/snapshots``.
public protocol SnapshotPageSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable

    /// Asks for the identifiers of all items, in list order.
    ///
    /// - Throws: whatever kept them from coming.
    func snapshot() async throws -> ListSnapshot<ID>
}

/// A source that tells what happened since a version; declared by ``SourceCapabilities/changes``. Its pages carry versions.
public protocol ChangesPageSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable

    /// Asks what happened to the list since a version.
    ///
    /// - Parameter version: one that a page, a snapshot or earlier changes carried.
    /// - Returns: the changes, or a part of them with ``ListChanges/hasMore``, or `nil` if the server cannot tell any more.
    /// - Throws: whatever kept them from coming.
    func changes(since version: Version) async throws -> ListChanges<ID>?

    /// Asks what happened to the list since a version, and takes the items concerned that come along with it.
    ///
    /// Items that were added or edited and come along need not be asked for. A source whose server sends none does not implement
    /// this.
    ///
    /// - Parameter version: one that a page, a snapshot or earlier changes carried.
    /// - Returns: what ``changes(since:)`` does, and items as they are in the new version: any of those added or edited, in any
    ///   order, none twice.
    /// - Throws: whatever kept them from coming.
    func changesWithItems(since version: Version) async throws -> (changes: ListChanges<ID>?, items: [Element])
}

extension ChangesPageSource {
    /// The changes alone.
    public func changesWithItems(since version: Version) async throws -> (changes: ListChanges<ID>?, items: [Element]) {
        (try await changes(since: version), [])
    }
}

/// A source that tells whether its list is still at a version; declared by ``SourceCapabilities/checks``.
public protocol VersionedPageSource<Element>: PageSource {
    /// Asks whether the list is still at a version, at a lower price than a page.
    ///
    /// - Parameter version: one that a page, a snapshot or changes carried.
    /// - Throws: whatever kept the answer from coming.
    func check(_ version: Version) async throws -> VersionCheck
}

/// A list asked for what its source has no method for, or has one for identifiers of another type.
///
/// A list that is driven as ``PagedList`` drives it never asks so.
public struct MissingCapability: LoadError, Hashable {
    /// The capability that the request needs.
    public let capability: SourceCapabilities
    /// Always `false`.
    public var isTransient: Bool { false }
    /// Always `nil`.
    public var retryAfter: Duration? { nil }
}
