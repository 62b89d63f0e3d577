public import Paging

extension CountedSource: SectionedPageSource where Base: SectionedPageSource {
    /// The other source's sections.
    public func sections() async throws -> [ListSection] {
        begin(.sections)
        defer { end() }
        return try await base.sections()
    }
}

extension CountedSource: KeyedPageSource where Base: KeyedPageSource {
    /// The other source's items.
    public func items(withIDs ids: sending [Base.ID]) async throws -> [Element] {
        begin(.items(ids.count))
        defer { end() }
        return try await base.items(withIDs: ids)
    }
}

extension CountedSource: VersionedPageSource where Base: VersionedPageSource {
    /// Checks if a version is still current at the other source.
    public func check(_ version: Version) async throws -> VersionCheck {
        begin(.check(version))
        defer { end() }
        return try await base.check(version)
    }
}

extension CountedSource: SnapshotPageSource where Base: SnapshotPageSource {
    /// All identifiers of the other source.
    public func snapshot() async throws -> ListSnapshot<Base.ID> {
        begin(.snapshot)
        defer { end() }
        return try await base.snapshot()
    }
}

extension CountedSource: ChangesPageSource where Base: ChangesPageSource {
    /// The changes of the other source's list.
    public func changes(since version: Version) async throws -> ListChanges<Base.ID>? {
        begin(.changes(version))
        defer { end() }
        return try await base.changes(since: version)
    }

    /// The changes of the other source's list, with their items.
    public func changesWithItems(
        since version: Version
    ) async throws -> (changes: ListChanges<Base.ID>?, items: [Element]) {
        begin(.changes(version))
        defer { end() }
        return try await base.changesWithItems(since: version)
    }
}
