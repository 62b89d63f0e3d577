/// A source of short records, which have only the changing part of items; declared by ``SourceCapabilities/contents``.
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
/// It is asked in place of pages and whole items if a row's position is confirmed but its content may have changed: in a list whose
/// ``ListBehavior/content-swift.property`` changes, after a refresh, for the rows on screen. Its records are applied to the list's items, which
/// are prepared; a list's `prepare:` then gets the result once more. It does not load items that are not loaded: see ``KeyedPageSource``.
public protocol ContentSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable & Sendable
    /// The part of an item that changes.
    associatedtype Record: Sendable

    /// Loads the current records of items.
    ///
    /// - Parameter ids: the identifiers; at least one, none twice.
    /// - Returns: a record for each item that still exists. An item without one was removed.
    /// - Throws: any error of loading them. Removed items are no error.
    func records(withIDs ids: [ID]) async throws -> [ID: Record]

    /// Applies a record to its item. It runs off the main actor.
    func apply(_ record: Record, to item: inout Element)
}
