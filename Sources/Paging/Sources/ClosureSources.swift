public import PagingCore

/// A source whose pages a closure loads, by position.
public struct PositionSource<Element: Sendable>: PageSource {
    private let load: @Sendable (Range<Int>) async throws -> Page<Element>

    /// Makes a source.
    ///
    /// - Parameter load: returns the items at these positions.
    public init(_ load: @escaping @Sendable (Range<Int>) async throws -> Page<Element>) {
        self.load = load
    }

    /// Any positions can be asked for.
    public var capabilities: SourceCapabilities { .positions }

    /// Answers a request.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        switch request {
        case .positions(let range):
            var page = try await load(range)
            if page.position == nil { page.position = range.lowerBound }
            return page
        case .after(_, let limit):
            return try await page(for: .positions(0..<limit))
        case .before, .around: throw UnsupportedRequest(request)
        }
    }
}

/// A source whose pages closures load, by cursor. Each page names the cursor of the next and, if it can be read upward, of the previous one.
///
/// ```swift
/// let source = CursorSource { cursor, limit in
///     try await api.messages(after: cursor, limit: limit)
/// } before: { cursor, limit in
///     try await api.messages(before: cursor, limit: limit)
/// }
/// let list = PagedList(source, startingAt: .end)
/// ```
public struct CursorSource<Element: Sendable>: PageSource {
    /// Returns up to so many items that are next to a cursor, in list order.
    public typealias Load = @Sendable (_ cursor: Cursor?, _ limit: Int) async throws -> Page<Element>

    private let load: Load
    private let loadBefore: Load?
    private let loadAround: (@Sendable (_ id: String, _ limit: Int) async throws -> Page<Element>)?

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - load: returns up to so many items that follow a cursor; `nil` means the start of the list. Its page's continuation is
    ///     ``PageContinuation/next(_:)`` or ``PageContinuation/end``.
    ///   - before: returns up to so many items right before a cursor, in list order; `nil` means the end of the list. Its page's beginning is
    ///     ``PageBeginning/previous(_:)`` or ``PageBeginning/start``. Without it the list can only be read downward.
    ///   - around: returns up to so many items, among them the one with an identifier. Without it lists cannot begin at an item.
    public init(
        _ load: @escaping Load, before: Load? = nil,
        around: (@Sendable (_ id: String, _ limit: Int) async throws -> Page<Element>)? = nil
    ) {
        (self.load, loadBefore, loadAround) = (load, before, around)
    }

    /// The list is read in order.
    public var capabilities: SourceCapabilities { .cursors }

    /// Answers a request.
    ///
    /// - Throws: the closure's error; ``UnsupportedRequest`` if there is no closure for the request.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        switch request {
        case .after(let cursor, let limit): return try await load(cursor, limit)
        case .before(let cursor, let limit):
            if let loadBefore { return try await loadBefore(cursor, limit) }
        case .around(let id, let limit):
            if let loadAround { return try await loadAround(id.description, limit) }
        case .positions: break
        }
        throw UnsupportedRequest(request)
    }
}

/// A source was asked for pages that it cannot load: positions from one that reads in order, or rows above from one that only reads downward.
public struct UnsupportedRequest: LoadError {
    /// The request that the source does not support.
    public let request: PageRequest
    /// Always `false`.
    public var isTransient: Bool { false }
    /// Always `nil`.
    public var retryAfter: Duration? { nil }

    /// Makes the error, for a custom source.
    ///
    /// - Parameter request: the request.
    public init(_ request: PageRequest) {
        self.request = request
    }
}

/// A source of given items: for previews, tests and short lists.
public struct ArraySource<Element: Sendable>: PageSource {
    private let items: [Element]

    /// Makes a source of items.
    public init(_ items: [Element]) {
        self.items = items
    }

    /// Any positions can be asked for.
    public var capabilities: SourceCapabilities { .positions }

    /// Answers a request, at once.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        switch request {
        case .positions(let range):
            let inside = range.clamped(to: 0..<items.count)
            return Page(Array(items[inside]), at: inside.lowerBound, total: items.count)
        case .after(_, let limit):
            return Page(Array(items.prefix(limit)), at: 0, total: items.count)
        case .before(nil, let limit):
            return try await page(for: .positions(max(0, items.count - limit)..<items.count))
        case .before, .around: throw UnsupportedRequest(request)
        }
    }
}
