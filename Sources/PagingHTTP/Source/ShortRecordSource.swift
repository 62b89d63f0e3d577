public import Paging
public import PagingCore

/// An API's list with a second address that returns short records of changed values: likes, prices, states.
///
/// ```swift
/// struct Counters: Decodable, Identifiable, Sendable { let id: Int; let likes: Int }
///
/// var short = Dialect.offset()
/// short.lookup = Dialect.Lookup("ids")               // …/topics?fields=id,likes&ids=1,2,3
/// let counters = HTTPSource<Counters>(URL(string: "https://example.com/topics?fields=id,likes")!, dialect: short)
/// let source = ShortRecordSource(HTTPSource<Topic>(url), records: counters) { counters, topic in
///     topic.likes = counters.likes
/// }
/// let list = PagedList(source, behavior: ListBehavior(content: .changes))
/// ```
///
/// If the list's content changes (``ListBehavior``), a refresh requests the records of the visible rows by their identifiers, instead of the
/// pages. Rows without a record count as removed. Everything else works as without records.
public struct ShortRecordSource<Element, Record>: ContentSource, KeyedPageSource, SnapshotPageSource, ChangesPageSource,
    VersionedPageSource, SectionedPageSource
where
    Element: Decodable & Identifiable & Sendable, Element.ID: Codable & Sendable,
    Record: Decodable & Identifiable & Sendable, Record.ID == Element.ID
{
    private let base: HTTPSource<Element>
    private let records: HTTPSource<Record>
    private let merge: @Sendable (Record, inout Element) -> Void

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - base: the source of the pages.
    ///   - records: the source of the short records; its dialect has a ``Dialect/lookup``.
    ///   - merge: copies the values of a record into its row.
    public init(
        _ base: HTTPSource<Element>, records: HTTPSource<Record>,
        merge: @escaping @Sendable (_ record: Record, _ item: inout Element) -> Void
    ) {
        (self.base, self.records, self.merge) = (base, records, merge)
    }

    /// The list's capabilities, with short records.
    public var capabilities: SourceCapabilities { base.capabilities.union(.contents) }

    /// The server of the pages.
    public var server: String? { base.server }

    /// A page of the list: see ``HTTPSource/page(for:)``.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        var page = try await base.page(for: request)
        page.capabilities = page.capabilities?.union(.contents)
        return page
    }

    /// Requests the records of items, in as many requests as necessary.
    ///
    /// - Throws: the errors of ``HTTPSource/items(withIDs:)``, such as ``HTTPSourceError/Reason/notOffered(_:)`` if the records' dialect has no
    ///   lookup.
    public func records(withIDs ids: [Element.ID]) async throws -> [Element.ID: Record] {
        let records = try await records.items(withIDs: ids)
        return Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Copies the values of a record into its row.
    public func apply(_ record: Record, to item: inout Element) { merge(record, &item) }

    /// Items by their identifiers: see ``HTTPSource/items(withIDs:)``.
    public func items(withIDs ids: [Element.ID]) async throws -> [Element] { try await base.items(withIDs: ids) }

    /// The identifiers of all items: see ``HTTPSource/snapshot(of:)``.
    public func snapshot() async throws -> ListSnapshot<Element.ID> { try await base.snapshot() }

    /// The list's changes since a version: see ``HTTPSource/changes(since:of:)``.
    public func changes(since version: Version) async throws -> ListChanges<Element.ID>? {
        try await base.changes(since: version)
    }

    /// The list's changes since a version, with their items: see ``HTTPSource/changesWithItems(since:)``.
    public func changesWithItems(
        since version: Version
    ) async throws -> (changes: ListChanges<Element.ID>?, items: [Element]) {
        try await base.changesWithItems(since: version)
    }

    /// Asks if the list still has a version: see ``HTTPSource/check(_:)``.
    public func check(_ version: Version) async throws -> VersionCheck { try await base.check(version) }

    /// The list's sections: see ``HTTPSource/sections()``.
    public func sections() async throws -> [ListSection] { try await base.sections() }
}
