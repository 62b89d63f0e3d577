/// A source that gives short records of items, with only what changes in them; declared by ``SourceCapabilities/contents``.
///
/// ```swift
/// extension TopicSource: ContentSource {
///     func records(withIDs ids: [Topic.ID]) async throws -> [Topic.ID: Counters] {
///         try await api.counters(ids: ids)
///     }
///     func apply(_ record: Counters, to topic: inout Topic) { topic.counters = record }
/// }
/// ```
///
/// It is asked in place of pages and whole items wherever a row's position is confirmed and it may have other content:
/// in a list with ``ListBehavior/content-swift.property`` that changes, after a refresh, for the rows that are looked at. Its
/// records come on top of the items as the list has them, prepared; a list's `prepare:` then sees the result once more.
/// It does not bring items that are not loaded: see ``KeyedPageSource``.
public protocol ContentSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable & Sendable
    /// The part of an item that changes.
    associatedtype Record: Sendable

    /// Asks what has become of items.
    ///
    /// - Parameter ids: which; at least one, none twice.
    /// - Returns: a record for each that still exists. One that has none is gone.
    /// - Throws: whatever kept them from coming. That some are gone is no error.
    func records(withIDs ids: [ID]) async throws -> [ID: Record]

    /// Puts a record into the item that it is of. It runs outside the main actor.
    func apply(_ record: Record, to item: inout Element)
}
