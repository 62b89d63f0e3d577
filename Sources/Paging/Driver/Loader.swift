internal import PagingCore

/// A source with its type erased, and the preparation of its pages. No code here runs on the main actor.
struct Loader<Element: Sendable>: Sendable {
    let load: @Sendable (PageRequest) async throws -> Page<Element>
    let loadSections: @Sendable () async throws -> [ListSection]
    let prepare: (@Sendable ([Element]) async throws -> [Element])?

    init(
        _ source: some PageSource<Element>, prepare: (@Sendable ([Element]) async throws -> [Element])?
    ) {
        load = { try await source.page(for: $0) }
        let sectioned = source as? any SectionedPageSource<Element>
        loadSections = { try await sectioned?.sections() ?? [] }
        self.prepare = prepare
    }

    var prepares: Bool { prepare != nil }

    /// Prepares new items in one call. Items already in the list are taken from there.
    func prepared(_ items: [Element], known: [Element?]) async throws -> [Element] {
        // The list is gone, so it knows no items, and no caller waits for the page.
        guard prepares, known.count == items.count else { return items }
        var prepared = try await prepared(zip(items, known).compactMap { $1 == nil ? $0 : nil })[...]
        return known.map { item in
            if let item { return item }
            return prepared.removeFirst()
        }
    }

    /// Prepares items.
    func prepared(_ items: [Element]) async throws -> [Element] {
        guard let prepare, !items.isEmpty else { return items }
        let prepared = try await prepare(items)
        guard prepared.count == items.count else {
            throw PreparationError(given: items.count, returned: prepared.count)
        }
        return prepared
    }
}

/// `prepare:` returned another number of items than it was given, so they cannot be matched.
public struct PreparationError: LoadError {
    /// The number of items that it was given.
    public let given: Int
    /// The number of items that it returned.
    public let returned: Int

    /// Always `false`: the same closure will do the same again.
    public var isTransient: Bool { false }
    /// Always `nil`.
    public var retryAfter: Duration? { nil }
}
