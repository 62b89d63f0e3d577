public import PagingCore

/// A source that a closure answers, by position.
public struct PositionSource<Element: Sendable>: PageSource {
    private let load: @Sendable (Range<Int>) async throws -> Page<Element>

    /// Makes a source.
    ///
    /// - Parameter load: answers with the items at these positions.
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
        }
    }
}

/// A source that a closure answers, by cursor: each page tells the cursor of the next.
public struct CursorSource<Element: Sendable>: PageSource {
    private let load: @Sendable (Cursor?, Int) async throws -> Page<Element>

    /// Makes a source.
    ///
    /// - Parameter load: answers with up to so many items that follow a cursor; the start of the list for `nil`. Its
    ///   page's continuation is ``Page/Continuation/next(_:)`` or ``Page/Continuation/end``.
    public init(_ load: @escaping @Sendable (_ cursor: Cursor?, _ limit: Int) async throws -> Page<Element>) {
        self.load = load
    }

    /// The list is read in order.
    public var capabilities: SourceCapabilities { .cursors }

    /// Answers a request.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        switch request {
        case .after(let cursor, let limit): try await load(cursor, limit)
        case .positions(let range): throw UnsupportedRequest(range: range)
        }
    }
}

/// A source was asked for positions that it did not declare it could answer.
public struct UnsupportedRequest: LoadError, CustomStringConvertible {
    /// The positions that were asked for.
    public let range: Range<Int>
    /// Always `false`.
    public var isTransient: Bool { false }
    /// Always `nil`.
    public var retryAfter: Duration? { nil }

    /// Makes the error, for a source of one's own that reads in order.
    ///
    /// - Parameter range: the positions that were asked for.
    public init(range: Range<Int>) {
        self.range = range
    }

    /// What happened and what to do.
    public var description: String {
        "This source reads in order and was asked for rows \(range.lowerBound)..<\(range.upperBound). "
            + "Ask it .after(cursor, limit:), as its capabilities say."
    }
}

/// A source of items that are all there: for previews, tests and short lists.
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
        }
    }
}
