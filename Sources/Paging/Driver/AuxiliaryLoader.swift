internal import PagingCore

/// Loads a source's answers other than pages, with the type of its identifiers erased. It loads off the main actor and numbers items on it.
struct AuxiliaryLoader<Element: Sendable> {
    /// Changes as they arrived, with identifiers whose type only this loader knows.
    struct Arrival: Sendable {
        fileprivate let value: any Sendable
        /// Items that came with them.
        var items: [Element] = []
    }

    /// An event of a stream.
    enum News: Sendable {
        case version(Version?)
        case changes(Arrival)

        /// Items that came with it.
        var items: [Element] { if case .changes(let changes) = self { changes.items } else { [] } }
    }

    /// The capabilities that the source can have, by its conformances.
    let capabilities: SourceCapabilities
    /// Turns numbers into identifiers, and returns how their items are loaded.
    let items: (_ numbers: [Int]) -> @Sendable () async throws -> [Element]
    /// Updates items of which only the content can change, or `nil` if the source has no short records.
    let refreshed: ((_ numbers: [Int], _ items: [Element]) -> @Sendable () async throws -> [Element])?
    /// Loads a snapshot.
    let snapshot: @Sendable () async throws -> Arrival
    /// Loads the changes since a version.
    let changes: @Sendable (Version) async throws -> Arrival
    /// Checks if a version is still current.
    let check: @Sendable (Version) async throws -> VersionCheck
    /// Listens to the changes since a version, until the stream ends.
    let listen: @Sendable (Version?, _ tell: (News) async throws -> Void) async throws -> Void
    /// Turns a snapshot's identifiers into numbers, and holds them.
    let numberedSnapshot: (Arrival) -> ListSnapshot<Int>
    /// Turns changes' identifiers into numbers, for the duration of a closure. Numbers without a position afterwards are forgotten.
    let withNumberedChanges: (Arrival, (ListChanges<Int>?) -> Void, _ isUsed: (Int) -> Bool) -> Void

    init<ID: Hashable & Sendable>(_ source: some PageSource<Element>, numbers: TypedItemNumbers<Element, ID>) {
        let keyed = source as? any KeyedPageSource<Element, ID>
        let snapshots = source as? any SnapshotPageSource<Element, ID>
        let changing = source as? any ChangesPageSource<Element, ID>
        let versioned = source as? any VersionedPageSource<Element>
        let live = source as? any LivePageSource<Element, ID>

        var capabilities: SourceCapabilities = []
        if keyed != nil { capabilities.insert(.identifiers) }
        if snapshots != nil { capabilities.insert(.snapshots) }
        if changing != nil { capabilities.insert(.changes) }
        if versioned != nil { capabilities.insert(.checks) }
        if live != nil { capabilities.insert(.live) }
        let contents = source as? any ContentSource<Element, ID>
        if contents != nil { capabilities.insert(.contents) }
        self.capabilities = capabilities

        items = { asked in
            let ids = asked.compactMap { numbers.id(of: $0) }
            return {
                guard let keyed else { throw MissingCapability(capability: .identifiers) }
                return ids.isEmpty ? [] : try await keyed.items(withIDs: ids)
            }
        }
        refreshed = contents.map { contents in
            { numbered, items in
                let known = zip(numbered, items).compactMap { number, item in numbers.id(of: number).map { ($0, item) }
                }
                return { try await Self.refreshed(known, by: contents) }
            }
        }
        snapshot = {
            guard let snapshots else { throw MissingCapability(capability: .snapshots) }
            return Arrival(value: try await snapshots.snapshot())
        }
        changes = {
            guard let changing else { throw MissingCapability(capability: .changes) }
            let arrived = try await changing.changesWithItems(since: $0)
            return Arrival(value: arrived.changes, items: arrived.items)
        }
        check = {
            guard let versioned else { throw MissingCapability(capability: .checks) }
            return try await versioned.check($0)
        }
        listen = { version, tell in
            guard let live else { throw MissingCapability(capability: .live) }
            let stream = live.news(since: version)
            LoadLedger.reading?.opened()
            for try await news in stream {
                switch news {
                case .version(let version): try await tell(.version(version))
                case .changes(let changes, let items): try await tell(.changes(Arrival(value: changes, items: items)))
                }
            }
            throw LiveStreamEnded()
        }
        numberedSnapshot = { arrival in
            guard let snapshot = arrival.value as? ListSnapshot<ID> else { return ListSnapshot([]) }
            return ListSnapshot(numbers.hold(snapshot.identifiers), version: snapshot.version)
        }
        withNumberedChanges = { arrival, apply, isUsed in
            guard let changes = arrival.value as? ListChanges<ID> else { return apply(nil) }
            var new: [Int] = []
            func number(_ id: ID) -> Int {
                let (number, isNew) = numbers.number(new: id)
                if isNew { new.append(number) }
                return number
            }
            apply(
                ListChanges(
                    from: changes.from, to: changes.to, removed: changes.removed.map(number),
                    added: changes.added.map { .init(number($0.identifier), at: $0.position) },
                    edited: changes.edited?.map(number), total: changes.total, hasMore: changes.hasMore))
            for number in new where !isUsed(number) { numbers.release(number) }
        }
    }

    private static func refreshed<ID: Hashable & Sendable>(
        _ known: [(id: ID, item: Element)], by source: some ContentSource<Element, ID>
    ) async throws -> [Element] {
        let records = try await source.records(withIDs: known.map(\.id))
        return known.compactMap { id, item in
            records[id].map { record in
                var item = item
                source.apply(record, to: &item)
                return item
            }
        }
    }

    /// The capabilities that a source declares, without those that it cannot have.
    func possible(_ declared: SourceCapabilities) -> SourceCapabilities {
        let all: SourceCapabilities = [.identifiers, .snapshots, .changes, .checks, .contents, .live]
        return declared.subtracting(all.subtracting(capabilities))
    }
}
